import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type ChatHistory, type ChatPanelWords, type ChatState, type Message, topicsIn } from './chat-state.ts'

type NoticeProps = {
  words: ChatPanelWords
  state: ChatState
  onContinue: () => void
  onLeaveMessage: () => void
  onUndo: (removed: ChatHistory) => void
}

type ChatLogProps = NoticeProps & {
  onSend: (text: string, picked?: string) => void
  onStartOver: () => void
  children: ReactNode
}

/** The log has only finished messages, so screen readers read each message once, in full. */
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

/** Follows what is added, but keeps the beginning of the last message in sight. */
function useStickToBottom(scroller: RefObject<HTMLElement | null>, state: ChatState): void {
  const isAtBottom = useRef(false)
  useEffect(() => {
    const element = scroller.current
    const thread = element?.firstElementChild
    if (!element || !thread) return
    let isVisitors = false
    let shown: HTMLElement | undefined
    const startScrolling = () => {
      isVisitors = true
    }
    const updateIsAtBottom = () => {
      const { scrollHeight, scrollTop, clientHeight } = element
      // Other scrolling is ours or the browser's, and the reply can have grown.
      if (isVisitors) isAtBottom.current = scrollHeight - scrollTop - clientHeight < 40
    }
    // The on-screen keyboard makes it smaller; words, topics, and the card make its content longer.
    const resizeObserver = new ResizeObserver(() => {
      const last = [...thread.querySelectorAll<HTMLElement>('.chat-message')].at(-1)
      if (!isAtBottom.current || !last) return
      const top = last.offsetTop - 12
      // Scroll up only to a new message: the visitor might be reading or filling in something below the last message.
      if (last !== shown || top > element.scrollTop) element.scrollTop = top
      isVisitors = false
      shown = last
    })
    resizeObserver.observe(element)
    resizeObserver.observe(thread)
    const listeners = new AbortController()
    const options = { passive: true, signal: listeners.signal }
    element.addEventListener('scroll', updateIsAtBottom, options)
    for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      element.addEventListener(name, startScrolling, options)
    return () => {
      resizeObserver.disconnect()
      listeners.abort()
    }
  }, [scroller])
  useLayoutEffect(() => {
    if (state.messages.length === 0) isAtBottom.current = false
    else if (state.phase === 'pending' || !state.hasNewMessages) isAtBottom.current = true
  }, [state])
}

type MessageViewProps = {
  message: Message
  /** When the message above was sent. */
  before: number | undefined
  words: Pick<ChatPanelWords, 'title' | 'you' | 'email'>
}

function MessageView({ message: { role, content, at }, before, words }: MessageViewProps) {
  const isReply = role === 'assistant'
  const { lang } = document.documentElement
  const stamp = stampOf(at, before, lang)
  return (
    <div className="chat-turn chat-message">
      {stamp && <time dateTime={new Date(at).toISOString()}>{stamp}</time>}
      <span className="visually-hidden">{isReply ? words.title : words.you}: </span>
      <p className={isReply ? undefined : 'chat-you'} dir="auto">
        {isReply
          ? findLinks(stripMarkdown(content), words.email, lang).map(({ text, href }, i) =>
              href ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message, which only grows at its end
                <a key={i} href={href}>
                  {text}
                </a>
              ) : (
                text
              ),
            )
          : content}
      </p>
    </div>
  )
}

const FinishedMessage = memo(MessageView)

function Notice({ words, state, onContinue, onLeaveMessage, onUndo }: NoticeProps) {
  const { incompleteReason, removed, messages, phase, isOffered, problem } = state
  const hasReply = messages.at(-1)?.role === 'assistant'
  const actions = []
  let text: string | undefined
  if (removed) {
    text = words.startedOver
    actions.push([words.undo, () => onUndo(removed)] as const)
  } else if (incompleteReason && phase === 'idle') {
    const { stopped, broken, unsent } = words
    text = { stopped, broken, offline: unsent, refused: problem ?? words.refused, apology: '' }[incompleteReason]
    if (incompleteReason !== 'apology') actions.push([hasReply ? words.goOn : words.tryAgain, onContinue] as const)
    if (incompleteReason !== 'stopped' && incompleteReason !== 'offline' && !isOffered)
      actions.push([words.leave, onLeaveMessage] as const)
  }
  if (text === undefined) return null
  return (
    <div className={`chat-turn chat-notice chat-${incompleteReason}`} role="status">
      {text && <p>{text}</p>}
      {actions.map(([label, run]) => (
        <button key={label} type="button" className="plain" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** @returns '9:07 PM', after the day if it's new, or '' in the same minute as the message above */
export function stampOf(at: number, before: number | undefined, lang: string): string {
  const dayOf = (ms: number) => new Date(ms).toLocaleDateString(lang, { dateStyle: 'medium' })
  const timeOf = (ms: number) => new Date(ms).toLocaleTimeString(lang, { timeStyle: 'short' })
  const [day, time] = [dayOf(at), timeOf(at)]
  if (before !== undefined && day === dayOf(before)) return time === timeOf(before) ? '' : time
  const isToday = day === dayOf(Date.now())
  return `${isToday ? new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'day') : day}, ${time}`
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
