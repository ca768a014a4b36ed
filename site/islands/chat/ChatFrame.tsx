import type { ReactNode } from 'react'
import type { WidgetWords } from '../../../platform/content/chat/chat.ts'
import type { Drawing as DrawingFile } from '../../../platform/content/drawings.ts'
import { Drawing, Mark } from '../../ui/Drawing.tsx'

type ChatFrameProps = {
  copy: Pick<WidgetWords, 'title' | 'badge' | 'offline' | 'minimise' | 'expand' | 'close'>
  mark: DrawingFile | undefined
  hills: DrawingFile | undefined
  children: ReactNode
}

/** The frame works before React has loaded: site/islands/chat.island.ts handles its buttons. */
export function ChatFrame({ copy, mark, hills, children }: ChatFrameProps) {
  return (
    <section className="chat" id="agent" aria-label={copy.title} tabIndex={-1} hidden>
      <header className="chat-head">
        <Mark drawing={mark} />
        <h2>{copy.title}</h2>
        <p>
          <span className="chat-duty">{copy.badge}</span>
          <span>{copy.offline}</span>
        </p>
        <button type="button" className="chat-minimise" aria-label={copy.minimise} data-other={copy.expand}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 9 7 7 7-7" />
          </svg>
        </button>
        <button type="button" className="chat-close" aria-label={copy.close}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" />
          </svg>
        </button>
      </header>
      <div className="chat-body">{children}</div>
      {hills && (
        // Keep the drawing outside the part React hydrates. Otherwise, the island's code would contain it again.
        <svg className="visually-hidden" aria-hidden="true">
          <Drawing id="chat-hills" drawing={hills} />
        </svg>
      )}
    </section>
  )
}
