import { useId, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf, readCsv } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import type { Status } from './progress.ts'

type IssueActionsProps = { slug: string; status: Status }

export function IssueActions({ slug, status: { state, retryable } }: IssueActionsProps) {
  const { runChange } = useChanges()
  const retried = (['failed', 'unknown'] as const).filter((each) => retryable[each] > 0)
  return (
    <div className="actions">
      {state === 'sending' && (
        <ActionButton
          label="Pause"
          isPrimary
          run={() => runChange('issue.pause', { slug }, { undo: () => change('issue.resume', { slug }) })}
        />
      )}
      {state === 'paused' && (
        <FinalButton label="Resume" confirmLabel="Resume the issue" change="issue.resume" input={{ slug }} />
      )}
      {(state === 'sending' || state === 'paused') && (
        <FinalButton label="Cancel issue" confirmLabel="Cancel the issue" change="issue.cancel" input={{ slug }} />
      )}
      {state !== 'cancelled' &&
        retried.map((each) => (
          <FinalButton
            key={each}
            label={`Retry ${retryable[each].toLocaleString('en')} ${each}`}
            confirmLabel="Send them again"
            change="issue.retry"
            input={{ slug, [each]: true, confirm: retryable[each] }}
          />
        ))}
      <SaveCsvButton label="Save deliveries" name={`${slug}.csv`} read={() => readCsv('issue.log', { slug })} />
    </div>
  )
}

type Outlook = NonNullable<ResultOf<'issue.status'>['outlook']>
type SendIssueProps = { slug: string; title: string; outlook: Outlook }

/** Shows what sending would do and what prevents it, and asks for the number of subscribers. */
export function SendIssue({ slug, title, outlook }: SendIssueProps) {
  const { subscribers, isOut, hints, objection } = outlook
  const isBlocked = !isOut || subscribers === 0 || (objection !== null && !objection.isConfirmable)
  return (
    <>
      <h2>Not sent</h2>
      <p>
        <b>{subscribers.toLocaleString('en')}</b>
        {` confirmed ${subscribers === 1 ? 'subscriber' : 'subscribers'}`}
      </p>
      {objection && <p className="problem">{objection.why}</p>}
      {hints.map((hint) => (
        <p key={hint} className="second">
          {hint}
        </p>
      ))}
      {!isBlocked && (
        <div className="actions">
          <SendButton slug={slug} title={title} outlook={outlook} />
        </div>
      )}
    </>
  )
}

function SendButton({ slug, title, outlook: { subscribers, takes, from, mailer, objection } }: SendIssueProps) {
  const fieldId = useId()
  const [typedCount, setTypedCount] = useState('')
  const [isForced, setForced] = useState(false)
  const { runChange } = useChanges()
  const confirm = Number(typedCount.replaceAll(/[,\s]/g, ''))
  return (
    <ActionButton
      label="Send"
      confirmLabel="Send it"
      isReady={typedCount !== '' && confirm === subscribers && (objection === null || isForced)}
      run={() => runChange('issue.send', { slug, confirm, fromHere: isForced })}
      onClose={() => {
        setTypedCount('')
        setForced(false)
      }}
      asks="issue.send"
      details={
        <>
          <p>
            {`“${title}” goes to ${counted(subscribers, 'confirmed subscriber')}, from “${from.name}” (${from.address}); ${mailer}. It takes ${takes}.`}
          </p>
          {objection && (
            <>
              <p className="problem">{objection.why}</p>
              <label className="tick">
                <input type="checkbox" checked={isForced} onChange={({ target }) => setForced(target.checked)} />
                Send anyway
              </label>
            </>
          )}
          <label htmlFor={fieldId}>Type the number of subscribers to confirm.</label>
          <input
            id={fieldId}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typedCount}
            onChange={({ target }) => setTypedCount(target.value)}
          />
        </>
      }
    />
  )
}
