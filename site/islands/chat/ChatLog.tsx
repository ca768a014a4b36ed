import { memo, type ReactNode, useRef } from 'react'
import { topicsIn } from './chat-state.ts'
import { MessageView } from './MessageView.tsx'
import { Notice, type NoticeProps } from './Notice.tsx'
import { useStickToBottom } from './use-stick-to-bottom.ts'

type ChatLogProps = NoticeProps & {
  onSend: (text: string, picked?: string) => void
  onStartOver: () => void
  children: ReactNode
}

const FinishedMessage = memo(MessageView)

/** The `log` role has only finished messages, so screen readers read each message once, in full. */
export function ChatLog({ onSend, onStartOver, children, ...notice }: ChatLogProps) {
  const { words, state } = notice
  const { messages, phase, shownLength } = state
  const scroller = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const streaming = phase !== 'idle' && last?.role === 'assistant' ? last : undefined
  const finished = streaming ? messages.slice(0, -1) : messages
  useStickToBottom(scroller, state)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="chat-log" ref={scroller} tabIndex={0} aria-label={words.log}>
      <div className={messages.length === 0 ? 'chat-thread chat-empty' : 'chat-thread'}>
        {messages.length > 0 && (
          <button type="button" className="plain chat-over" onClick={onStartOver}>
            {words.startOver}
          </button>
        )}
        <div role="log" aria-live={state.hasNewMessages ? 'polite' : 'off'}>
          {finished.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <FinishedMessage key={i} message={message} before={messages[i - 1]?.at} words={words} />
          ))}
        </div>
        {streaming && (
          <div inert>
            <MessageView
              message={{ ...streaming, content: streaming.content.slice(0, shownLength) }}
              before={messages.at(-2)?.at}
              words={words}
            />
          </div>
        )}
        {phase === 'pending' && <p className="chat-turn chat-typing" aria-hidden="true" />}
        <p className="visually-hidden" role="status">
          {phase !== 'idle' && words.typing}
        </p>
        <Topics words={words} state={state} onSend={onSend} />
        <Notice {...notice} />
        {children}
        {messages.length === 0 && <EmptyChat words={words} onSend={onSend} />}
      </div>
    </section>
  )
}

function EmptyChat({ words, onSend }: Pick<ChatLogProps, 'words' | 'onSend'>) {
  return (
    <>
      <h3>{words.empty}</h3>
      <p className="second">{words.isAi}</p>
      <ul className="chat-first ruled">
        {words.suggestions.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onSend(text)}>
              {text}
            </button>
          </li>
        ))}
        {words.call && (
          <li>
            <a href="/call">{words.call}</a>
          </li>
        )}
      </ul>
      <svg className="chat-hills" aria-hidden="true">
        <use href="#chat-hills" />
      </svg>
    </>
  )
}

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
