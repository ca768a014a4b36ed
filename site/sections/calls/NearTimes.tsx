import './near.css'
import type { NearTime } from '../../../server/calls/times.ts'

/** Moves the focus here after a submission, so screen readers continue here. */
const focusProps = { tabIndex: -1, autoFocus: true }

/** The free times nearest to a time that's no longer free. They're part of the form, so typed text isn't lost. */
export function NearTimes({ legend, times }: { legend: string; times: readonly NearTime[] }) {
  return (
    <fieldset className="call-near" {...focusProps}>
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
