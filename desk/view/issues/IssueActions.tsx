import { counted } from '../../../platform/text/amounts.ts'
import { readTable } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'
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
  const { change, notice } = useActions()
  const pause = () => change('issue.pause', { slug })
  const resume = () => change('issue.resume', { slug })
  const cancel = async () => {
    const { dropped, isErased } = await change('issue.cancel', { slug })
    return isErased
      ? 'Canceled before anyone got it. You can send the article again.'
      : `Canceled: ${counted(dropped, 'subscriber')} won’t get it.`
  }
  return (
    <>
      {state === 'sending' ? (
        <button
          type="button"
          className="button"
          onClick={() => void notice(pause, { text: 'Paused. An email in transmission is still sent.', undo: resume })}
        >
          Pause
        </button>
      ) : (
        <Confirm
          label="Resume"
          asks={
            stoppedBecause === null
              ? undefined
              : `Paused: ${stoppedBecause}. ${counted(emails.queued, 'subscriber')} will get it.`
          }
          go="Let it go on"
          onGo={() => void notice(resume, { text: 'Resumed.', undo: pause })}
        />
      )}
      <Confirm
        label="Cancel issue"
        asks={`This can’t be undone: ${counted(emails.queued, 'subscriber')} won’t get it. Subscribers who already got it aren’t affected.`}
        go="Cancel the issue"
        onGo={() => void notice(cancel)}
      />
    </>
  )
}

function Retries({ slug, status: { retryable } }: IssueActionsProps) {
  const { change, notice } = useActions()
  const retry = (state: 'failed' | 'unknown', confirm?: number) =>
    notice(async () => {
      const { count, isPaused } = await change('issue.retry', { slug, [state]: true, confirm })
      return `${counted(count, 'subscriber')} will get it again${isPaused ? ' once the issue resumes' : ''}.`
    })
  return (
    <>
      {retryable.failed > 0 && (
        <button type="button" className="quiet" onClick={() => void retry('failed')}>
          {`Retry ${retryable.failed.toLocaleString('en')} failed`}
        </button>
      )}
      {retryable.unknown > 0 && (
        <Confirm
          label={`Retry ${retryable.unknown.toLocaleString('en')} unknown`}
          asks={`${counted(retryable.unknown, 'subscriber')} may get it twice: the connection or the program ended during transmission.`}
          go="Send them again"
          onGo={() => void retry('unknown', retryable.unknown)}
        />
      )}
    </>
  )
}
