import { Fragment } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/clock.ts'
import type { Clock } from '../times.ts'
import { JoinLink } from './CallCard.tsx'
import { type Layout, linesFor, type Slot, timesOf, type Week } from './week.ts'

/** The week on phones, as a list of entries by day. */
export function Agenda({ data, layout: { days, bands } }: { data: Week; layout: Layout }) {
  const clock = useClock()
  const isShown = (slot: Slot) => {
    const [start, end] = linesFor(slot, bands)
    return start < end
  }
  const open = days.filter(({ isClosed }) => !isClosed)
  return (
    <section className="agenda" aria-label="Week">
      {open.length === 0 && <p className="second">Closed all seven days.</p>}
      {open.map(({ start, slots }) => {
        const free = slots.filter(({ kind }) => kind === 'free').length
        const entries = slots
          .filter((slot) => slot.kind !== 'free' && isShown(slot))
          .toSorted((a, b) => a.from - b.from)
        return (
          <Fragment key={start}>
            <h2>
              {clock.daysFromToday(start) === 0 ? `Today, ${clock.date(start)}` : clock.day(start)}
              <small>{free > 0 && `${counted(free, 'time')} free`}</small>
            </h2>
            {entries.length > 0 && (
              <ol className="card">
                {entries.map((slot) => (
                  <AgendaEntry key={slot.key} slot={slot} data={data} clock={clock} />
                ))}
              </ol>
            )}
          </Fragment>
        )
      })}
    </section>
  )
}

function AgendaEntry({ slot, data, clock }: { slot: Slot; data: Week; clock: Clock }) {
  const { kind, title, entry, start } = slot
  const isAllDay = timesOf(slot, clock) === 'All day'
  const content = (
    <>
      {kind === 'booked' ? <b dir="auto">{title}</b> : <span dir="auto">{title}</span>}
      <small dir="auto">{aboutEntry(slot, isAllDay, clock)}</small>
    </>
  )
  return (
    <li className={kind}>
      <time>{isAllDay ? 'All day' : clock.time(start)}</time>
      {entry === undefined ? <div>{content}</div> : <Link href={hrefs.call(entry.id, data.week)}>{content}</Link>}
      {entry && clock.daysFromToday(start) === 0 && <JoinLink entry={entry} />}
    </li>
  )
}

function aboutEntry({ kind, entry, end }: Slot, isAllDay: boolean, clock: Clock): string {
  if (kind === 'blocked') return `Blocked${isAllDay ? '' : ` until ${clock.time(end)}`}`
  if (kind === 'busy') return isAllDay ? 'From your calendar' : `Until ${clock.time(end)}, from your calendar`
  const until = entry?.reserved_until
  if (until) return `Reserved until ${clock.time(until)} ${clock.dayNameWithin(until)}`
  if (kind === 'booked') return entry?.about ?? ''
  return entry?.name ? 'To approve' : ''
}
