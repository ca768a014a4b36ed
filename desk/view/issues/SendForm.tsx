import { useActionState, useId, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import { change } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Icon } from '../shell/Icon.tsx'
import { useClock } from '../shell/studio.tsx'
import { durationText, type Issue, type Outlook, wallTime } from './issue-text.ts'

type Props = { issue: Issue; outlook: Outlook }

/** Sends the issue now, or at a time. What prevents it stands below the button. */
export function SendForm({ issue, outlook }: Props) {
  const { takesMs, checks } = outlook
  const clock = useClock()
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState(`${clock.isoDay(clock.now + dayMs)} 09:00`)
  const problem = checks.find(({ state }) => state === 'wrong')
  return (
    <section id="send" className="fields">
      <h3>Send this issue</h3>
      <label className="choice">
        <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
        <span>
          Now
          <small>{`Takes ${durationText(takesMs)}, done by ${clock.time(clock.now + takesMs)}`}</small>
        </span>
      </label>
      <label className="choice">
        <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
        <span>At a time</span>
      </label>
      <TimeFields at={at} isDisabled={!isLater} onChange={setAt} />
      <SendButton issue={issue} outlook={outlook} at={isLater ? at : undefined} isDisabled={problem !== undefined} />
      <p className={problem ? 'late' : 'second'}>{problem?.text ?? 'You’ll type the number to confirm.'}</p>
    </section>
  )
}

type TimeFieldsProps = { at: string; isDisabled?: boolean; onChange: (at: string) => void }

/** @param at like `2026-11-27 19:30`, in the studio’s zone */
function TimeFields({ at, isDisabled, onChange }: TimeFieldsProps) {
  const clock = useClock()
  const [day = '', time = ''] = at.split(' ')
  return (
    <div className="pair">
      <input
        className="field"
        type="date"
        aria-label="Date"
        required
        min={clock.isoDay(clock.now)}
        disabled={isDisabled}
        value={day}
        onChange={({ target }) => onChange(`${target.value} ${time}`)}
      />
      <input
        className="field"
        type="time"
        aria-label="Time"
        required
        step={300}
        disabled={isDisabled}
        value={time}
        onChange={({ target }) => onChange(`${day} ${target.value}`)}
      />
    </div>
  )
}

type SendButtonProps = Props & { at: string | undefined; isDisabled: boolean }

/** Asks for the number of subscribers. */
function SendButton({ issue: { slug, subject, from }, outlook, at, isDisabled }: SendButtonProps) {
  const { subscribers, takesMs, checks } = outlook
  const fieldId = useId()
  const [typedCount, setTypedCount] = useState('')
  const [isForced, setForced] = useState(false)
  const { runChange } = useChanges()
  const unsure = checks.find(({ state }) => state === 'unsure')
  const number = subscribers.toLocaleString('en')
  const confirm = Number(typedCount.replaceAll(/[,\s]/g, ''))
  const action = at === undefined ? 'Send to' : 'Schedule for'
  const laterText = 'It goes to everyone subscribed at that time. Until then, you can change the time or take it back.'
  return (
    <ActionButton
      label={`${action} ${counted(subscribers, 'subscriber')}…`}
      isPrimary
      isDisabled={isDisabled}
      confirmLabel={at === undefined ? `Send to ${number}` : 'Schedule'}
      isReady={typedCount !== '' && confirm === subscribers && (unsure === undefined || isForced)}
      run={() => runChange('issue.send', { slug, confirm, fromHere: isForced, ...(at !== undefined && { at }) })}
      onClose={() => {
        setTypedCount('')
        setForced(false)
      }}
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
            <>
              <p className="late">{unsure.text}</p>
              <label className="choice">
                <input type="checkbox" checked={isForced} onChange={({ target }) => setForced(target.checked)} />
                Send anyway
              </label>
            </>
          )}
          <label className="labeled" htmlFor={fieldId}>
            {`Type ${number} to ${at === undefined ? 'send' : 'schedule'}`}
            <input
              id={fieldId}
              className="field"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={typedCount}
              onChange={({ target }) => setTypedCount(target.value)}
            />
          </label>
        </>
      }
    />
  )
}

/** @param at when it goes out, in ms since 1970 */
export function ScheduledIssue({ issue: { slug }, outlook: { subscribers, takesMs }, at }: Props & { at: number }) {
  const clock = useClock()
  const { runChange } = useChanges()
  const scheduledAt = wallTime(at, clock.zone)
  const [changedAt, setChangedAt] = useState(scheduledAt)
  const sendAt = (time: string) => change('issue.send', { slug, at: time, confirm: subscribers, fromHere: true })
  const [, move] = useActionState(async () => {
    await runChange('issue.send', { slug, at: changedAt }, { undo: () => sendAt(scheduledAt) })
  }, undefined)
  return (
    <form id="send" action={move}>
      <h3>{`Goes out ${clock.moment(at)}`}</h3>
      <p className="second">
        {`To everyone subscribed then, ${subscribers.toLocaleString('en')} as of now. Takes ${durationText(takesMs)}.`}
      </p>
      <TimeFields at={changedAt} onChange={setChangedAt} />
      <div className="actions">
        <button type="submit" className="button" disabled={changedAt === scheduledAt}>
          Change time
        </button>
        <ActionButton
          label="Take back"
          isPlain
          run={() => runChange('issue.unschedule', { slug }, { undo: () => sendAt(scheduledAt) })}
        />
      </div>
    </form>
  )
}

export function TestEmail({ slug, defaultAddress }: { slug: string; defaultAddress: string }) {
  const [typedAddress, setTypedAddress] = useState<string>()
  const { runChange } = useChanges()
  const address = typedAddress ?? defaultAddress
  const [, submit, isBusy] = useActionState(
    async () => void (await runChange('issue.test', { slug, address })),
    undefined,
  )
  return (
    <form action={submit}>
      <h3>Test it first</h3>
      <div className="pair">
        <input
          className="field"
          type="email"
          aria-label="Send the test to"
          required
          maxLength={254}
          value={address}
          onChange={({ target }) => setTypedAddress(target.value)}
        />
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send test'}
        </button>
      </div>
    </form>
  )
}

const icons = { ok: 'check', note: 'note', unsure: 'warn', wrong: 'warn' } as const

export function Checks({ outlook: { checks, testedAt } }: { outlook: Outlook }) {
  const clock = useClock()
  const test =
    testedAt === null
      ? ({ state: 'note', text: 'No test sent yet' } as const)
      : ({
          state: 'ok',
          text: `Test sent ${clock.dayName(testedAt).replace('Today', 'today')}, ${clock.time(testedAt)}`,
        } as const)
  return (
    <section>
      <h3>Checks</h3>
      <ul className="checks">
        {[...checks, test].map(({ state, text }) => (
          <li key={text} className={state === 'wrong' || state === 'unsure' ? 'late' : undefined}>
            <Icon name={icons[state]} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
