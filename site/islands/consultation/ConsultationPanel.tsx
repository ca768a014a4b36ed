import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import { type FormTexts, labelOf, mapFields, namesOf } from '../../../platform/fields.ts'
import { newRequestId } from '../../../platform/http/request-id.ts'
import type { ProvableMessage } from '../../../server/chat/proof.ts'
import { type ConsultationInfo, type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import { FormField } from '../../ui/form/Form.tsx'
import { createForm, type FormState, keep, leadTo, newForm, readKept } from '../../ui/form/form.ts'
import { action, forgetSent, sendAbandoned, sentMessages, withdrawAbandoned } from './abandoned.ts'

/** `call` leads to the free times, where the site offers calls. */
type PanelWords = Omit<ConsultationWords, 'noRequirements' | 'problems' | 'page'> & {
  call?: string | undefined
  texts: FormTexts
}

export type ConsultationPlace = {
  /** What the chat has learned. */
  info: Partial<ConsultationInfo>
  transcript: readonly (ProvableMessage & { at?: number })[]
  /** Text in the chat's input. */
  draft: string
  /** The visitor leaves a message because nobody answers; what they typed is in `info.requirements`. */
  isOffered?: boolean
  onDone: () => void
}

type PanelState = FormState & {
  /** When the chat's first message was sent (epoch milliseconds); undefined before it. */
  begunAt?: number | undefined
  /** Whether they may be written to when they leave; undefined before they have said anything to it. */
  isAgreed?: boolean | undefined
}

const key = 'chat-consultation'

/** Kept without the panel, for browsers without storage and for undoing 'Start over'. */
let last: ReturnType<typeof newPanelForm> | undefined

function newPanelForm(words: PanelWords, first: PanelState) {
  return createForm<PanelState>({ fields: consultationFields, action, key, words, first })
}

/** The form of this chat: another chat has another. */
function openForm(words: PanelWords, begunAt: number | undefined) {
  const isSame = (state: PanelState | undefined) => state !== undefined && (state.begunAt ?? begunAt) === begunAt
  if (last && isSame(last.read())) return last
  const kept = last ? undefined : readKept<PanelState>(key)
  if (!isSame(kept)) forget()
  last = newPanelForm(words, kept && isSame(kept) ? kept : newForm())
  return last
}

/** Empties the storage along with the chat, and withdraws what this page sent when the visitor left. */
function forget(): void {
  const { isAgreed, reference, requestId } = last?.read() ?? {}
  if (isAgreed && reference === undefined && requestId !== undefined) withdrawAbandoned(requestId)
  if (last) keep(key, undefined)
}

type PanelProps = ConsultationPlace & { words: PanelWords }

/** It goes when nothing is said or typed any more. */
export function ConsultationPanel(props: PanelProps) {
  useEffect(() => forget, [])
  return <Panel key={props.transcript[0]?.at} {...props} />
}

function Panel({ words, info, transcript, draft, isOffered = false, onDone }: PanelProps) {
  const begunAt = transcript[0]?.at
  const [form] = useState(() => openForm(words, begunAt))
  const state = useSyncExternalStore(form.subscribe, form.read)
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { errors, isAgreed, reference, requestId } = state
  const values = mapFields(consultationFields, (name) => state.values[name] ?? info[name] ?? '')
  const consent = isAgreed ? 'yes' : ''
  const isTouched = isAgreed !== undefined || Object.keys(state.values).length > 0

  useEffect(() => {
    const { startedAt } = form.read()
    if (begunAt !== undefined) form.change({ begunAt, startedAt: Math.min(startedAt, begunAt) })
  }, [form, begunAt])

  useAway(() => {
    if (isAgreed !== undefined && reference === undefined)
      sendAbandoned({ values, requestId, transcript, consent, draft })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each message of the visitor's, once
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
    const sent = { transcript: JSON.stringify(sentMessages(transcript)), consent }
    const answer = await form.submit(values, sent)
    if (answer === undefined) return
    if ('errors' in answer) setOpen(true)
    else onDone()
    // Once it is drawn.
    requestAnimationFrame(() => frame.current && leadTo(frame.current))
  }

  // An address that is only being typed counts; a field may be emptied to be filled anew.
  const isShown = isOffered || isTouched || values.name || values.email || /\S@[^\s@.]+\.\S/.test(draft)
  if (!isShown) return null
  const props = { words, values, state, isOpen, onOpen: setOpen, onType: form.type }
  return (
    <div className={`booking ${errors && isOpen ? 'booking-wrong' : ''}`} ref={frame}>
      <PanelView {...props} onAgree={(isAgreed) => form.change({ isAgreed })} onSubmit={submit} />
    </div>
  )
}

/** Another consultation from the same visitor. */
export function nextConsultation({ values: { requirements: _, ...values } }: FormState): Partial<FormState> {
  return { values, requestId: newRequestId(), reference: undefined, sent: undefined }
}

function useAway(onAway: () => void): void {
  const away = useEffectEvent(({ type }: Event) => {
    if (type === 'pagehide' || document.hidden) onAway()
    else forgetSent()
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', (event) => away(event), { signal })
    addEventListener('pagehide', (event) => away(event), { signal })
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

/** The form in each of its states. Closed it takes a few lines, so that the chat stays in sight on a phone. */
export function PanelView({ words, values, state, isOpen, onOpen, onType, onAgree, onSubmit }: PanelViewProps) {
  const { errors, isSending, isAgreed, reference, sent } = state
  const hasNews = sent === undefined || namesOf(consultationFields).some((name) => values[name] !== sent[name])
  const href = values.name && values.email && draftHref(values, words)
  const labels: Readonly<Record<string, string>> = words.labels
  return (
    <>
      {reference !== undefined && (
        <p role="status" tabIndex={-1}>
          {words.success} {words.referenceLabel} <b>{reference}</b>
        </p>
      )}
      {hasNews && (
        <form noValidate onSubmit={onSubmit}>
          {errors && (
            <p className="field-error" role="alert" tabIndex={-1}>
              {errors.message}
            </p>
          )}
          <div>
            {words.call && (
              <a className="booking-call" href="/call">
                {words.call}
              </a>
            )}
            <details open={isOpen} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
              <summary>{words.heading}</summary>
              {namesOf(consultationFields).map((name) => (
                <FormField
                  key={name}
                  id={`booking-${name}`}
                  name={name}
                  field={consultationFields[name]}
                  label={labels[name]}
                  value={values[name]}
                  error={errors?.fields[name]}
                  isSending={isSending}
                  onType={(text) => onType(name, text)}
                />
              ))}
            </details>
          </div>
          {reference === undefined && (
            <label className="booking-agree">
              <input type="checkbox" checked={isAgreed ?? false} onChange={({ target }) => onAgree(target.checked)} />{' '}
              {words.consent}
            </label>
          )}
          <div className="booking-acts">
            <button type="submit" className="button" disabled={isSending} aria-describedby="booking-send-note">
              {isSending ? words.sending : words.send}
            </button>
            <small id="booking-send-note">{words.sendNote}</small>
            {href && (
              <>
                <a className="booking-draft" aria-describedby="booking-draft-note" href={href}>
                  {words.draft}
                </a>
                <small id="booking-draft-note">{words.draftNote}</small>
              </>
            )}
          </div>
        </form>
      )}
    </>
  )
}

type DraftWords = Pick<ConsultationWords, 'labels' | 'notProvided' | 'notSpecified' | 'address' | 'subject'>

const isOfPerson = /name|email|company/

/** The consultation as an e-mail that the visitor sends. RFC 6068: line breaks are %0D%0A. */
export function draftHref(values: ConsultationValues, words: DraftWords): string {
  const labels: Readonly<Record<string, string>> = words.labels
  const lines = namesOf(consultationFields).map((name) => {
    const missing = isOfPerson.test(name) ? words.notProvided : words.notSpecified
    return `${labels[name] ?? labelOf(name)}: ${values[name] || missing}`
  })
  const body = lines.join('\n').replaceAll(/\r?\n/g, '\r\n')
  const [to, subject, text] = [words.address, words.subject, body].map((part) =>
    encodeURIComponent(part.toWellFormed()),
  )
  return `mailto:${to?.replace('%40', '@')}?subject=${subject}&body=${text}`
}
