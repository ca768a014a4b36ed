import type { ChatPanelWords, Message } from './chat-state.ts'
import { findLinks, stampOf, stripMarkdown } from './message-text.ts'

type MessageViewProps = {
  message: Message
  /** When the message above was sent. */
  before: number | undefined
  words: Pick<ChatPanelWords, 'title' | 'you' | 'email'>
}

export function MessageView({ message: { role, content, at }, before, words }: MessageViewProps) {
  const isReply = role === 'assistant'
  const { lang } = document.documentElement
  const stamp = stampOf(at, before, lang)
  return (
    <div className="chat-turn chat-message">
      {stamp && <time dateTime={new Date(at).toISOString()}>{stamp}</time>}
      <span className="visually-hidden">{isReply ? words.title : words.you}: </span>
      <p className={isReply ? undefined : 'chat-you'} dir="auto">
        {isReply ? <ReplyText content={content} email={words.email} lang={lang} /> : content}
      </p>
    </div>
  )
}

function ReplyText({ content, email, lang }: { content: string; email: string; lang: string }) {
  return findLinks(stripMarkdown(content), email, lang).map(({ text, href }, i) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message only grows at its end
      <a key={i} href={href}>
        {text}
      </a>
    ) : (
      text
    ),
  )
}
