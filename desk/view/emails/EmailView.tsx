import { Link, useLocation } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { formatTime } from '../times.ts'
import { emailKindName } from './email-name.ts'

export function EmailView({ id, back }: { id: string; back: string }) {
  return (
    <Loaded {...useRead('outbox.show', { id })}>
      {(email) => (
        <>
          <h1>{email.subject}</h1>
          <div className="actions">
            {email.about !== null && (
              <Link className="quiet" href={`/leads/${email.about}?view=all`}>
                Show lead
              </Link>
            )}
            {email.batch !== null && (
              <Link className="quiet" href={`/issues/${email.batch}`}>
                Show issue
              </Link>
            )}
            {email.batch === null && (email.state === 'queued' || email.state === 'failed') && (
              <UnsentActions id={id} back={back} />
            )}
          </div>
          <Facts
            facts={[
              ['State', stateText(email)],
              ['To', email.to_address],
              ['From', email.from_address],
              ['Reply to', email.reply_to_address],
              ['Created', formatTime(email.created_at)],
              ['Kind', emailKindName(email.kind)],
              ['Message-ID', email.message_id],
            ]}
          />
          <h2>Text</h2>
          <div className="words">
            <p>{email.text}</p>
          </div>
        </>
      )}
    </Loaded>
  )
}

function UnsentActions({ id, back }: { id: string; back: string }) {
  const [, navigate] = useLocation()
  const { runChange } = useChanges()
  const ids = [id]
  return (
    <>
      <ActionButton label="Send now" busyLabel="Sending …" run={() => runChange('outbox.retry', { ids })} />
      <ActionButton
        label="Delete"
        question="This email will be deleted and never sent. Its lead or subscriber is kept."
        confirmLabel="Delete it"
        run={() => runChange('outbox.delete', { ids }, { onDone: () => navigate(back) })}
      />
    </>
  )
}

type Email = Pick<ResultOf<'outbox.list'>['emails'][number], 'state' | 'attempts' | 'sent_at' | 'due_at' | 'last_error'>

function stateText({ state, attempts, sent_at, due_at, last_error }: Email): string {
  const reason = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `sent ${formatTime(sent_at ?? 0)}`
  if (state === 'unknown') return `may have arrived${reason}`
  if (state === 'failed') return `failed permanently after ${counted(attempts, 'attempt')}${reason}`
  if (attempts === 0) return due_at > Date.now() ? `queued for ${formatTime(due_at)}` : 'queued'
  return `tried ${attempts}×, again ${formatTime(due_at)}${reason}`
}
