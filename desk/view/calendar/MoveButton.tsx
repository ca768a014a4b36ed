import { useState } from 'react'
import { useLocation } from 'wouter'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { TimeChooser, useTimeCheck } from './TimeChooser.tsx'
import { fieldValue } from './time-fields.ts'
import type { Entry, Week } from './week.ts'

type MoveButtonProps = { call: Entry; data: Week }

/** Opens a dialog to move a call, even to another week. */
export function MoveButton({ call: { id, name, starts_at, zone: theirZone }, data }: MoveButtonProps) {
  const { zone, week, starts } = data
  const clock = useClock()
  const [, navigate] = useLocation()
  const currentTime = fieldValue(starts_at, zone)
  const [time, setTime] = useState(currentTime)
  const { check, hasWarnings, isPossible } = useTimeCheck(time, { reference: id })
  const isNew = time !== currentTime
  const newTimeText = isNew && check?.when ? ` to ${check.when}` : ''
  const { runChange } = useChanges()
  const move = async () => {
    // Keep the call selected. The URL follows it to its new week.
    navigate(hrefs.call(id, week), { replace: true })
    const onDone = ({ starts_at: newStart }: { starts_at: number }) => {
      const isSameWeek = newStart >= (starts[0] ?? 0) && newStart < (starts.at(-1) ?? 0)
      navigate(hrefs.call(id, isSameWeek ? week : clock.isoDay(newStart)), { replace: true })
    }
    const isMoved = await runChange('calls.move', { reference: id, time, anyway: hasWarnings }, { onDone })
    // Closing the dialog has reset the field, so restore the chosen time after an error.
    if (!isMoved) setTime(time)
  }
  return (
    <ActionButton
      label="Move"
      confirmLabel="Move call"
      asks="calls.move"
      isReady={isPossible && isNew}
      run={move}
      onClose={() => setTime(currentTime)}
      details={
        <>
          <p dir="auto">{`${name}’s call moves from ${clock.moment(starts_at)}${newTimeText}.`}</p>
          <TimeChooser
            value={time}
            theirZone={theirZone}
            check={isNew ? check : { free: check?.free ?? [] }}
            onValue={setTime}
          />
        </>
      }
    />
  )
}
