import { type SyntheticEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { mapFields } from '../../../platform/fields.ts'
import { type ConsultationInfo, consultationFields } from '../../../server/leads/fields.ts'
import { focusResult } from '../../ui/form/form.ts'
import type { Message } from '../chat/chat-state.ts'
import { allowResend, sendAbandoned, sentMessages } from './abandoned.ts'
import { ConsultationCard } from './ConsultationCard.tsx'
import { ConsultationSheet } from './ConsultationSheet.tsx'
import { type ConsultationCopy, nextConsultation, openForm, withdrawAndClear } from './consultation-form.ts'
import { useLeaving } from './use-leaving.ts'

export type ConsultationProps = {
  info: Partial<ConsultationInfo>
  transcript: readonly Message[]
  /** Text in the chat's input. */
  draft: string
  /** Whether the visitor is leaving a message because the chat failed. `info.requirements` is then all they typed. */
  isLeavingMessage: boolean
  /** Called with the names of the fields that aren't empty. */
  onFilledChange: (names: readonly string[]) => void
  onDone: () => void
}

type Props = ConsultationProps & { words: ConsultationCopy }

/** Each chat has its own consultation. Starting over unmounts it, which withdraws what was sent and clears the form. */
export function Consultation(props: Props) {
  useEffect(() => withdrawAndClear, [])
  return <ChatConsultation key={props.transcript[0]?.at} {...props} />
}

/** A card in the chat's log, a bar while the card is out of view, and a sheet to edit the consultation. */
function ChatConsultation({ words, info, transcript, draft, isLeavingMessage, onFilledChange, onDone }: Props) {
  const chatStartedAt = transcript[0]?.at
  const [form] = useState(() => openForm(words, chatStartedAt))
  const state = useSyncExternalStore(form.subscribe, form.read)
  const [isEditing, setEditing] = useState(false)
  const { isAgreed, reference, requestId } = state
  const values = mapFields(consultationFields, (name) => state.values[name] ?? info[name] ?? '')
  const consent = isAgreed ? 'yes' : ''
  const isTouched = isAgreed !== undefined || Object.keys(state.values).length > 0
  const [panel] = useState(() => document.querySelector<HTMLElement>('.chat'))

  useEffect(() => {
    const { startedAt } = form.read()
    if (chatStartedAt !== undefined) form.change({ chatStartedAt, startedAt: Math.min(startedAt, chatStartedAt) })
  }, [form, chatStartedAt])

  useEffect(() => {
    onFilledChange(Object.keys(state.values))
    return () => onFilledChange([])
  }, [onFilledChange, state.values])

  useLeaving({
    onLeave: () => {
      const isUnsent = isAgreed !== undefined && reference === undefined
      if (isUnsent) sendAbandoned({ values, requestId, transcript, consent, draft })
    },
    onReturn: allowResend,
  })

  useEffect(() => {
    if (!isLeavingMessage) return
    setEditing(true)
    if (form.read().reference !== undefined) form.change(nextConsultation(form.read()))
  }, [isLeavingMessage, form])

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const extraFields = { transcript: JSON.stringify(sentMessages(transcript)), consent }
    const answer = await form.submit(values, extraFields)
    if (answer === undefined) return
    const hasErrors = 'errors' in answer
    // The result must be in the page before it's focused.
    flushSync(() => {
      setEditing(hasErrors)
      if (!hasErrors) onDone()
    })
    const resultElement = panel?.querySelector<HTMLElement>(hasErrors ? 'dialog' : '.chat-receipt')
    if (resultElement) focusResult(resultElement)
  }

  // Once the visitor has edited a field, keep showing the card, even if they clear it.
  const isShown = isLeavingMessage || isTouched || values.name !== '' || values.email !== ''
  if (!isShown) return null
  const shared = { words, values, state, onSubmit: submit }
  return (
    <>
      <ConsultationCard {...shared} onEdit={() => setEditing(true)} />
      {isEditing &&
        panel &&
        createPortal(
          <ConsultationSheet
            {...shared}
            onType={form.type}
            onAgree={(isAgreed) => form.change({ isAgreed })}
            onClose={() => setEditing(false)}
          />,
          panel,
        )}
    </>
  )
}
