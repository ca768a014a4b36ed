import { Link } from 'wouter'
import type { ResultOf } from '../client.ts'
import { dateTimeValue, type Entry, type HourSpan, layOutWeek, timeOfDay, type WeekDay } from './week.ts'

/** Two lines must fit into half an hour. */
const hourRem = 4.5

type WeekGridProps = {
  data: ResultOf<'calls.week'>
  /** The id of a call or blocked time, or a free time as the field’s value. */
  selected: string | undefined
}

export function WeekGrid({ data, selected }: WeekGridProps) {
  const { days, from, to } = layOutWeek(data)
  const today = dateTimeValue(Date.now(), data.zone).slice(0, 10)
  const hours = Array.from({ length: to - from }, (_, i) => from + i)
  const height = `${(to - from) * hourRem}rem`
  return (
    <div className="week">
      <div className="hours" aria-hidden="true">
        {hours.map((hour) => (
          <span
            key={hour}
            style={{ top: `${(hour - from) * hourRem}rem` }}
          >{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
      {days.map((day) => (
        <section key={day.date} className={day.date === today ? 'today' : undefined} aria-label={day.title}>
          <h3>{day.shortTitle}</h3>
          <ul style={{ height }}>
            {cellsOf(day, data).map(({ key, href, time, label, kind, ...span }) => (
              <li key={key} style={positionOf(span, { from, to })}>
                <Link
                  href={`/calls?week=${data.week}&${href}`}
                  className={`cell ${kind}`}
                  data-row=""
                  aria-label={`${day.title}, ${time} ${label}`}
                  title={`${time} ${label}`}
                  aria-current={key === selected || undefined}
                >
                  {time} {kind !== 'free' && <span>{label}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function cellsOf({ entries, free }: WeekDay, { zone }: ResultOf<'calls.week'>) {
  const cells = [
    ...entries.map(({ entry, ...span }) => ({
      ...span,
      key: entry.id,
      href: `call=${entry.id}`,
      time: timeOfDay(entry.starts_at, zone),
      label: labelOf(entry),
      kind: entry.state === 'blocked' ? 'blocked' : 'booked',
    })),
    ...free.map(({ time, ...span }) => ({
      ...span,
      key: dateTimeValue(time, zone),
      href: `at=${dateTimeValue(time, zone)}`,
      time: timeOfDay(time, zone),
      label: 'free',
      kind: 'free',
    })),
  ]
  return cells.toSorted((one, other) => one.from - other.from)
}

function labelOf({ state, name, email, note }: Entry): string {
  if (state === 'blocked') return note || 'blocked'
  return `${name || email}${state === 'reserved' ? ' (not confirmed)' : state === 'requested' ? ' (to approve)' : ''}`
}

function positionOf(span: HourSpan, day: HourSpan) {
  const [from, to] = [Math.max(span.from, day.from), Math.min(span.to, day.to)]
  return { top: `${(from - day.from) * hourRem}rem`, height: `${Math.max(0, to - from) * hourRem}rem` }
}
