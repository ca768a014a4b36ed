import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookingInfo } from '../../lib/booking-info.ts'
import type { Turn } from '../../lib/turn.ts'
import { ChatInput } from './ChatInput.tsx'
import { ChatLog } from './ChatLog.tsx'
import { recall, remember } from './chat-memory.ts'
import type { TalkWords } from './talk-words.ts'
import { useChat } from './use-chat.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** What the booking is told of the conversation. */
export type BookingPlace = {
  /** What is known of the visitor so far. */
  info: BookingInfo
  transcript: readonly Turn[]
  /** What stands in the input. */
  draft: string
  /** The agent failed, and the visitor leaves what was typed as a request; it stands in `info.requirements`. */
  isOffered: boolean
  onDone: () => void
}

type ChatProps = { words: TalkWords; renderBooking: (place: BookingPlace) => ReactNode }

/** The talk: everything of the panel below its head. */
export function Chat({ words, renderBooking }: ChatProps) {
  const { state, actions, visitor } = useChat()
  const [draft, setDraft] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { messages, info, ending, phase, isLeaving } = state
  const isPending = phase !== 'idle'
  useKeptFocus(field, isPending)

  useLayoutEffect(() => {
    const input = field.current
    // What was typed before this code was here counts.
    if (input) input.value ||= recall().draft
    if (input) setDraft(input.value)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: how much of the reply is seen does not matter here
  useEffect(() => {
    if (visitor() !== '') remember(state, draft, visitor())
  }, [messages, info, ending, phase, draft])

  const typed = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
  const requirements = isLeaving ? [...typed, draft].join('\n').trim() : info.requirements
  return (
    <>
      <ChatLog words={words} state={state} actions={actions} />
      {renderBooking({
        info: { ...info, requirements },
        transcript: messages,
        draft,
        isOffered: isLeaving,
        onDone: () => actions.leave(false),
      })}
      <ChatInput
        words={words}
        field={field}
        length={[...draft].length}
        isPending={isPending}
        onSend={actions.send}
        onStop={() => {
          // The button goes, and would take the focus along.
          field.current?.closest('section')?.focus({ preventScroll: true })
          actions.stop()
        }}
        onType={setDraft}
      />
      <p className="chat-note chat-foot">
        <span>{words.footer}</span>
        {messages.length > 0 && (
          <button type="button" className="chat-plain" onClick={actions.startOver}>
            {words.startOver}
          </button>
        )}
      </p>
    </>
  )
}
