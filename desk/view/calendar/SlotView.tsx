import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/clock.ts'
import type { useChoosing } from './use-choosing.ts'
import { type Slot, timesOf } from './week.ts'

type SlotViewProps = {
  slot: Slot
  style: CSSProperties
  selected: string | undefined
  week: string
  propsOf: ReturnType<typeof useChoosing>['propsOf']
}

/** A slot in the calendar: a button for a free time, or an entry. */
export function SlotView({ slot, style, selected, week, propsOf }: SlotViewProps) {
  const clock = useClock()
  const { kind, title, entry, start } = slot
  const day = clock.weekday(start)
  if (kind === 'free') {
    const label = `${day}, ${clock.time(start)}, free`
    return <button type="button" className="slot" style={style} aria-label={label} {...propsOf(slot)} />
  }
  const until = entry?.reserved_until
  const times = kind === 'booked' ? clock.time(start) : timesOf(slot, clock)
  const stateText = entry?.state === 'requested' ? 'to approve' : times
  const about = until ? `until ${clock.time(until)} ${clock.dayNameWithin(until)}` : stateText
  const content = (
    <>
      <b dir="auto">{title}</b> <span>{about}</span>
    </>
  )
  const shared = { className: `slot ${kind}`, style, title: `${title}, ${times}` }
  if (entry === undefined) return <div {...shared}>{content}</div>
  return (
    <Link
      {...shared}
      href={hrefs.call(entry.id, week)}
      aria-label={`${title} ${about}, ${day} ${times}, ${kind}`}
      aria-current={entry.id === selected || undefined}
    >
      {kind === 'blocked' ? <div>{content}</div> : content}
    </Link>
  )
}
