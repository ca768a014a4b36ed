import { memo, useRef } from 'react'
import { ChatNotice, type ChatNoticeProps } from './ChatNotice.tsx'
import { ChatTurn } from './ChatTurn.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

const ChatMessage = memo(ChatTurn)

type ChatLogProps = ChatNoticeProps & { onSend: (text: string) => void }

/**
 * The conversation. Its log holds finished messages alone, so that a screen reader reads each once and whole; a reply that
 * is coming stands below it, to be seen only, and a status says that the agent is typing.
 */
export function ChatLog({ onSend, ...notice }: ChatLogProps) {
  const { words, state } = notice
  const { messages, phase, shown } = state
  const scroller = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const coming = phase !== 'idle' && last?.role === 'assistant' ? last : undefined
  const finished = coming ? messages.slice(0, -1) : messages
  useStickToEnd(scroller, state)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="chat-scroll" ref={scroller} tabIndex={0} aria-label={words.log}>
      <div className="chat-thread">
        {messages.length === 0 && <h3>{words.empty}</h3>}
        <p className="chat-note">{words.isAi}</p>
        {messages.length === 0 && (
          <ul className="chat-first ruled">
            {words.suggestions.map((text) => (
              <li key={text}>
                <button type="button" className="chat-plain" onClick={() => onSend(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div role="log" aria-live={state.isSpoken ? 'polite' : 'off'}>
          {finished.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <ChatMessage key={i} message={message} words={words} />
          ))}
        </div>
        {coming && (
          <div inert>
            <ChatTurn message={{ ...coming, content: coming.content.slice(0, shown) }} words={words} />
          </div>
        )}
        {phase === 'pending' && <p className="chat-turn chat-typing" aria-hidden="true" />}
        <p className="visually-hidden" role="status">
          {phase !== 'idle' && words.typing}
        </p>
        <ChatNotice {...notice} />
      </div>
    </section>
  )
}
