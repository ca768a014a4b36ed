import type { ReactNode } from 'react'

export type TimelineEvent = {
  key: string
  text: ReactNode
  time?: string | undefined
  /** The message or note. */
  quote?: ReactNode
  isLate?: boolean
}

/** Events along a line, newest first. @param first a form at the top */
export function Timeline({ events, first }: { events: readonly TimelineEvent[]; first?: ReactNode }) {
  return (
    <ol className="timeline">
      {first && <li className="next">{first}</li>}
      {events.map(({ key, text, time, quote, isLate }) => (
        <li key={key} className={isLate ? 'late' : undefined}>
          <span dir="auto">{text}</span>
          {time && <time>{time}</time>}
          {quote && <blockquote dir="auto">{quote}</blockquote>}
        </li>
      ))}
    </ol>
  )
}
