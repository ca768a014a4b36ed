import './near.css'
import type { NearTime } from '../../../server/calls/times.ts'

/** A screen reader continues here after the post. */
const focused = { tabIndex: -1, autoFocus: true }

/** The free times closest to a time that was taken. They're in the form, so typed text isn't lost. */
export function NearTimes({ legend, times }: { legend: string; times: readonly NearTime[] }) {
  return (
    <fieldset className="call-near" {...focused}>
      <legend>{legend}</legend>
      <div className="near">
        {times.map(({ start, day, clock, isNearest }) => (
          <label key={start}>
            <input type="radio" name="start" value={start} defaultChecked={isNearest} />{' '}
            <span>
              {day} <strong>{clock}</strong>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
