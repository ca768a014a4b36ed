import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatHistory, ChatPanelWords, ChatState, Message } from './chat.state.ts'

type NoticeProps = {
  words: ChatPanelWords
  state: ChatState
  onContinue: () => void
  onLeaveMessage: () => void
  onUndo: (removed: ChatHistory) => void
}

type ChatLogProps = NoticeProps & { onSend: (text: string) => void }

/** The log has only finished messages, so that screen readers read each one once, in full. */
export function ChatLog({ onSend, ...notice }: ChatLogProps) {
  const { words, state } = notice
  const { messages, phase, shownLength } = state
  const scroller = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const streaming = phase !== 'idle' && last?.role === 'assistant' ? last : undefined
  const finished = streaming ? messages.slice(0, -1) : messages
  useStickToBottom(scroller, state)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
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
        <div role="log" aria-live={state.hasNewMessages ? 'polite' : 'off'}>
          {finished.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            <FinishedMessage key={i} message={message} words={words} />
          ))}
        </div>
        {streaming && (
          <div inert>
            <MessageView message={{ ...streaming, content: streaming.content.slice(0, shownLength) }} words={words} />
          </div>
        )}
        {phase === 'pending' && <p className="chat-turn chat-typing" aria-hidden="true" />}
        <p className="visually-hidden" role="status">
          {phase !== 'idle' && words.typing}
        </p>
        <Notice {...notice} />
      </div>
    </section>
  )
}

function useStickToBottom(scroller: RefObject<HTMLElement | null>, state: ChatState): void {
  const isAtBottom = useRef(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let height = 0
    const updateIsAtBottom = () => {
      const { scrollHeight, scrollTop, clientHeight } = element
      // The observer handles scrolling that a resize causes.
      if (clientHeight === height) isAtBottom.current = scrollHeight - scrollTop - clientHeight < 40
    }
    // The on-screen keyboard, or a form that opens below, makes it smaller.
    const resizeObserver = new ResizeObserver(() => {
      height = element.clientHeight
      if (isAtBottom.current) element.scrollTop = element.scrollHeight
    })
    resizeObserver.observe(element)
    element.addEventListener('scroll', updateIsAtBottom)
    return () => {
      resizeObserver.disconnect()
      element.removeEventListener('scroll', updateIsAtBottom)
    }
  }, [scroller])
  useLayoutEffect(() => {
    if (state.messages.length === 0) isAtBottom.current = false
    else if (state.phase === 'pending' || !state.hasNewMessages) isAtBottom.current = true
    if (isAtBottom.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller, state])
}

type MessageViewProps = { message: Message; words: Pick<ChatPanelWords, 'title' | 'you' | 'email'> }

function MessageView({ message: { role, content, at }, words }: MessageViewProps) {
  const isReply = role === 'assistant'
  return (
    <div className={`chat-turn chat-${role}`}>
      <span className="visually-hidden">{isReply ? words.title : words.you}: </span>
      <p>
        {isReply
          ? findLinks(stripMarkdown(content), words.email, document.documentElement.lang).map(({ text, href }, i) =>
              href ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which only grows at its end
                <a key={i} href={href}>
                  {text}
                </a>
              ) : (
                text
              ),
            )
          : content}
      </p>
      <time>{new Date(at).toTimeString().slice(0, 5)}</time>
    </div>
  )
}

const FinishedMessage = memo(MessageView)

function Notice({ words, state, onContinue, onLeaveMessage, onUndo }: NoticeProps) {
  const { ending, removed, messages, phase, isOffered, problem } = state
  const hasReply = messages.at(-1)?.role === 'assistant'
  const actions = []
  let text: string | undefined
  if (removed) {
    text = words.startedOver
    actions.push([words.undo, () => onUndo(removed)] as const)
  } else if (ending && phase === 'idle') {
    text = { stopped: words.stopped, broken: words.broken, refused: problem ?? words.refused, apology: '' }[ending]
    if (ending !== 'apology') actions.push([hasReply ? words.goOn : words.tryAgain, onContinue] as const)
    if (ending !== 'stopped' && !isOffered) actions.push([words.leave, onLeaveMessage] as const)
  }
  if (text === undefined) return null
  return (
    <p className="chat-note chat-turn" role="status">
      {text}{' '}
      {actions.map(([label, run]) => (
        <button key={label} type="button" className="chat-plain" onClick={run}>
          {label}
        </button>
      ))}
    </p>
  )
}

/** Bold and italic, also nested; `2 * 3` and `snake_case_names` have no marks. */
const emphasis = /(\*{2,3})(?=\S)(.*?\S)\1|(?<!\w)([*_]{1,3})(?=\S)(.*?\S)\3(?!\w)/gs

export function stripMarkdown(text: string): string {
  return text.replace(/^#+ +/gm, '').replace(emphasis, '$2$4').replace(emphasis, '$2$4')
}

const link =
  /(?<![\w.+:/-])(\/(?:blog(?:\/[\w-]+)?|privacy|terms|sitemap|contact|call(?:\?[\w=:-]+)?|#[\w-]+)|[\w.+-]+@[\w.-]+\w)(?![\w/-])/

/** Links paths of this site and the studio's email address; other parts have no `href`. Times are in the visitor's zone. */
export function findLinks(text: string, email: string, lang: string): { text: string; href: string }[] {
  return text.split(link).map((part, i) => {
    const href = i % 2 && part[0] === '/' ? part : part === email ? `mailto:${email}` : ''
    const time = href.split('=')[1]
    if (!time) return { text: part, href }
    const format = new Intl.DateTimeFormat(lang, { timeStyle: 'short', dateStyle: 'full' })
    const zone = encodeURIComponent(format.resolvedOptions().timeZone)
    return { text: format.format(new Date(time)), href: `${href}&zone=${zone}` }
  })
}
