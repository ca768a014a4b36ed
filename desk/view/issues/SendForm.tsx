import { useState } from 'react'
import { roughDuration } from '../../../platform/text/durations.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import { change } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Field } from '../ui/Field.tsx'
import {
  type DryRun,
  findSendProblem,
  type Issue,
  localTime,
  nowText,
  readLocalTime,
  scheduleLabels,
  sendLabels,
} from './issue-text.ts'

/** The suggested time of day for scheduling an issue. */
const defaultTime = '09:00'
/** The step of the time field. Issues can start every five minutes. */
const stepSeconds = 300

type SendFormProps = { issue: Issue; dryRun: DryRun }

/** Sends the issue now or later. Shows a problem that prevents sending below the button. */
export function SendForm({ issue, dryRun }: SendFormProps) {
  const clock = useClock()
  const [isLater, setLater] = useState(false)
  const [scheduledAt, setScheduledAt] = useState(`${clock.isoDay(clock.now + dayMs)} ${defaultTime}`)
  const problem = findSendProblem(dryRun)
  return (
    <section id="send" className="fields">
      <h3>Send this issue</h3>
      <label className="choice">
        <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
        <span>
          Now
          <small>{nowText(dryRun, clock)}</small>
        </span>
      </label>
      <label className="choice">
        <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
        <span>Later</span>
      </label>
      <TimeFields value={scheduledAt} isDisabled={!isLater} onChange={setScheduledAt} />
      <SendButton issue={issue} dryRun={dryRun} scheduledAt={isLater ? scheduledAt : undefined} />
      {problem && <p className="late">{problem.text}</p>}
    </section>
  )
}

/** A scheduled issue, with a form to change its time. @param startsAt epoch ms */
export function ScheduledIssue({ issue: { slug }, dryRun, startsAt }: SendFormProps & { startsAt: number }) {
  const { subscribers, durationMs } = dryRun
  const clock = useClock()
  const { runChange } = useChanges()
  const scheduledAt = localTime(startsAt, clock.zone)
  const [typedTime, setTypedTime] = useState(scheduledAt)
  const problem = findSendProblem(dryRun)
  // Undo restores a time the owner has already confirmed, so it doesn’t ask again.
  const undo = () => change('issue.send', { slug, at: scheduledAt, confirm: subscribers, fromHere: true })
  const number = subscribers.toLocaleString('en')
  const save = async () => {
    await runChange('issue.send', { slug, at: typedTime }, { undo })
  }
  return (
    <form id="send" action={save}>
      <h3>{`Goes out ${clock.moment(startsAt)}`}</h3>
      <p className="second">{`To everyone subscribed then, ${number} as of now. Takes ${roughDuration(durationMs)}.`}</p>
      {problem && <p className="late">{problem.text}</p>}
      <TimeFields value={typedTime} onChange={setTypedTime} />
      <div className="actions">
        <button type="submit" className="button" disabled={typedTime === scheduledAt}>
          Change time
        </button>
        <ActionButton label="Cancel schedule" isPlain run={() => runChange('issue.unschedule', { slug }, { undo })} />
      </div>
    </form>
  )
}

type TimeFieldsProps = { value: string; isDisabled?: boolean; onChange: (value: string) => void }

/** A date and a time. @param value like `2026-11-27 19:30`, in the studio’s time zone */
function TimeFields({ value, isDisabled, onChange }: TimeFieldsProps) {
  const clock = useClock()
  const [day = '', time = ''] = value.split(' ')
  return (
    <div className="pair">
      <Field
        label="Date"
        isLabelHidden
        type="date"
        min={clock.isoDay(clock.now)}
        required
        disabled={isDisabled}
        value={day}
        onText={(text) => onChange(`${text} ${time}`)}
      />
      <Field
        label="Time"
        isLabelHidden
        type="time"
        step={stepSeconds}
        required
        disabled={isDisabled}
        value={time}
        onText={(text) => onChange(`${day} ${text}`)}
      />
    </div>
  )
}

type SendButtonProps = SendFormProps & {
  /** A time like `2026-11-27 19:30`, or undefined to send the issue now. */
  scheduledAt: string | undefined
}

/** Asks the owner to type the number of subscribers. */
function SendButton({ issue: { slug, subject, from }, dryRun, scheduledAt }: SendButtonProps) {
  const clock = useClock()
  const { subscribers, durationMs, checks } = dryRun
  const [typedCount, setTypedCount] = useState('')
  const [sendsAnyway, setSendsAnyway] = useState(false)
  const unsure = checks.find(({ state }) => state === 'unsure')
  const confirm = Number(typedCount.replaceAll(/[,\s]/g, ''))
  const number = subscribers.toLocaleString('en')
  const isLater = scheduledAt !== undefined
  const startTime = isLater ? readLocalTime(scheduledAt, clock) : undefined
  const isTimeMissing = isLater && startTime === undefined
  return (
    <FinalButton
      {...(isLater ? scheduleLabels(subscribers, startTime) : sendLabels(subscribers))}
      isPrimary
      isDisabled={findSendProblem(dryRun) !== undefined || isTimeMissing}
      isReady={typedCount !== '' && confirm === subscribers && (unsure === undefined || sendsAnyway)}
      change="issue.send"
      input={{ slug, at: scheduledAt, confirm, fromHere: sendsAnyway }}
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
              <input type="checkbox" checked={sendsAnyway} onChange={({ target }) => setSendsAnyway(target.checked)} />
              <span>
                Send anyway
                <small className="late">{unsure.text}</small>
              </span>
            </label>
          )}
          <Field
            label={`Type ${number} to ${isLater ? 'schedule' : 'send'}`}
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
