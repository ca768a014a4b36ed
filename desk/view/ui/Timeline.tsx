import type { ReactNode } from 'react'

/** Events along a line, newest first. @param first a form at the top */
export function Timeline({ children, first }: { children: ReactNode; first?: ReactNode }) {
  return (
    <ol className="timeline">
      {first && <li className="next">{first}</li>}
      {children}
    </ol>
  )
}

type TimelineEventProps = {
  /** What happened. */
  children: ReactNode
  time?: string | undefined
  /** The message or note. */
  quote?: ReactNode
  isLate?: boolean
}

export function TimelineEvent({ children, time, quote, isLate }: TimelineEventProps) {
  return (
    <li className={isLate ? 'late' : undefined}>
      <span dir="auto">{children}</span>
      {time && <time>{time}</time>}
      {quote && <blockquote dir="auto">{quote}</blockquote>}
    </li>
  )
}
