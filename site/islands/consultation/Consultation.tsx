import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { mapFields } from '../../../platform/fields.ts'
import { type ConsultationInfo, consultationFields } from '../../../server/leads/fields.ts'
import { focusResult } from '../../ui/form/form.ts'
import type { Message } from '../chat/chat-state.ts'
import { allowResend, sendAbandoned, sentMessages } from './abandoned.ts'
import { RequestCard } from './RequestCard.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { discardForm, nextConsultation, openForm, type RequestWords } from './request-form.ts'

export type ConsultationProps = {
  info: Partial<ConsultationInfo>
  transcript: readonly Message[]
  /** Text in the chat's input. */
  draft: string
  /** Whether the visitor leaves a message because the chat failed. `info.requirements` then has everything they typed. */
  isOffered: boolean
  /** Set to the names of the filled fields. */
  filled: RefObject<readonly string[]>
  onDone: () => void
}

type Props = ConsultationProps & { words: RequestWords }

/** Discards the form when it unmounts, as when the chat becomes empty. */
export function Consultation(props: Props) {
  useEffect(() => discardForm, [])
  return <Request key={props.transcript[0]?.at} {...props} />
}

/** The visitor's request: a card in the chat's log, a bar while the card is out of view, and a sheet to edit it. */
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
    const hasErrors = 'errors' in answer
    flushSync(() => {
      setEditing(hasErrors)
      if (!hasErrors) onDone()
    })
    const result = panel?.querySelector<HTMLElement>(hasErrors ? 'dialog' : '.chat-receipt')
    if (result) focusResult(result)
  }

  // Once touched, it stays while a field is cleared and refilled.
  const isShown = isOffered || isTouched || values.name !== '' || values.email !== ''
  if (!isShown) return null
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

/** Calls `onLeave` each time the visitor leaves the page or switches tabs. */
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
