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
      <SaveTable label="Save who got it" name={`${slug}.csv`} read={() => readTable('issue.log', { slug })} />
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
      ? 'It is canceled before anyone got it: the article can be sent another time.'
      : `It is canceled: ${counted(dropped, 'reader')} will not get it.`
  }
  return (
    <>
      {state === 'sending' ? (
        <button
          type="button"
          className="button"
          onClick={() => void notice(pause, { text: 'It waits. A mail in transmission still goes.', undo: resume })}
        >
          Pause
        </button>
      ) : (
        <Confirm
          label="Resume"
          asks={
            stoppedBecause === null
              ? undefined
              : `It waited: ${stoppedBecause}. ${counted(emails.queued, 'reader')} get it now.`
          }
          go="Let it go on"
          onGo={() => void notice(resume, { text: 'It goes on, where it stopped.', undo: pause })}
        />
      )}
      <Confirm
        label="Cancel for good"
        asks={`This can’t be undone: ${counted(emails.queued, 'reader')} will not get it. Who has it, keeps it.`}
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
      return `${counted(count, 'reader')} get it again${isPaused ? ', once the issue goes on' : ''}.`
    })
  return (
    <>
      {retryable.failed > 0 && (
        <button type="button" className="quiet" onClick={() => void retry('failed')}>
          {`Try ${retryable.failed.toLocaleString('en')} failed again`}
        </button>
      )}
      {retryable.unknown > 0 && (
        <Confirm
          label={`Try ${retryable.unknown.toLocaleString('en')} unknown again`}
          asks={`${counted(retryable.unknown, 'reader')} may get it twice: the connection or the program ended during transmission.`}
          go="Send them again"
          onGo={() => void retry('unknown', retryable.unknown)}
        />
      )}
    </>
  )
}
