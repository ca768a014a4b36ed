import { useId, useState } from 'react'
import { Link } from 'wouter'
import { change, type ResultOf } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { dateTimeValue, dayTitle, type Entry, timeOfDay } from './week.ts'

type EntryProps = { entry: Entry; data: ResultOf<'calls.week'> }

export function EntryView({ entry, data }: EntryProps) {
  return entry.state === 'blocked' ? (
    <BlockView entry={entry} zone={data.zone} />
  ) : (
    <CallView entry={entry} data={data} />
  )
}

function BlockView({ entry: { id, starts_at, ends_at, note }, zone }: { entry: Entry; zone: string }) {
  const { runChange } = useChanges()
  const [from, to] = [dateTimeValue(starts_at, zone), dateTimeValue(ends_at, zone)]
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to.replace('T', ' ')
  const unblock = () =>
    runChange('calls.unblock', { reference: id }, { undo: () => change('calls.block', { from, to, note }) })
  return (
    <>
      <p>
        <b>{`${dayTitle(starts_at, zone)}, ${from.slice(11)}`}</b>
        {` to ${end}: blocked${note ? `, ${note}` : ''}`}
      </p>
      <div className="actions">
        <ActionButton label="Unblock" run={unblock} />
      </div>
    </>
  )
}

function CallView({ entry, data }: EntryProps) {
  const { id, name, email, about, state, starts_at, ends_at } = entry
  return (
    <>
      <p>
        <Link href={`/leads/${id}?view=all`}>
          <b>{name || email}</b>
        </Link>
        {state === 'reserved' && <span className="second"> · not confirmed</span>}
        {state === 'requested' && <span className="second"> · waiting for your approval</span>}
      </p>
      <p>{`${dayTitle(starts_at, data.zone)}, ${timeOfDay(starts_at, data.zone)} to ${timeOfDay(ends_at, data.zone)}`}</p>
      <p className="second">{email}</p>
      <p className="second">{id}</p>
      {about && <p className="second">{about}</p>}
      <div className="actions">
        {state === 'requested' && <FinalButton label="Approve call" change="calls.approve" input={{ reference: id }} />}
        <MoveCall entry={entry} data={data} />
        <FinalButton
          label="Cancel call"
          confirmLabel="Cancel the call"
          change="calls.cancel"
          input={{ reference: id }}
        />
      </div>
    </>
  )
}

/** Offers free times, but accepts any: it’s the owner’s calendar. */
function MoveCall({ entry: { id, starts_at, alsoFree }, data: { zone, free } }: EntryProps) {
  const freeTimes = [...free, ...alsoFree].toSorted((one, other) => one - other)
  const fieldId = useId()
  const [typedTime, setTypedTime] = useState<string>()
  const { runChange } = useChanges()
  const currentTime = dateTimeValue(starts_at, zone)
  const to = typedTime ?? currentTime
  const move = async () => {
    if (!(await runChange('calls.move', { reference: id, time: to }))) setTypedTime(to)
  }
  return (
    <ActionButton
      label="Move call"
      confirmLabel="Move the call"
      isReady={to !== '' && to !== currentTime}
      run={move}
      onClose={() => setTypedTime(undefined)}
      asks="calls.move"
      details={
        <>
          <label htmlFor={fieldId}>Free time</label>
          <select id={fieldId} value="" onChange={({ target }) => setTypedTime(target.value)}>
            <option value="">Choose</option>
            {[...Map.groupBy(freeTimes, (time) => dayTitle(time, zone))].map(([day, times]) => (
              <optgroup key={day} label={day}>
                {times.map((time) => (
                  <option key={time} value={dateTimeValue(time, zone)}>
                    {timeOfDay(time, zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <TimeField label="Or any time, in the studio’s time zone" value={to} onChange={setTypedTime} />
        </>
      }
    />
  )
}

type TimeFieldProps = { label: string; value: string; onChange: (value: string) => void }

export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        step={300}
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
