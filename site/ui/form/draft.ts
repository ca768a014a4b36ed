import { type FormRules, type FormValues, mapFields } from '../../../platform/form.ts'
import { newRequestId } from '../../../platform/http/request-id.ts'

export type Draft = {
  values: FormValues
  /** The idempotency key of every attempt. */
  requestId: string
  /** Epoch milliseconds: when the page opened on which the text was begun. */
  startedAt: number
}

/** In memory where storage fails or the form has no key. */
export function openDrafts(rules: FormRules, key: string | undefined) {
  let keptHere: Draft | undefined
  return {
    read: (): Draft | undefined => keptHere ?? (key === undefined ? undefined : readStored(rules, key)),
    keep: (draft: Draft | undefined): void => {
      keptHere = draft
      if (key !== undefined) store(key, draft)
    },
  }
}

export function takeDraft(rules: FormRules, form: HTMLFormElement, draft: Draft | undefined): Draft {
  const typed = new FormData(form)
  return {
    values: mapFields(rules, (name) => String(typed.get(name) ?? '')),
    requestId: draft?.requestId ?? newRequestId(),
    startedAt: draft?.startedAt ?? performance.timeOrigin,
  }
}

/** What a sent form said of the visitor, so that the next one need not ask again. */
export function keepPerson({ name, email }: FormValues): void {
  if (name && email) store('person', { values: { name, email }, requestId: '', startedAt: 0 })
}

/** After a plain post: the same words must not look unsent on the next page. */
export function forgetDraft(key: string): void {
  store(key, undefined)
}

function store(key: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Refused or full: it lasts as long as the page.
  }
}

/** site/layouts/hydrate-on-interaction.ts keeps the typed fields alone. */
function readStored(rules: FormRules, key: string): Draft | undefined {
  try {
    const { values, requestId, startedAt } = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    if (values === undefined) return undefined
    return {
      values: mapFields(rules, (name) => String(Object(values)[name] ?? '')),
      requestId: typeof requestId === 'string' ? requestId : newRequestId(),
      startedAt: typeof startedAt === 'number' ? startedAt : performance.timeOrigin,
    }
  } catch {
    return undefined
  }
}
