import './slots.css'
import type { ShownDay } from '../../../server/calls/shown-days.ts'

type DayListProps = {
  days: readonly ShownDay[]
  /** The current and the new time of a call being moved (RFC 3339). */
  current?: string | undefined
  currentMark?: string
  chosen?: string | undefined
}

/** Days with a button for each free time. call-script.ts fills copies of the first day. */
export function DayList({ days, current, currentMark, chosen }: DayListProps) {
  return (
    <div className="days" hidden={days.length === 0}>
      {days.map((day) => (
        <div key={day.date} className="day" data-date={day.date} data-state={day.state || undefined}>
          <h3>
            <small>{day.weekday}</small> <time>{day.title}</time>
          </h3>
          <ol className="slots">
            {day.times.map(({ start, clock, name }) => (
              <li key={start}>
                {start === current ? (
                  <span>
                    {clock}
                    <span className="visually-hidden">, {currentMark}</span>
                  </span>
                ) : (
                  <button
                    type="submit"
                    name="start"
                    value={start}
                    aria-label={name}
                    aria-current={start === chosen || undefined}
                  >
                    {clock}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}
