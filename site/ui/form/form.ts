import { checkForm, type Fields, type FormErrors, type FormTexts, type Values } from '../../../platform/fields.ts'
import { parseJson } from '../../../platform/parse-json.ts'

export type FormState = {
  values: Partial<Values>
  /** The idempotency key, the same for every attempt. */
  requestId: string
  startedAt: number
  isSending?: boolean | undefined
  errors?: FormErrors | undefined
  /** The stored lead's reference. Its values are in `sent`. */
  reference?: string | undefined
  sent?: Values | undefined
}

type FormOptions<State> = {
  fields: Fields
  action: string
  /** Session storage key for typed text, which survives a reload. */
  key: string | undefined
  words: { texts: FormTexts; unreachable: string }
  initialState: State
}

/** A form's state. Stores what's typed, checks it, and sends it once. The caller renders it. */
export function createForm<State extends FormState>({ fields, action, key, words, initialState }: FormOptions<State>) {
  let state = initialState
  const listeners = new Set<() => void>()

  function change(changes: Partial<State> | Partial<FormState>): void {
    state = { ...state, ...changes }
    const { isSending: _, errors: __, ...kept } = state
    store(key, kept)
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
    /** @param extraFields to send with the values @returns undefined if the form is already being sent */
    submit: async (values: Values, extraFields: object): Promise<FormAnswer | undefined> => {
      if (state.isSending) return undefined
      change({ isSending: true, errors: undefined, reference: undefined, sent: undefined })
      const { errors } = checkForm(fields, values, words.texts)
      const { requestId, startedAt } = state
      const answer = errors ? { errors } : await post(action, { ...values, ...extraFields, requestId }, startedAt)
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

/** Reads a stored form. Until hydration, site/layouts/hydrate-on-interaction.ts stores only the values. */
export function readStored<State extends FormState = FormState>(key: string): State | undefined {
  try {
    const kept = parseJson(sessionStorage.getItem(key) ?? '')
    return kept instanceof Object && 'values' in kept ? { ...newForm(), ...(kept as State) } : undefined
  } catch {
    return undefined
  }
}

export function store(key: string | undefined, kept: object | undefined): void {
  if (key === undefined) return
  try {
    if (kept === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is blocked or full, so the state is lost with the page.
  }
}

export type FormAnswer = { errors: FormErrors; times?: unknown } | { reference: string; manage?: unknown }

const timeoutMs = 20_000
/** Browsers limit requests with `keepalive` to 64 KiB per page (Fetch standard). This leaves some for others. */
const maxKeepaliveBytes = 60_000

/** Submits the form. @returns undefined if there's no valid response */
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
      // The request outlives the tab.
      keepalive: new Blob([body]).size < maxKeepaliveBytes,
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

/** Scrolls to the first invalid field, or else the message, and focuses it. focus() alone could leave part of it hidden. */
export function focusResult(frame: HTMLElement): void {
  const messageSelector = '[role=alert]:not(:empty), [role=status]'
  const message = frame.matches(messageSelector) ? frame : frame.querySelector<HTMLElement>(messageSelector)
  const field = frame.querySelector<HTMLElement>('[aria-invalid]')
  const block = 'nearest'
  message?.scrollIntoView({ block })
  field?.closest('.field')?.scrollIntoView({ block })
  if (!field && message) message.tabIndex = -1
  const target = field ?? message
  target?.focus({ preventScroll: true })
}

/** A random idempotency key. randomUUID would need a secure origin, and sites can be tested over plain HTTP. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
