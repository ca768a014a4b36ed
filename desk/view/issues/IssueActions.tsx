import { counted } from '../../../platform/text/amounts.ts'
import { change, readTable } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { SaveTable } from '../shell/save-file.tsx'
import type { Status } from './progress.ts'

type IssueActionsProps = { slug: string; status: Status }

export function IssueActions({ slug, status }: IssueActionsProps) {
  return (
    <div className="actions">
      {(status.state === 'sending' || status.state === 'paused') && <Controls slug={slug} status={status} />}
      {status.state !== 'cancelled' && <Retries slug={slug} status={status} />}
      <SaveTable label="Save deliveries" name={`${slug}.csv`} read={() => readTable('issue.log', { slug })} />
    </div>
  )
}

function Controls({ slug, status: { state, emails, stoppedBecause } }: IssueActionsProps) {
  const { act } = useChanges()
  const waiting = counted(emails.queued, 'subscriber')
  return (
    <>
      {state === 'sending' ? (
        <ActionButton
          label="Pause"
          isPrimary
          run={() => act('issue.pause', { slug }, { undo: () => change('issue.resume', { slug }) })}
        />
      ) : (
        <ActionButton
          label="Resume"
          question={stoppedBecause === null ? undefined : `Paused: ${stoppedBecause}. ${waiting} will get it.`}
          confirmLabel="Resume the issue"
          run={() => act('issue.resume', { slug }, { undo: () => change('issue.pause', { slug }) })}
        />
      )}
      <ActionButton
        label="Cancel issue"
        question={`This can’t be undone: ${waiting} won’t get it. Subscribers who already got it aren’t affected.`}
        confirmLabel="Cancel the issue"
        run={() => act('issue.cancel', { slug })}
      />
    </>
  )
}

function Retries({ slug, status: { retryable } }: IssueActionsProps) {
  const { act } = useChanges()
  return (
    <>
      {retryable.failed > 0 && (
        <ActionButton
          label={`Retry ${retryable.failed.toLocaleString('en')} failed`}
          run={() => act('issue.retry', { slug, failed: true })}
        />
      )}
      {retryable.unknown > 0 && (
        <ActionButton
          label={`Retry ${retryable.unknown.toLocaleString('en')} unknown`}
          question={`${counted(retryable.unknown, 'subscriber')} may get it twice: the connection or the program ended during transmission.`}
          confirmLabel="Send them again"
          run={() => act('issue.retry', { slug, unknown: true, confirm: retryable.unknown })}
        />
      )}
    </>
  )
}
