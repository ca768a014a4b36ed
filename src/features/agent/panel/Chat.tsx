import { useRef } from 'react'
import { BookingPanel } from '../booking/BookingPanel.tsx'
import type { BookingPanelWords } from '../booking/booking-panel.state.ts'
import { ChatInput } from './ChatInput.tsx'
import { ChatLog } from './ChatLog.tsx'
import type { ChatEvent } from './chat.state.ts'
import type { TalkWords } from './talk-words.ts'
import { useChat } from './use-chat.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type ChatProps = { words: TalkWords; booking: BookingPanelWords }

/** The talk: everything of the panel below its head. */
export function Chat({ words, booking }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, dispatch, ask, end, draft, setDraft } = useChat(field)
  const holdFocus = useKeptFocus(field, state)
  const { messages, info, phase, isLeaving } = state
  const send = (text: string) => ask({ type: 'sent', text, at: Date.now() })
  // For buttons that go with what they do.
  const endBy = (event: ChatEvent) => () => {
    holdFocus()
    end(event)
  }

  const typed = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
  return (
    <>
      <ChatLog
        words={words}
        state={state}
        onSend={send}
        onGoOn={() => ask({ type: 'wentOn' })}
        onLeave={endBy({ type: 'left', isLeaving: true })}
        onUndo={(conversation) => endBy({ type: 'restored', conversation })()}
      />
      <BookingPanel
        words={booking}
        info={isLeaving ? { ...info, requirements: [...typed, draft].join('\n').trim() } : info}
        transcript={messages}
        draft={draft}
        isOffered={isLeaving}
        onDone={() => dispatch({ type: 'left', isLeaving: false })}
      />
      <ChatInput
        words={words}
        field={field}
        length={[...draft].length}
        isPending={phase !== 'idle'}
        onSend={send}
        onStop={endBy({ type: 'stopped' })}
        onType={setDraft}
      />
      <p className="chat-note chat-foot">
        <span>{words.footer}</span>
        {messages.length > 0 && (
          <button type="button" className="chat-plain" onClick={endBy({ type: 'startedOver' })}>
            {words.startOver}
          </button>
        )}
      </p>
    </>
  )
}
