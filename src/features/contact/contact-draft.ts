import type { ContactValues } from './ContactFormView.tsx'

export const contactFieldNames = ['name', 'email', 'project'] as const satisfies (keyof ContactValues)[]

/** What the visitor has typed, kept in the tab until the request is stored. */
export type ContactDraft = {
  values: ContactValues
  /** The idempotency key: the same for every attempt to send this text. */
  requestId: string
  /** Epoch milliseconds at which the page was opened that the text was begun on. */
  startedAt: number
}

/** Key in the tab's session storage; also tells the page that there is something to restore. */
export const contactDraftKey = 'contact-draft'

/** Takes what stands in the form now, under the key of the draft so far. */
export function takeDraft(form: HTMLFormElement, draft: ContactDraft | undefined): ContactDraft {
  const data = new FormData(form)
  const [name, email, project] = contactFieldNames.map((field) => String(data.get(field) ?? ''))
  return {
    values: { name: name ?? '', email: email ?? '', project: project ?? '' },
    requestId: draft?.requestId ?? crypto.randomUUID(),
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

/** @returns undefined where there is none, it can't be read, or the browser keeps no storage */
export function readDraft(): ContactDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(contactDraftKey) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

/** Without storage the text still stands in the form itself. */
export function keepDraft(draft: ContactDraft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(contactDraftKey)
    else sessionStorage.setItem(contactDraftKey, JSON.stringify(draft))
  } catch {
    return
  }
}

function isDraft(value: unknown): value is ContactDraft {
  if (typeof value !== 'object' || value === null) return false
  if (!('values' in value && 'requestId' in value && 'startedAt' in value)) return false
  const { values } = value
  if (typeof values !== 'object' || values === null) return false
  if (typeof value.requestId !== 'string' || typeof value.startedAt !== 'number') return false
  return contactFieldNames.every((name) => typeof Reflect.get(values, name) === 'string')
}
