import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import type { FormTexts } from '../../../platform/fields.ts'
import { consultationFields } from '../../../server/leads/fields.ts'
import { createForm, type FormState, newForm, newRequestId, readStored, store } from '../../ui/form/form.ts'
import { consultationPath, withdrawAbandoned } from './abandoned.ts'

/** `call` labels links to free times, if the studio offers calls. */
export type RequestWords = Omit<ConsultationWords, 'noRequirements' | 'problems' | 'call'> & {
  call?: { link: string; instead: string } | undefined
  texts: FormTexts
}

export type RequestState = FormState & {
  /** When the chat's first message was sent (epoch milliseconds); undefined before it. */
  begunAt?: number | undefined
  /** Whether the visitor allows the studio to write if they leave without sending; undefined until they choose. */
  isAgreed?: boolean | undefined
}

const storageKey = 'chat-consultation'

/** Outlives the chat's view, in case there is no storage or 'Start over' is undone. */
let currentForm: ReturnType<typeof createForm<RequestState>> | undefined

export function openForm(words: RequestWords, begunAt: number | undefined) {
  const isOfChat = (state: RequestState | undefined) => state !== undefined && (state.begunAt ?? begunAt) === begunAt
  if (currentForm && isOfChat(currentForm.read())) return currentForm
  const stored = currentForm ? undefined : readStored<RequestState>(storageKey)
  if (!isOfChat(stored)) discardForm()
  const initialState = stored && isOfChat(stored) ? stored : newForm()
  const action = consultationPath
  currentForm = createForm<RequestState>({ fields: consultationFields, action, key: storageKey, words, initialState })
  return currentForm
}

/** Empties the storage along with the chat, and withdraws what this page sent when the visitor left. */
export function discardForm(): void {
  const { isAgreed, reference, requestId } = currentForm?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (currentForm) store(storageKey, undefined)
}

/** A new consultation of the same visitor, after one was sent. */
export function nextConsultation({ values: { requirements: _, ...values } }: FormState): Partial<FormState> {
  return { values, requestId: newRequestId(), reference: undefined, sent: undefined }
}
