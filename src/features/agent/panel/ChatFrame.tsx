import type { ReactNode } from 'react'
import type { WidgetWords } from '../../../content/agent/agent.ts'
import type { Drawing } from '../../../content/drawings.ts'
import { Mark } from '../../../ui/drawing/Mark.tsx'

type ChatFrameProps = {
  words: Pick<WidgetWords, 'title' | 'badge' | 'human' | 'minimise' | 'expand' | 'close'>
  mark: Drawing | undefined
  children: ReactNode
}

/** chat-frame.ts opens, minimises and closes it, before React is there. */
export function ChatFrame({ words, mark, children }: ChatFrameProps) {
  return (
    <section className="chat" id="agent" aria-label={words.title} tabIndex={-1} hidden>
      <header className="chat-head">
        <Mark drawing={mark} />
        <h2 className="serif">{words.title}</h2>
        <button type="button" className="chat-minimise" aria-label={words.minimise} data-other={words.expand}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 9 12 17 20 9" />
          </svg>
        </button>
        <button type="button" className="chat-close" aria-label={words.close}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M5 5 19 19M19 5 5 19" />
          </svg>
        </button>
        <p>
          <span>{words.badge}</span>
          <a href="#contact">{words.human}</a>
        </p>
      </header>
      <div className="chat-talk">{children}</div>
    </section>
  )
}
