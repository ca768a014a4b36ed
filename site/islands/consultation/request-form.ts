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
  /** When the chat's first message was sent (epoch ms), or undefined before that. */
  begunAt?: number | undefined
  /** Whether the studio can write to a visitor who leaves without sending, or undefined until they choose. */
  isAgreed?: boolean | undefined
}

const storageKey = 'chat-consultation'

/** Outlives the chat's view, in case storage is blocked or 'Start over' is undone. */
let currentForm: ReturnType<typeof createForm<RequestState>> | undefined

/** Returns the chat's form: the current form, a stored form, or a new form. @param begunAt identifies the chat */
export function openForm(words: RequestWords, begunAt: number | undefined) {
  const belongsToChat = (state: RequestState | undefined) =>
    state !== undefined && (state.begunAt ?? begunAt) === begunAt
  if (currentForm && belongsToChat(currentForm.read())) return currentForm
  const stored = currentForm ? undefined : readStored<RequestState>(storageKey)
  if (!belongsToChat(stored)) discardForm()
  const initialState = stored && belongsToChat(stored) ? stored : newForm()
  const action = consultationPath
  currentForm = createForm<RequestState>({ fields: consultationFields, action, key: storageKey, words, initialState })
  return currentForm
}

/** Removes the form from storage and withdraws what this page sent when the visitor left. */
export function discardForm(): void {
  const { isAgreed, reference, requestId } = currentForm?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (currentForm) store(storageKey, undefined)
}

/** Changes that start another request by the same visitor. */
export function nextConsultation({ values: { requirements: _, ...values } }: FormState): Partial<FormState> {
  return { values, requestId: newRequestId(), reference: undefined, sent: undefined }
}
