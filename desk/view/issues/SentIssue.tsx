import { roughDuration } from '../../../platform/text/durations.ts'
import { change, readCsv } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { SaveCsvButton } from '../shell/save-file.tsx'
import { Meter } from '../ui/Bars.tsx'
import { Facts } from '../ui/Facts.tsx'
import { progressFacts, type Status } from './issue-text.ts'

type SentIssueProps = { slug: string; status: Status }

/** An issue’s progress, numbers, and actions. */
export function SentIssue({ slug, status }: SentIssueProps) {
  const { state, emails, subscribers, remainingMs, retryable, hints } = status
  const { runChange } = useChanges()
  const isUnfinished = state === 'sending' || state === 'paused'
  const retryableStates = (['failed', 'unknown'] as const).filter(
    (each) => retryable[each] > 0 && state !== 'cancelled',
  )
  return (
    <>
      <section id="send" className="sending fields">
        <h3>{isUnfinished ? 'Sending' : 'Numbers'}</h3>
        {isUnfinished && (
          <>
            <Meter part={emails.sent / Math.max(1, subscribers)} />
            <p>
              <b className="num">{`${emails.sent.toLocaleString('en')} of ${subscribers.toLocaleString('en')}`}</b>
              {state === 'sending' && <span className="second">{`${roughDuration(remainingMs)} left`}</span>}
            </p>
          </>
        )}
        <Facts facts={progressFacts(status, useClock())} />
        {hints.map(({ text }) => (
          <small key={text} className={state === 'paused' ? 'late' : undefined}>
            {text}
          </small>
        ))}
      </section>
      <div className="actions">
        {state === 'sending' && (
          <ActionButton
            label="Pause"
            icon="pause"
            run={() => runChange('issue.pause', { slug }, { undo: () => change('issue.resume', { slug }) })}
          />
        )}
        {state === 'paused' && (
          <FinalButton label="Resume…" confirmLabel="Resume" isPrimary change="issue.resume" input={{ slug }} />
        )}
        {isUnfinished && (
          <FinalButton label="Cancel issue…" confirmLabel="Cancel issue" change="issue.cancel" input={{ slug }} />
        )}
        {retryableStates.map((each) => (
          <FinalButton
            key={each}
            label={`Resend ${retryable[each].toLocaleString('en')} ${each}…`}
            confirmLabel="Resend"
            change="issue.retry"
            input={{ slug, [each]: true, confirm: retryable[each] }}
          />
        ))}
        <SaveCsvButton label="Export CSV" name={`${slug}.csv`} read={() => readCsv('issue.log', { slug })} />
      </div>
    </>
  )
}
