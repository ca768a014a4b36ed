import { useId, useState } from 'react'
import { type ReadOf, useChange } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { clockIn, daysOf, type Entry, hourIn } from './days.ts'

type MoveCallProps = { entry: Entry; data: ReadOf<'calls'> }

/** To a free time, or to any other: it is the owner’s calendar. */
export function MoveCall({ entry: { id, starts_at, name, email }, data: { zone, free } }: MoveCallProps) {
  const field = useId()
  const [typed, setTyped] = useState<string>()
  const change = useChange()
  const notice = useNotice()
  const now = clockIn(starts_at, zone)
  const to = typed ?? now
  const move = async () => {
    try {
      await change('moveCall', { id, to })
    } catch (error) {
      setTyped(to)
      throw error
    }
  }
  return (
    <Confirm
      label="Move"
      go="Move the call"
      isReady={to !== '' && to !== now}
      onGo={() => void notice(move, { text: `The call is moved to ${to.replace('T', ' ')}.` })}
      onClose={() => setTyped(undefined)}
      asks={
        <>
          <p>{`${name || email} and you get an e-mail with the new time: 2 mails.`}</p>
          <label htmlFor={`${field}-free`}>A free time</label>
          <select id={`${field}-free`} value="" onChange={({ target }) => setTyped(target.value)}>
            <option value="">Choose</option>
            {daysOf({ calls: [], free, zone }).map((day) => (
              <optgroup key={day.date} label={day.title}>
                {day.free.map((time) => (
                  <option key={time} value={clockIn(time, zone)}>
                    {hourIn(time, zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <label htmlFor={`${field}-to`}>Or any time, by the studio’s clock</label>
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
