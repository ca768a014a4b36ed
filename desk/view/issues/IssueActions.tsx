import { readOnce, useChange } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { saveFile } from '../shell/save-file.ts'
import type { Status } from './progress.ts'

type IssueActionsProps = { slug: string; status: Status }

export function IssueActions({ slug, status }: IssueActionsProps) {
  const notice = useNotice()
  const save = async () => {
    const { csv } = await readOnce('issueTable', { slug })
    saveFile(`${slug}.csv`, csv, 'text/csv')
  }
  return (
    <div className="actions">
      {(status.state === 'sending' || status.state === 'paused') && <Controls slug={slug} status={status} />}
      {status.state !== 'cancelled' && <Retries slug={slug} status={status} />}
      <button type="button" className="quiet" onClick={() => void notice(save, { text: `${slug}.csv is saved.` })}>
        Save who got it
      </button>
    </div>
  )
}

function Controls({ slug, status: { state, mails, stoppedBecause } }: IssueActionsProps) {
  const change = useChange()
  const notice = useNotice()
  const pause = () => change('pauseIssue', { slug })
  const resume = () => change('resumeIssue', { slug })
  const cancel = async () => {
    const { dropped, isErased } = await change('cancelIssue', { slug })
    return isErased
      ? 'It is canceled before anyone got it: the article can be sent another time.'
      : `It is canceled: ${counted(dropped)} will not get it.`
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
            stoppedBecause === null ? undefined : `It waited: ${stoppedBecause}. ${counted(mails.queued)} get it now.`
          }
          go="Let it go on"
          onGo={() => void notice(resume, { text: 'It goes on, where it stopped.', undo: pause })}
        />
      )}
      <Confirm
        label="Cancel for good"
        asks={`This can’t be undone: ${counted(mails.queued)} will not get it. Who has it, keeps it.`}
        go="Cancel the issue"
        onGo={() => void notice(cancel, { text: '' })}
      />
    </>
  )
}

function Retries({ slug, status: { retryable } }: IssueActionsProps) {
  const change = useChange()
  const notice = useNotice()
  const retry = (state: 'failed' | 'unknown', confirm?: number) =>
    notice(
      async () => {
        const { count, isPaused } = await change('retryIssue', { slug, state, confirm })
        return `${counted(count)} get it again${isPaused ? ', once the issue goes on' : ''}.`
      },
      { text: '' },
    )
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
          asks={`${counted(retryable.unknown)} may get it twice: the connection or the program ended during transmission.`}
          go="Send them again"
          onGo={() => void retry('unknown', retryable.unknown)}
        />
      )}
    </>
  )
}

function counted(readers: number): string {
  return `${readers.toLocaleString('en')} ${readers === 1 ? 'reader' : 'readers'}`
}
