import { useRead } from '../client.ts'
import { useClock } from '../shell/studio.tsx'
import { Field } from '../ui/Field.tsx'
import { freeByDay, stepSeconds } from './week.ts'

/** Checks whether a call fits at a time. `anyway`: the owner has seen the conflicts. */
export function useFits(time: string, call: { reference?: string; kind?: string | undefined }) {
  const { data: fits } = useRead('calls.fits', { time, ...call }, { once: true })
  return { fits, anyway: (fits?.warnings?.length ?? 0) > 0, isFree: fits?.problem === null }
}

type TimeChooserProps = {
  value: string
  theirZone: string
  fits: ReturnType<typeof useFits>['fits']
  onValue: (value: string) => void
}

/** Offers the free times, but accepts any time: it’s the owner’s calendar. */
export function TimeChooser({ value, theirZone, fits, onValue }: TimeChooserProps) {
  const clock = useClock()
  const days = freeByDay(fits?.free ?? [], theirZone, clock)
  const isFree = days.some(([, times]) => times.some((time) => time.value === value))
  const { problem, warnings = [], isInHours } = fits ?? {}
  return (
    <>
      <label className="labeled">
        Free times
        <select className="field" value={isFree ? value : ''} onChange={({ target }) => onValue(target.value)}>
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
