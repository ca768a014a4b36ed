import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import type { FormTexts } from '../../../platform/fields.ts'
import { consultationFields } from '../../../server/leads/fields.ts'
import { createForm, type FormState, newForm, newRequestId, readStored, store } from '../../ui/form/form.ts'
import { consultationPath, withdrawAbandoned } from './abandoned.ts'

/** Copy of the card and the sheet. `call` has the labels of links to free times, if the studio offers calls. */
export type ConsultationCopy = Omit<ConsultationWords, 'noRequirements' | 'problems' | 'call'> & {
  call?: { link: string; instead: string } | undefined
  texts: FormTexts
}

export type ConsultationState = FormState & {
  /** Time of the chat's first message (epoch ms), or undefined before that. */
  chatStartedAt?: number | undefined
  /** Whether the visitor agrees to be contacted if they leave without sending. Undefined until they choose. */
  isAgreed?: boolean | undefined
}

const storageKey = 'chat-consultation'

/** The form outlives the chat's view in case storage is blocked, or the visitor undoes 'Start over'. */
let currentForm: ReturnType<typeof createForm<ConsultationState>> | undefined

/** Returns the chat's form: the current form, a stored form, or a new form. @param chatStartedAt identifies the chat */
export function openForm(words: ConsultationCopy, chatStartedAt: number | undefined) {
  const belongsToChat = (state: ConsultationState | undefined) =>
    state !== undefined && (state.chatStartedAt ?? chatStartedAt) === chatStartedAt
  if (currentForm && belongsToChat(currentForm.read())) return currentForm
  const stored = currentForm ? undefined : readStored<ConsultationState>(storageKey)
  if (!belongsToChat(stored)) withdrawAndClear()
  const initialState = stored && belongsToChat(stored) ? stored : newForm()
  const action = consultationPath
  currentForm = createForm<ConsultationState>({
    fields: consultationFields,
    action,
    key: storageKey,
    words,
    initialState,
  })
  return currentForm
}

/** Withdraws what this page sent when the visitor left, and removes the form from storage. */
export function withdrawAndClear(): void {
  const { isAgreed, reference, requestId } = currentForm?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (currentForm) store(storageKey, undefined)
}

/** State changes for another consultation by the same visitor. Keeps their details, but not the project. */
export function nextConsultation({ values: { requirements: _, ...values } }: FormState): Partial<FormState> {
  return { values, requestId: newRequestId(), reference: undefined, sent: undefined }
}
