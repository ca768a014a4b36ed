import { counted } from '../../../platform/text/amounts.ts'
import { change, readCsv } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import type { Status } from './progress.ts'

type IssueActionsProps = { slug: string; status: Status }

export function IssueActions({ slug, status }: IssueActionsProps) {
  return (
    <div className="actions">
      {(status.state === 'sending' || status.state === 'paused') && <SendingButtons slug={slug} status={status} />}
      {status.state !== 'cancelled' && <RetryButtons slug={slug} status={status} />}
      <SaveCsvButton label="Save deliveries" name={`${slug}.csv`} read={() => readCsv('issue.log', { slug })} />
    </div>
  )
}

function SendingButtons({ slug, status: { state, emails, stoppedBecause } }: IssueActionsProps) {
  const { runChange } = useChanges()
  const remaining = counted(emails.queued, 'subscriber')
  return (
    <>
      {state === 'sending' ? (
        <ActionButton
          label="Pause"
          isPrimary
          run={() => runChange('issue.pause', { slug }, { undo: () => change('issue.resume', { slug }) })}
        />
      ) : (
        <ActionButton
          label="Resume"
          question={stoppedBecause === null ? undefined : `Paused: ${stoppedBecause}. ${remaining} will get it.`}
          confirmLabel="Resume the issue"
          run={() => runChange('issue.resume', { slug }, { undo: () => change('issue.pause', { slug }) })}
        />
      )}
      <ActionButton
        label="Cancel issue"
        question={`This can’t be undone: ${remaining} won’t get it. Subscribers who already got it aren’t affected.`}
        confirmLabel="Cancel the issue"
        run={() => runChange('issue.cancel', { slug })}
      />
    </>
  )
}

function RetryButtons({ slug, status: { retryable } }: IssueActionsProps) {
  const { runChange } = useChanges()
  return (
    <>
      {retryable.failed > 0 && (
        <ActionButton
          label={`Retry ${retryable.failed.toLocaleString('en')} failed`}
          run={() => runChange('issue.retry', { slug, failed: true })}
        />
      )}
      {retryable.unknown > 0 && (
        <ActionButton
          label={`Retry ${retryable.unknown.toLocaleString('en')} unknown`}
          question={`${counted(retryable.unknown, 'subscriber')} may get it twice: the connection or the program ended during transmission.`}
          confirmLabel="Send them again"
          run={() => runChange('issue.retry', { slug, unknown: true, confirm: retryable.unknown })}
        />
      )}
    </>
  )
}
