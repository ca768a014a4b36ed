import type { Message } from './chat.state.ts'
import { findLinks, stripMarks } from './chat-text.ts'
import type { TalkWords } from './talk-words.ts'

type ChatTurnProps = { message: Message; words: Pick<TalkWords, 'title' | 'you' | 'email'> }

/** One message with its time. Only the agent's words have marks taken off, and may lead somewhere. */
export function ChatTurn({ message: { role, content, at }, words }: ChatTurnProps) {
  const isAgent = role === 'assistant'
  return (
    <div className={`chat-turn chat-${role}`}>
      <span className="visually-hidden">{isAgent ? words.title : words.you}: </span>
      <p>
        {isAgent
          ? findLinks(stripMarks(content), words.email).map(({ text, to }, i) =>
              to === undefined ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which only grows at its end
                <a key={i} href={to}>
                  {text}
                </a>
              ),
            )
          : content}
      </p>
      <time>{new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}</time>
    </div>
  )
}
