import './CallTimes.css'
import type { Calls } from '../../../platform/content/calls.ts'
import type { CallTime, CallWeek } from '../../../server/calls/call-page.ts'
import { Link } from '../../ui/Link.tsx'

type CallTimesProps = {
  words: Calls['page']
  week: CallWeek | undefined
  zone: string
  move?: string | undefined
}

/** A week of times: a row on wide screens, a list of days with free times on narrow ones. Each time is a button. */
export function CallTimes({ words, week, zone, move }: CallTimesProps) {
  if (week === undefined) return <p>{words.none}</p>
  const linkTo = (number: number) =>
    `/call?${new URLSearchParams({ zone, week: String(number), ...(move !== undefined && { move }) })}`
  return (
    <>
      <form action="/call" className="call-week">
        <input type="hidden" name="zone" value={zone} />
        {move !== undefined && <input type="hidden" name="move" value={move} />}
        {week.days.map((day) => (
          <section key={day.date} className={day.times.length > 0 ? 'call-day' : 'call-day call-day-full'}>
            <h2>
              <span aria-hidden="true">{day.short}</span>
              <span className="visually-hidden">{day.name}</span>
            </h2>
            {day.times.length > 0 ? (
              <ul className="row">
                {day.times.map((time) => (
                  <li key={time.start}>
                    <TimeButton words={words} time={time} day={day.name} />
                  </li>
                ))}
              </ul>
            ) : (
              <p>{words.noneOnDay}</p>
            )}
          </section>
        ))}
      </form>
      <p className="row">
        {week.before !== undefined && <Link to={linkTo(week.before)}>{words.earlier}</Link>}
        {week.after !== undefined && <Link to={linkTo(week.after)}>{words.later}</Link>}
      </p>
    </>
  )
}

function TimeButton({ words, time, day }: { words: Calls['page']; time: CallTime; day: string }) {
  return (
    <button type="submit" name="start" value={time.start} className="call-time">
      <span className="visually-hidden">{`${words.choose} ${day}, `}</span>
      <b>{time.clock}</b>
      {time.studio !== undefined && (
        <small>
          {` ${time.studio}`}
          <span className="visually-hidden">{` ${words.studioTime}`}</span>
        </small>
      )}
    </button>
  )
}

type ZoneFormProps = {
  words: Calls['page']
  zone: string
  zones: readonly string[] | undefined
  move?: string | undefined
}

/** Lets the visitor select a time zone, in case no script can detect it. */
export function ZoneForm({ words, zone, zones, move }: ZoneFormProps) {
  if (zones === undefined) {
    const address = new URLSearchParams({ zone, zones: '', ...(move !== undefined && { move }) })
    return (
      <p>
        <Link to={`/call?${address}`}>{words.otherZone}</Link>
      </p>
    )
  }
  return (
    <form action="/call" className="call-zone row">
      {move !== undefined && <input type="hidden" name="move" value={move} />}
      <label htmlFor="zone">{words.zone}</label>
      <select id="zone" name="zone" defaultValue={zone}>
        {zones.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button type="submit" className="button">
        {words.showZone}
      </button>
    </form>
  )
}
