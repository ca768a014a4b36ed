import { memo, type ReactNode, useRef } from 'react'
import { type ChatAction, type ChatPanelWords, type ChatState, topicsIn } from './chat-state.ts'
import { EmptyChat } from './EmptyChat.tsx'
import { MessageView } from './MessageView.tsx'
import { Notice } from './Notice.tsx'
import { useStickToBottom } from './use-stick-to-bottom.ts'

type ChatLogProps = {
  words: ChatPanelWords
  state: ChatState
  /** Sends a message. `picked` is the ID of a topic, if the visitor picked one. */
  onSend: (text: string, topicId?: string) => void
  onAction: (action: ChatAction) => void
  children: ReactNode
}

const FinishedMessage = memo(MessageView)

/** The chat's messages. The `log` role has only finished messages, so screen readers read each once, in full. */
export function ChatLog({ words, state, onSend, onAction, children }: ChatLogProps) {
  const { messages, phase, shownLength } = state
  const scroller = useRef<HTMLDivElement>(null)
  const isEmpty = messages.length === 0
  const last = messages.at(-1)
  const streaming = phase !== 'idle' && last?.role === 'assistant' ? last : undefined
  const finished = streaming ? messages.slice(0, -1) : messages
  useStickToBottom(scroller, state)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="chat-log" ref={scroller} tabIndex={0} aria-label={words.log}>
      <div className={isEmpty ? 'chat-thread chat-empty' : 'chat-thread'}>
        {!isEmpty && (
          <button type="button" className="plain chat-over" onClick={() => onAction({ type: 'startedOver' })}>
            {words.startOver}
          </button>
        )}
        <div role="log" aria-live={state.hasNewMessages ? 'polite' : 'off'}>
          {finished.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <FinishedMessage key={i} message={message} previousAt={messages[i - 1]?.at} words={words} />
          ))}
        </div>
        {streaming && (
          <div inert>
            <MessageView
              message={{ ...streaming, content: streaming.content.slice(0, shownLength) }}
              previousAt={messages.at(-2)?.at}
              words={words}
            />
          </div>
        )}
        {phase === 'pending' && <p className="chat-turn chat-typing" aria-hidden="true" />}
        <p className="visually-hidden" role="status">
          {phase !== 'idle' && words.typing}
        </p>
        <Topics words={words} state={state} onSend={onSend} />
        <Notice words={words} state={state} onAction={onAction} />
        {children}
        {isEmpty && <EmptyChat words={words} onSend={onSend} />}
      </div>
    </section>
  )
}

/** The last reply's topics, as buttons. */
function Topics({ words, state, onSend }: Pick<ChatLogProps, 'words' | 'state' | 'onSend'>) {
  const topics = topicsIn(state)
  if (topics.length === 0) return null
  return (
    <>
      <ul className="chat-turn chat-topics" aria-label={words.topics}>
        {topics.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className="button button-plain" onClick={() => onSend(title, id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
      <p className="chat-turn second">
        {words.orAsk} <a href={`mailto:${words.email}`}>{words.email}</a>
      </p>
    </>
  )
}
