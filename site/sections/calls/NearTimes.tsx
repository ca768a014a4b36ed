import type { NearTime } from '../../../server/calls/visitor-times.ts'

/** The closest free times, if the chosen one was taken. They're in the form, so that typed text isn't lost. */
export function NearTimes({ legend, times }: { legend: string; times: readonly NearTime[] }) {
  return (
    <fieldset className="call-near" tabIndex={-1} autoFocus>
      <legend>{legend}</legend>
      <div className="near">
        {times.map(({ start, day, clock }, i) => (
          <label key={start}>
            <input type="radio" name="start" value={start} defaultChecked={i === 0} />{' '}
            <span>
              {day} <strong>{clock}</strong>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
