import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import { type FormTexts, mapFields } from '../../../platform/fields.ts'
import { type ConsultationInfo, consultationFields } from '../../../server/leads/fields.ts'
import {
  createForm,
  type FormState,
  focusResult,
  newForm,
  newRequestId,
  readStored,
  store,
} from '../../ui/form/form.ts'
import type { Message } from '../chat/chat-state.ts'
import { allowResend, consultationPath, sendAbandoned, sentMessages, withdrawAbandoned } from './abandoned.ts'
import { RequestCard } from './RequestCard.tsx'
import { RequestSheet } from './RequestSheet.tsx'

/** `call` labels links to free times, if the studio offers calls. */
export type RequestWords = Omit<ConsultationWords, 'noRequirements' | 'problems' | 'call'> & {
  call?: { link: string; instead: string } | undefined
  texts: FormTexts
}

export type ConsultationProps = {
  info: Partial<ConsultationInfo>
  transcript: readonly Message[]
  /** Text in the chat's input. */
  draft: string
  /** The visitor leaves a message because the chat failed; what they typed is in `info.requirements`. */
  isOffered: boolean
  /** Receives the names of filled fields. */
  filled: RefObject<readonly string[]>
  onDone: () => void
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

function openForm(words: RequestWords, begunAt: number | undefined) {
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
function discardForm(): void {
  const { isAgreed, reference, requestId } = currentForm?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (currentForm) store(storageKey, undefined)
}

type Props = ConsultationProps & { words: RequestWords }

/** Unmounts when the chat is empty. */
export function Consultation(props: Props) {
  useEffect(() => discardForm, [])
  return <Request key={props.transcript[0]?.at} {...props} />
}

/** The visitor's request: a card in the chat's log, a bar while that is out of sight, and a sheet to edit it. */
function Request({ words, info, transcript, draft, isOffered, filled, onDone }: Props) {
  const begunAt = transcript[0]?.at
  const [form] = useState(() => openForm(words, begunAt))
  const state = useSyncExternalStore(form.subscribe, form.read)
  const [isEditing, setEditing] = useState(false)
  const { isAgreed, reference, requestId } = state
  const values = mapFields(consultationFields, (name) => state.values[name] ?? info[name] ?? '')
  const consent = isAgreed ? 'yes' : ''
  const isTouched = isAgreed !== undefined || Object.keys(state.values).length > 0
  const [panel] = useState(() => document.querySelector<HTMLElement>('.chat'))

  useEffect(() => {
    const { startedAt } = form.read()
    if (begunAt !== undefined) form.change({ begunAt, startedAt: Math.min(startedAt, begunAt) })
  }, [form, begunAt])

  useEffect(() => {
    filled.current = Object.keys(state.values)
    return () => {
      filled.current = []
    }
  }, [filled, state.values])

  useLeaving(() => {
    if (isAgreed !== undefined && reference === undefined)
      sendAbandoned({ values, requestId, transcript, consent, draft })
  })

  useEffect(() => {
    if (!isOffered) return
    setEditing(true)
    if (form.read().reference !== undefined) form.change(nextConsultation(form.read()))
  }, [isOffered, form])

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const extraFields = { transcript: JSON.stringify(sentMessages(transcript)), consent }
    const answer = await form.submit(values, extraFields)
    if (answer === undefined) return
    const isWrong = 'errors' in answer
    flushSync(() => {
      setEditing(isWrong)
      if (!isWrong) onDone()
    })
    const place = panel?.querySelector<HTMLElement>(isWrong ? 'dialog' : '.chat-receipt')
    if (place) focusResult(place)
  }

  // It stays while a field is cleared and refilled.
  if (!(isOffered || isTouched || values.name || values.email)) return null
  const props = { words, values, state, onSubmit: submit }
  return (
    <>
      <RequestCard {...props} onEdit={() => setEditing(true)} />
      {isEditing &&
        panel &&
        createPortal(
          <RequestSheet
            {...props}
            onType={form.type}
            onAgree={(isAgreed) => form.change({ isAgreed })}
            onClose={() => setEditing(false)}
          />,
          panel,
        )}
    </>
  )
}

/** A new consultation of the same visitor, after one was sent. */
export function nextConsultation({ values: { requirements: _, ...values } }: FormState): Partial<FormState> {
  return { values, requestId: newRequestId(), reference: undefined, sent: undefined }
}

/** Calls back each time the visitor leaves the page or switches tabs. */
function useLeaving(onLeave: () => void): void {
  const handleEvent = useEffectEvent(({ type }: Event) => {
    if (type === 'pagehide' || document.hidden) onLeave()
    else allowResend()
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', (event) => handleEvent(event), { signal })
    addEventListener('pagehide', (event) => handleEvent(event), { signal })
    return () => listeners.abort()
  }, [])
}
