import { useState } from 'react'
import { durationText } from '../../../platform/text/amounts.ts'
import { change } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../shell/Field.tsx'
import { useClock } from '../shell/studio.tsx'
import { findProblem, type Issue, type Outlook, wallTime } from './issue-text.ts'

type ScheduledIssueProps = { issue: Issue; outlook: Outlook /** In ms since 1970. */; at: number }

export function ScheduledIssue({ issue: { slug }, outlook, at }: ScheduledIssueProps) {
  const { subscribers, takesMs } = outlook
  const clock = useClock()
  const { runChange } = useChanges()
  const scheduledAt = wallTime(at, clock.zone)
  const [typedAt, setTypedAt] = useState(scheduledAt)
  const problem = findProblem(outlook)
  const undo = () => change('issue.send', { slug, at: scheduledAt, confirm: subscribers, fromHere: true })
  return (
    <form id="send" action={async () => void (await runChange('issue.send', { slug, at: typedAt }, { undo }))}>
      <h3>{`Goes out ${clock.moment(at)}`}</h3>
      <p className="second">
        {`To everyone subscribed then, ${subscribers.toLocaleString('en')} as of now. Takes ${durationText(takesMs)}.`}
      </p>
      {problem && <p className="late">{problem.text}</p>}
      <TimeFields at={typedAt} onChange={setTypedAt} />
      <div className="actions">
        <button type="submit" className="button" disabled={typedAt === scheduledAt}>
          Change time
        </button>
        <ActionButton label="Take back" isPlain run={() => runChange('issue.unschedule', { slug }, { undo })} />
      </div>
    </form>
  )
}

type TimeFieldsProps = { at: string; isDisabled?: boolean; onChange: (at: string) => void }

/** @param at like `2026-11-27 19:30`, in the studio’s zone */
export function TimeFields({ at, isDisabled, onChange }: TimeFieldsProps) {
  const clock = useClock()
  const [day = '', time = ''] = at.split(' ')
  const common = { isBare: true, required: true, disabled: isDisabled }
  const min = clock.isoDay(clock.now)
  return (
    <div className="pair">
      <Field
        {...common}
        label="Date"
        type="date"
        min={min}
        value={day}
        onText={(text) => onChange(`${text} ${time}`)}
      />
      <Field
        {...common}
        label="Time"
        type="time"
        step={300}
        value={time}
        onText={(text) => onChange(`${day} ${text}`)}
      />
    </div>
  )
}
