import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './Icon.tsx'

type BannerProps = { isLate?: boolean; isInk?: boolean; icon?: string; children: ReactNode; action?: ReactNode }

/** Something about the whole view. @param isLate for what failed or is overdue; isInk for what is stopped */
export function Banner({ isLate, isInk, icon, children, action }: BannerProps) {
  const kind = isLate ? 'banner late' : 'banner'
  return (
    <div className={isInk ? `${kind} ink` : kind} role={isLate ? 'alert' : undefined}>
      {icon && <Icon name={icon} />}
      <p dir="auto">{children}</p>
      {action}
    </div>
  )
}

export type TimelineEvent = {
  key: string
  text: ReactNode
  time?: string | undefined
  /** What was written. */
  quote?: ReactNode
  isLate?: boolean
}

/** Events on a thread, newest first. @param first a field or a plan at the top */
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

export type Stat = { label: string; value: string; about?: ReactNode; href?: string }

export function Stats({ stats, label }: { stats: readonly Stat[]; label?: string }) {
  return (
    <section className="stats" aria-label={label}>
      {stats.map(({ label: name, value, about, href }) => {
        const content = (
          <>
            {name}
            <span className="num">{value}</span>
            <small>{about}</small>
          </>
        )
        return href ? (
          <Link key={name} href={href}>
            {content}
          </Link>
        ) : (
          <div key={name}>{content}</div>
        )
      })}
    </section>
  )
}

/** @param part from 0 to 1 */
export function Meter({ part }: { part: number }) {
  return <span className="meter" style={{ '--part': `${Math.min(1, Math.max(0, part)) * 100}%` }} />
}

export type Bar = { label: string; value: string; second?: string | undefined; part: number }

export function Bars({ bars, isOrdered }: { bars: readonly Bar[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className="bars">
      {bars.map(({ label, value, second, part }) => (
        <li key={label}>
          <span dir="auto">{label}</span>
          <span className="num">{value}</span>
          {second !== undefined && <span className="num second">{second}</span>}
          <Meter part={part} />
        </li>
      ))}
    </List>
  )
}

export function Chip({ isLate, children }: { isLate?: boolean; children: ReactNode }) {
  return <span className={isLate ? 'chip late' : 'chip'}>{children}</span>
}

/** Details behind a summary. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        <Icon name="right" />
        {title}
      </summary>
      {children}
    </details>
  )
}
