import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import { type FormTexts, mapFields, namesOf } from '../../../platform/fields.ts'
import type { ProvableMessage } from '../../../server/chat/proof.ts'
import { type ConsultationInfo, type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import { draftHref } from '../../ui/form/email-draft.ts'
import { FormField } from '../../ui/form/Form.tsx'
import {
  createForm,
  type FormState,
  focusResult,
  newForm,
  newRequestId,
  readStored,
  store,
} from '../../ui/form/form.ts'
import { allowResend, consultationPath, sendAbandoned, sentMessages, withdrawAbandoned } from './abandoned.ts'

/** `call` is the text of the link to free times, if the studio offers calls. */
type PanelWords = Omit<ConsultationWords, 'noRequirements' | 'problems'> & {
  call?: string | undefined
  texts: FormTexts
}

export type ConsultationProps = {
  info: Partial<ConsultationInfo>
  transcript: readonly (ProvableMessage & { at?: number })[]
  /** The text in the chat's input. */
  draft: string
  /** The visitor leaves a message because the chat failed; what they typed is in `info.requirements`. */
  isOffered?: boolean
  onDone: () => void
}

type PanelState = FormState & {
  /** When the chat's first message was sent (epoch milliseconds); undefined before it. */
  begunAt?: number | undefined
  /** Whether the studio may write to a visitor who leaves without sending; undefined until they choose. */
  isAgreed?: boolean | undefined
}

const storageKey = 'chat-consultation'

/** Outlives the panel, in case there is no storage or 'Start over' is undone. */
let currentForm: ReturnType<typeof createForm<PanelState>> | undefined

function openForm(words: PanelWords, begunAt: number | undefined) {
  const isOfChat = (state: PanelState | undefined) => state !== undefined && (state.begunAt ?? begunAt) === begunAt
  if (currentForm && isOfChat(currentForm.read())) return currentForm
  const stored = currentForm ? undefined : readStored<PanelState>(storageKey)
  if (!isOfChat(stored)) discardForm()
  const initialState = stored && isOfChat(stored) ? stored : newForm()
  const action = consultationPath
  currentForm = createForm<PanelState>({ fields: consultationFields, action, key: storageKey, words, initialState })
  return currentForm
}

/** Empties the storage along with the chat, and withdraws what this page sent when the visitor left. */
function discardForm(): void {
  const { isAgreed, reference, requestId } = currentForm?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (currentForm) store(storageKey, undefined)
}

type PanelProps = ConsultationProps & { words: PanelWords }

/** Unmounts when the chat and its draft are empty. */
export function ConsultationPanel(props: PanelProps) {
  useEffect(() => discardForm, [])
  return <Panel key={props.transcript[0]?.at} {...props} />
}

function Panel({ words, info, transcript, draft, isOffered = false, onDone }: PanelProps) {
  const begunAt = transcript[0]?.at
  const [form] = useState(() => openForm(words, begunAt))
  const state = useSyncExternalStore(form.subscribe, form.read)
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const { errors, isAgreed, reference, requestId } = state
  const values = mapFields(consultationFields, (name) => state.values[name] ?? info[name] ?? '')
  const consent = isAgreed ? 'yes' : ''
  const isTouched = isAgreed !== undefined || Object.keys(state.values).length > 0

  useEffect(() => {
    const { startedAt } = form.read()
    if (begunAt !== undefined) form.change({ begunAt, startedAt: Math.min(startedAt, begunAt) })
  }, [form, begunAt])

  useLeaving(() => {
    if (isAgreed !== undefined && reference === undefined)
      sendAbandoned({ values, requestId, transcript, consent, draft })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per message of the visitor
  useEffect(() => {
    if (transcript.at(-1)?.role === 'user') setOpen(false)
  }, [transcript.length])

  useEffect(() => {
    if (!isOffered) return
    setOpen(true)
    if (form.read().reference !== undefined) form.change(nextConsultation(form.read()))
  }, [isOffered, form])

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const extraFields = { transcript: JSON.stringify(sentMessages(transcript)), consent }
    const answer = await form.submit(values, extraFields)
    if (answer === undefined) return
    if ('errors' in answer) setOpen(true)
    else onDone()
    // After React has rendered the answer.
    requestAnimationFrame(() => container.current && focusResult(container.current))
  }

  // A draft with an email address shows it too. It stays while a field is cleared and refilled.
  const isShown = isOffered || isTouched || values.name || values.email || /\S@[^\s@.]+\.\S/.test(draft)
  if (!isShown) return null
  const props = { words, values, state, isOpen, onOpen: setOpen, onType: form.type }
  return (
    <div className={`consultation ${errors && isOpen ? 'consultation-wrong' : ''}`} ref={container}>
      <PanelView {...props} onAgree={(isAgreed) => form.change({ isAgreed })} onSubmit={submit} />
    </div>
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

type PanelViewProps = {
  words: PanelWords
  values: ConsultationValues
  state: PanelState
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onType: (name: string, text: string) => void
  onAgree: (isAgreed: boolean) => void
  onSubmit: (event: SyntheticEvent) => void
}

/** The form in each of its states. Closed, it takes a few lines, so that the chat stays visible on a phone. */
export function PanelView({ onAgree, onSubmit, ...props }: PanelViewProps) {
  const { words, values, state } = props
  const { errors, isSending, isAgreed, reference, sent } = state
  const hasChanges = sent === undefined || namesOf(consultationFields).some((name) => values[name] !== sent[name])
  return (
    <>
      {reference !== undefined && (
        <p role="status" tabIndex={-1}>
          {words.success} {words.referenceLabel} <b>{reference}</b>
        </p>
      )}
      {hasChanges && (
        <form noValidate onSubmit={onSubmit}>
          {errors && (
            <p className="field-error" role="alert" tabIndex={-1}>
              {errors.message}
            </p>
          )}
          <ConsultationDetails {...props} />
          {reference === undefined && (
            <label className="consultation-agree">
              <input type="checkbox" checked={isAgreed ?? false} onChange={({ target }) => onAgree(target.checked)} />{' '}
              {words.consent}
            </label>
          )}
          <SendButtons words={words} values={values} isSending={isSending} />
        </form>
      )}
    </>
  )
}

type DetailsProps = Omit<PanelViewProps, 'onAgree' | 'onSubmit'>

function ConsultationDetails({ words, values, state: { errors, isSending }, isOpen, onOpen, onType }: DetailsProps) {
  return (
    <div>
      {words.call && (
        <a className="consultation-call" href="/call">
          {words.call}
        </a>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
        <summary>{words.heading}</summary>
        {namesOf(consultationFields).map((name) => (
          <FormField
            key={name}
            id={`consultation-${name}`}
            name={name}
            field={consultationFields[name]}
            texts={words.texts}
            value={values[name]}
            error={errors?.fields[name]}
            isSending={isSending}
            onType={(text) => onType(name, text)}
          />
        ))}
      </details>
    </div>
  )
}

type SendButtonsProps = Pick<PanelViewProps, 'words' | 'values'> & Pick<PanelState, 'isSending'>

function SendButtons({ words, values, isSending }: SendButtonsProps) {
  return (
    <div className="consultation-acts">
      <button type="submit" className="button" disabled={isSending} aria-describedby="consultation-send-note">
        {isSending ? words.sending : words.send}
      </button>
      <small id="consultation-send-note">{words.sendNote}</small>
      {values.name && values.email && (
        <>
          <a className="consultation-draft" aria-describedby="consultation-draft-note" href={draftHref(values, words)}>
            {words.draft}
          </a>
          <small id="consultation-draft-note">{words.draftNote}</small>
        </>
      )}
    </div>
  )
}
