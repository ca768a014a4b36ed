import { type ResultOf, useRead } from '../client.ts'
import { useClock } from '../shell/clock.ts'
import { Field } from '../ui/Field.tsx'
import { freeByDay, stepSeconds } from './time-fields.ts'

type TimeCheck = ResultOf<'calls.fits'>

/** Checks a typed time for a call. The owner can book it despite warnings. */
export function useTimeCheck(time: string, call: { reference?: string; kind?: string | undefined }) {
  const { data: check } = useRead('calls.fits', { time, ...call }, { once: true })
  const warnings = check?.warnings ?? []
  return { check, hasWarnings: warnings.length > 0, isPossible: check?.problem === null }
}

type TimeChooserProps = {
  value: string
  theirZone: string
  /** Undefined while loading. If the time hasn’t changed, only `free` is needed. */
  check: Partial<TimeCheck> | undefined
  onValue: (value: string) => void
}

/** Suggests free times, but accepts any time. The owner decides. */
export function TimeChooser({ value, theirZone, check, onValue }: TimeChooserProps) {
  const clock = useClock()
  const days = freeByDay(check?.free ?? [], theirZone, clock)
  const isListed = days.some(([, times]) => times.some((time) => time.value === value))
  const { problem, warnings = [], isInHours } = check ?? {}
  return (
    <>
      <label className="labeled">
        Free times
        <select className="field" value={isListed ? value : ''} onChange={({ target }) => onValue(target.value)}>
          <option value="">Choose, or enter any time below</option>
          {days.map(([day, times]) => (
            <optgroup key={day} label={day}>
              {times.map(({ ms, value, text }) => (
                <option key={ms} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <Field label="Time" type="datetime-local" step={stepSeconds} required value={value} onText={onValue} />
      <div role="status" className="late" dir="auto">
        {[problem, ...warnings].map((text) => text && <p key={text}>{text}</p>)}
        {isInHours === false && <p className="second">That’s outside your hours in content/calls.yaml.</p>}
      </div>
    </>
  )
}
