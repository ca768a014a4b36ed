import { newRequestId } from '../../../lib/net/request-id.ts'
import type { ContactValues } from './ContactFormView.tsx'

const contactFieldNames = ['name', 'email', 'project'] as const satisfies (keyof ContactValues)[]

/** What the visitor has typed, kept in the tab until the request is stored. */
export type ContactDraft = {
  values: ContactValues
  /** The idempotency key of every attempt; the server takes other words under it for another request. */
  requestId: string
  /** Epoch milliseconds at which the page was opened that the text was begun on. */
  startedAt: number
}

/** Key in the tab's session storage; also tells the page that there is something to restore. */
export const contactDraftKey = 'contact-draft'

/** Takes what stands in the form now, under the key of the draft so far. */
export function takeDraft(form: HTMLFormElement, draft: ContactDraft | undefined): ContactDraft {
  return {
    values: toValues(Object.fromEntries(new FormData(form))),
    requestId: draft?.requestId ?? newRequestId(),
    startedAt: draft?.startedAt ?? performance.timeOrigin,
  }
}

/** Puts a kept draft back, but never over what stands in a field already. */
export function fillForm(form: HTMLFormElement, draft: ContactDraft): void {
  for (const name of contactFieldNames) {
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isText && field.value === '') field.value = draft.values[name]
  }
}

/** What this page has kept itself: the key has to last from one attempt to the next where there is no storage too. */
let keptHere: ContactDraft | undefined

/** @returns undefined where there is none, or the browser keeps no storage and the page was opened anew */
export function readDraft(): ContactDraft | undefined {
  if (keptHere !== undefined) return keptHere
  try {
    return toDraft(JSON.parse(sessionStorage.getItem(contactDraftKey) ?? 'null'))
  } catch {
    return undefined
  }
}

/** In the tab's storage, so that it outlives the page; where that is refused or full, for the life of the page. */
export function keepDraft(draft: ContactDraft | undefined): void {
  keptHere = draft
  try {
    if (draft === undefined) sessionStorage.removeItem(contactDraftKey)
    else sessionStorage.setItem(contactDraftKey, JSON.stringify(draft))
  } catch {
    return
  }
}

/** What was kept before this code was there (src/layouts/wake-on-touch.ts) has the typed fields alone, and gets the rest now. */
function toDraft(stored: unknown): ContactDraft | undefined {
  const { values, requestId, startedAt }: Record<string, unknown> = Object(stored)
  if (values === undefined) return undefined
  return {
    values: toValues(Object(values)),
    requestId: typeof requestId === 'string' ? requestId : newRequestId(),
    startedAt: typeof startedAt === 'number' ? startedAt : performance.timeOrigin,
  }
}

function toValues({ name, email, project }: Record<string, unknown>): ContactValues {
  return { name: String(name ?? ''), email: String(email ?? ''), project: String(project ?? '') }
}
