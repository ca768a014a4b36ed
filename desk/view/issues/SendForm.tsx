import { useState } from 'react'
import { counted, durationText } from '../../../platform/text/amounts.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../shell/Field.tsx'
import { useClock } from '../shell/studio.tsx'
import { findProblem, type Issue, type Outlook } from './issue-text.ts'
import { TimeFields } from './ScheduledIssue.tsx'

type SendFormProps = { issue: Issue; outlook: Outlook }

/** Sends the issue now or at a time. What prevents it is below the button. */
export function SendForm({ issue, outlook }: SendFormProps) {
  const clock = useClock()
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState(`${clock.isoDay(clock.now + dayMs)} 09:00`)
  const problem = findProblem(outlook)
  return (
    <section id="send" className="fields">
      <h3>Send this issue</h3>
      <label className="choice">
        <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
        <span>
          Now
          <small>{`Takes ${durationText(outlook.takesMs)}, done by ${clock.time(clock.now + outlook.takesMs)}`}</small>
        </span>
      </label>
      <label className="choice">
        <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
        <span>At a time</span>
      </label>
      <TimeFields at={at} isDisabled={!isLater} onChange={setAt} />
      <SendButton issue={issue} outlook={outlook} at={isLater ? at : undefined} />
      <p className={problem ? 'late' : 'second'}>{problem?.text ?? 'You’ll type the number to confirm.'}</p>
    </section>
  )
}

const laterText = 'It goes to everyone subscribed at that time. Until then, you can change the time or take it back.'

/** Asks for the number of subscribers. @param at now by default */
function SendButton({ issue: { slug, subject, from }, outlook, at }: SendFormProps & { at: string | undefined }) {
  const { subscribers, takesMs, checks } = outlook
  const [typedCount, setTypedCount] = useState('')
  const [isForced, setForced] = useState(false)
  const { runChange } = useChanges()
  const unsure = checks.find(({ state }) => state === 'unsure')
  const confirm = Number(typedCount.replaceAll(/[,\s]/g, ''))
  const number = subscribers.toLocaleString('en')
  return (
    <ActionButton
      label={at === undefined ? `Send to ${counted(subscribers, 'subscriber')}…` : `Schedule for ${number}…`}
      confirmLabel={at === undefined ? `Send to ${number}` : 'Schedule'}
      isPrimary
      isDisabled={findProblem(outlook) !== undefined}
      isReady={typedCount !== '' && confirm === subscribers && (unsure === undefined || isForced)}
      run={() => runChange('issue.send', { slug, confirm, fromHere: isForced, ...(at !== undefined && { at }) })}
      onClose={() => setTypedCount('')}
      asks="issue.send"
      question={at === undefined ? undefined : laterText}
      details={
        <>
          <p dir="auto">
            <b>{subject}</b>
            <br />
            <span className="second">{`From ${from?.name} <${from?.address}>. Takes ${durationText(takesMs)}.`}</span>
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
