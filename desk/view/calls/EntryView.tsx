import { useId, useState } from 'react'
import { Link } from 'wouter'
import { change, type ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { dateTimeIn, type Entry, timeIn, titleOf } from './week.ts'

type EntryProps = { entry: Entry; data: ResultOf<'calls.week'> }

export function EntryView({ entry, data }: EntryProps) {
  return entry.isBlock ? <BlockView entry={entry} zone={data.zone} /> : <CallView entry={entry} data={data} />
}

type BlockViewProps = { entry: Entry; zone: string }

function BlockView({ entry: { id, starts_at, ends_at, note }, zone }: BlockViewProps) {
  const { act } = useChanges()
  const [from, to] = [dateTimeIn(starts_at, zone), dateTimeIn(ends_at, zone)]
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to.replace('T', ' ')
  const unblock = () =>
    act('calls.unblock', { reference: id }, { undo: () => change('calls.block', { from, to, note }) })
  return (
    <>
      <p>
        <b>{`${titleOf(starts_at, zone)}, ${from.slice(11)}`}</b>
        {` to ${end}: blocked${note ? `, ${note}` : ''}`}
      </p>
      <div className="actions">
        <ActionButton label="Unblock" run={unblock} />
      </div>
    </>
  )
}

/** One call. Changes send emails to both sides, so they ask first. */
function CallView({ entry, data }: EntryProps) {
  const { id, name, email, about, isReserved, starts_at, ends_at } = entry
  const { act } = useChanges()
  return (
    <>
      <p>
        <Link href={`/leads/${id}?view=all`}>
          <b>{name || email}</b>
        </Link>
        {isReserved && <span className="second"> · not confirmed</span>}
      </p>
      <p>{`${titleOf(starts_at, data.zone)}, ${timeIn(starts_at, data.zone)} to ${timeIn(ends_at, data.zone)}`}</p>
      <p className="second">{email}</p>
      <p className="second">{id}</p>
      {about && <p className="second">{about}</p>}
      <div className="actions">
        <MoveCall entry={entry} data={data} />
        <ActionButton
          label="Cancel call"
          question={`${name || email} and you get an email, and the time becomes free.`}
          confirmLabel="Cancel the call"
          run={() => act('calls.cancel', { reference: id })}
        />
      </div>
    </>
  )
}

/** Moves a call to a free time, or to any other: it’s the owner’s calendar. */
function MoveCall({ entry: { id, starts_at, name, email }, data: { zone, free } }: EntryProps) {
  const field = useId()
  const [typed, setTyped] = useState<string>()
  const { act } = useChanges()
  const current = dateTimeIn(starts_at, zone)
  const to = typed ?? current
  const move = async () => {
    if (!(await act('calls.move', { reference: id, time: to }))) setTyped(to)
  }
  return (
    <ActionButton
      label="Move call"
      confirmLabel="Move the call"
      isReady={to !== '' && to !== current}
      run={move}
      onClose={() => setTyped(undefined)}
      question={
        <>
          <p>{`${name || email} and you get an email with the new time.`}</p>
          <label htmlFor={`${field}-free`}>Free time</label>
          <select id={`${field}-free`} value="" onChange={({ target }) => setTyped(target.value)}>
            <option value="">Choose</option>
            {[...Map.groupBy(free, (time) => titleOf(time, zone))].map(([day, times]) => (
              <optgroup key={day} label={day}>
                {times.map((time) => (
                  <option key={time} value={dateTimeIn(time, zone)}>
                    {timeIn(time, zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <label htmlFor={`${field}-to`}>Or any time, in the studio’s time zone</label>
          <input
            id={`${field}-to`}
            type="datetime-local"
            step={300}
            value={to}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      }
    />
  )
}
