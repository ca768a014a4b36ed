import { useState } from 'react'
import { useLocation } from 'wouter'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/studio.tsx'
import { TimeChooser, useFits } from './TimeChooser.tsx'
import { type Entry, fieldValue, type Week } from './week.ts'

export function MoveButton({ call: { id, name, starts_at, zone: theirZone }, data }: { call: Entry; data: Week }) {
  const { zone, week, starts } = data
  const clock = useClock()
  const [, navigate] = useLocation()
  const currentTime = fieldValue(starts_at, zone)
  const [time, setTime] = useState(currentTime)
  const { fits, anyway, isFree } = useFits(time, { reference: id })
  const isNew = time !== currentTime
  const newTimeText = isNew && fits?.when ? ` to ${fits.when}` : ''
  const { runChange } = useChanges()
  const move = async () => {
    // Keep the call selected. The URL follows it to its new week.
    navigate(hrefs.call(id, week), { replace: true })
    const onDone = ({ starts_at: at }: { starts_at: number }) => {
      const isSameWeek = at >= (starts[0] ?? 0) && at < (starts.at(-1) ?? 0)
      navigate(hrefs.call(id, isSameWeek ? week : clock.isoDay(at)), { replace: true })
    }
    const isMoved = await runChange('calls.move', { reference: id, time, anyway }, { onDone })
    if (!isMoved) setTime(time)
  }
  return (
    <ActionButton
      label="Move"
      confirmLabel="Move call"
      asks="calls.move"
      isReady={isFree && isNew}
      run={move}
      onClose={() => setTime(currentTime)}
      details={
        <>
          <p dir="auto">{`${name}’s call moves from ${clock.moment(starts_at)}${newTimeText}.`}</p>
          <TimeChooser
            value={time}
            theirZone={theirZone}
            fits={isNew ? fits : { free: fits?.free ?? [] }}
            onValue={setTime}
          />
        </>
      }
    />
  )
}
