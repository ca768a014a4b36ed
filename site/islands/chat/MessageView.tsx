import type { ChatPanelWords, Message } from './chat-state.ts'
import { findLinks, stripMarkdown, timestampText } from './message-text.ts'

type MessageViewProps = {
  message: Message
  /** Time of the message above (epoch ms). */
  previousAt: number | undefined
  words: Pick<ChatPanelWords, 'title' | 'you' | 'email'>
}

/** A message. Replies can have links. Visitors' messages are shown as typed. */
export function MessageView({ message: { role, content, at }, previousAt, words }: MessageViewProps) {
  const isReply = role === 'assistant'
  const { lang } = document.documentElement
  const timestamp = timestampText(at, previousAt, lang)
  const parts = isReply ? findLinks(stripMarkdown(content), words.email, lang) : [{ text: content, href: '' }]
  return (
    <div className="chat-turn chat-message">
      {timestamp && <time dateTime={new Date(at).toISOString()}>{timestamp}</time>}
      <span className="visually-hidden">{isReply ? words.title : words.you}: </span>
      <p className={isReply ? undefined : 'chat-you'} dir="auto">
        {parts.map(({ text, href }, i) =>
          href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message only grows at its end
            <a key={i} href={href}>
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </div>
  )
}
