import { useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { roughDuration } from '../../../platform/text/durations.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import { change } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/studio.tsx'
import { Field } from '../ui/Field.tsx'
import { type DryRun, findSendProblem, type Issue, nowText, typedTime, wallTime } from './issue-text.ts'

type SendFormProps = { issue: Issue; dryRun: DryRun }

/** Sends the issue now or later. Shows a problem that prevents sending below the button. */
export function SendForm({ issue, dryRun }: SendFormProps) {
  const clock = useClock()
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState(`${clock.isoDay(clock.now + dayMs)} 09:00`)
  const problem = findSendProblem(dryRun)
  const choices = [
    [false, 'Now', nowText(dryRun, clock)],
    [true, 'Later', ''],
  ] as const
  return (
    <section id="send" className="fields">
      <h3>Send this issue</h3>
      {choices.map(([value, label, note]) => (
        <label key={label} className="choice">
          <input type="radio" name="when" checked={isLater === value} onChange={() => setLater(value)} />
          <span>
            {label}
            <small>{note}</small>
          </span>
        </label>
      ))}
      <TimeFields at={at} isDisabled={!isLater} onChange={setAt} />
      <SendButton issue={issue} dryRun={dryRun} at={isLater ? at : undefined} />
      {problem && <p className="late">{problem.text}</p>}
    </section>
  )
}

/** @param at epoch ms */
export function ScheduledIssue({ issue: { slug }, dryRun, at }: SendFormProps & { at: number }) {
  const { subscribers, durationMs } = dryRun
  const clock = useClock()
  const { runChange } = useChanges()
  const scheduledAt = wallTime(at, clock.zone)
  const [typedAt, setTypedAt] = useState(scheduledAt)
  const problem = findSendProblem(dryRun)
  const undo = () => change('issue.send', { slug, at: scheduledAt, confirm: subscribers, fromHere: true })
  const number = subscribers.toLocaleString('en')
  const save = async () => {
    await runChange('issue.send', { slug, at: typedAt }, { undo })
  }
  return (
    <form id="send" action={save}>
      <h3>{`Goes out ${clock.moment(at)}`}</h3>
      <p className="second">{`To everyone subscribed then, ${number} as of now. Takes ${roughDuration(durationMs)}.`}</p>
      {problem && <p className="late">{problem.text}</p>}
      <TimeFields at={typedAt} onChange={setTypedAt} />
      <div className="actions">
        <button type="submit" className="button" disabled={typedAt === scheduledAt}>
          Change time
        </button>
        <ActionButton label="Cancel schedule" isPlain run={() => runChange('issue.unschedule', { slug }, { undo })} />
      </div>
    </form>
  )
}

type TimeFieldsProps = { at: string; isDisabled?: boolean; onChange: (at: string) => void }

/** @param at like `2026-11-27 19:30`, in the studio’s time zone */
function TimeFields({ at, isDisabled, onChange }: TimeFieldsProps) {
  const clock = useClock()
  const [day = '', time = ''] = at.split(' ')
  const common = { isLabelHidden: true, required: true, disabled: isDisabled }
  const dayField = { ...common, label: 'Date', type: 'date', min: clock.isoDay(clock.now) }
  const timeField = { ...common, label: 'Time', type: 'time', step: 300 }
  return (
    <div className="pair">
      <Field {...dayField} value={day} onText={(text) => onChange(`${text} ${time}`)} />
      <Field {...timeField} value={time} onText={(text) => onChange(`${day} ${text}`)} />
    </div>
  )
}

/** Asks the owner to type the number of subscribers. @param at undefined sends the issue now */
function SendButton({ issue: { slug, subject, from }, dryRun, at }: SendFormProps & { at: string | undefined }) {
  const { subscribers, durationMs, checks } = dryRun
  const [typedCount, setTypedCount] = useState('')
  const [isForced, setForced] = useState(false)
  const unsure = checks.find(({ state }) => state === 'unsure')
  const confirm = Number(typedCount.replaceAll(/[,\s]/g, ''))
  const number = subscribers.toLocaleString('en')
  const toAll = `Send to ${counted(subscribers, 'subscriber')}`
  const clock = useClock()
  const later = at === undefined ? undefined : typedTime(at, clock)
  const labels =
    at === undefined ? { label: `${toAll}…`, confirmLabel: `Send to ${number}` } : scheduleLabels(toAll, later)
  return (
    <FinalButton
      {...labels}
      isPrimary
      isDisabled={findSendProblem(dryRun) !== undefined || (at !== undefined && later === undefined)}
      isReady={typedCount !== '' && confirm === subscribers && (unsure === undefined || isForced)}
      change="issue.send"
      input={{ slug, at, confirm, fromHere: isForced }}
      onClose={() => setTypedCount('')}
      details={
        <>
          <p dir="auto">
            <b>{subject}</b>
            <br />
            <span className="second">{`From ${from?.name} <${from?.address}>. Takes ${roughDuration(durationMs)}.`}</span>
          </p>
          {unsure && (
            <label className="choice">
              <input type="checkbox" checked={isForced} onChange={({ target }) => setForced(target.checked)} />
              <span>
                Send anyway
                <small className="late">{unsure.text}</small>
              </span>
            </label>
          )}
          <Field
            label={`Type ${number} to ${at === undefined ? 'send' : 'schedule'}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typedCount}
            onText={setTypedCount}
          />
        </>
      }
    />
  )
}

function scheduleLabels(toAll: string, later: ReturnType<typeof typedTime>) {
  return {
    label: later ? `Schedule for ${later.short}…` : 'Schedule…',
    confirmLabel: 'Schedule',
    question: `${toAll} on ${later?.moment}? People who join until then get it too. You can still change the time or cancel the schedule.`,
  }
}
