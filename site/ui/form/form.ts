import { checkForm, type Fields, type FormErrors, type FormTexts, type Values } from '../../../platform/fields.ts'
import { newRequestId } from '../../../platform/http/request-id.ts'
import { parseJson } from '../../../platform/parse-json.ts'

export type FormState = {
  values: Partial<Values>
  /** The idempotency key of every attempt. */
  requestId: string
  /** Epoch milliseconds: when the visitor began. */
  startedAt: number
  isSending?: boolean | undefined
  errors?: FormErrors | undefined
  /** Reference of the lead that was stored for `sent`. */
  reference?: string | undefined
  sent?: Values | undefined
}

type FormOptions<State> = {
  fields: Fields
  action: string
  /** Key of the tab’s storage, which outlasts a reload. */
  key: string | undefined
  words: { texts: FormTexts; unreachable: string }
  first: State
}

/** The one machine of all forms: keeps what is typed, checks it, and sends it once. Who draws the form shows its state. */
export function createForm<State extends FormState>({ fields, action, key, words, first }: FormOptions<State>) {
  let state = first
  const listeners = new Set<() => void>()

  function change(part: Partial<State> | Partial<FormState>): void {
    state = { ...state, ...part }
    const { isSending: _, errors: __, ...kept } = state
    keep(key, kept)
    for (const listener of listeners) listener()
  }

  return {
    read: () => state,
    change,
    type: (name: string, text: string) => change({ values: { ...state.values, [name]: text } }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param more what is sent along. @returns undefined while it's being sent already */
    submit: async (values: Values, more: object): Promise<FormAnswer | undefined> => {
      if (state.isSending) return undefined
      change({ isSending: true, errors: undefined, reference: undefined, sent: undefined })
      const { errors } = checkForm(fields, values, words.texts)
      const { requestId, startedAt } = state
      const answer = errors ? { errors } : await post(action, { ...values, ...more, requestId }, startedAt)
      const shown = answer ?? { errors: { message: words.unreachable, fields: {} } }
      if ('errors' in shown) change({ isSending: false, errors: shown.errors })
      else change({ isSending: false, reference: shown.reference, sent: values })
      return shown
    },
  }
}

export function newForm(): FormState {
  return { values: {}, requestId: newRequestId(), startedAt: performance.timeOrigin }
}

/** layouts/hydrate-on-interaction.ts keeps the typed fields alone, before this code is there. */
export function readKept<State extends FormState = FormState>(key: string): State | undefined {
  try {
    const kept = parseJson(sessionStorage.getItem(key) ?? '')
    return kept instanceof Object && 'values' in kept ? { ...newForm(), ...(kept as State) } : undefined
  } catch {
    return undefined
  }
}

export function keep(key: string | undefined, kept: object | undefined): void {
  if (key === undefined) return
  try {
    if (kept === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Refused or full: it lasts as long as the page.
  }
}

export type FormAnswer = { errors: FormErrors; times?: unknown } | { reference: string; manage?: unknown }

const timeoutMs = 20_000

/** @returns undefined where nobody of this site has answered */
async function post(action: string, values: object, startedAt: number): Promise<FormAnswer | undefined> {
  const page = location.pathname + location.search
  const { referrer } = document
  const { language } = navigator
  const body = JSON.stringify({ ...values, referrer, language, page, elapsedMs: Date.now() - startedAt })
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Survives a closed tab; browsers refuse this to more than 64 KiB.
      keepalive: new Blob([body]).size < 60_000,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readAnswer(await response.json())
  } catch {
    return undefined
  }
}

/** @returns undefined for anything outside the contract, such as a proxy's error page */
export function readAnswer(answer: unknown): FormAnswer | undefined {
  const { ok, reference, manage, message, fields, times }: Record<string, unknown> = Object(answer)
  if (ok === true && typeof reference === 'string') return { reference, manage }
  if (ok !== false || typeof message !== 'string') return undefined
  return { errors: { message, fields: { ...Object(fields) } }, times }
}

/** The first wrong field, else the message; scrolled by hand, as focus() only scrolls what is hidden. */
export function leadTo(frame: HTMLElement): void {
  const said = '[role=alert]:not(:empty), [role=status]'
  const message = frame.matches(said) ? frame : frame.querySelector<HTMLElement>(said)
  const field = frame.querySelector<HTMLElement>('[aria-invalid]')
  const block = 'nearest'
  message?.scrollIntoView({ block })
  field?.closest('.field')?.scrollIntoView({ block })
  const place = field ?? message
  if (place === message && place) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
