import { Link, useLocation } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { Facts } from '../shell/Facts.tsx'
import { useActions } from '../shell/notice.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'
import { emailName } from './email-name.ts'
import { RetryButton } from './RetryButton.tsx'

/** One email: its state, the mail server’s answer, and its text. */
export function EmailView({ id, back }: { id: string; back: string }) {
  const { data: email, error } = useRead('outbox.show', { id })
  const [, go] = useLocation()
  const { change, notice } = useActions()
  if (email === undefined || error) {
    return (
      <Pane label="Email" list="Outbox" back={back}>
        <Waiting error={error} />
      </Pane>
    )
  }
  const facts: [string, string | null][] = [
    ['State', emailState(email)],
    ['To', email.to_address],
    ['From', email.from_address],
    ['Reply to', email.reply_to_address],
    ['Written', moment(email.created_at)],
    ['About', emailName(email.kind)],
    ['Message-ID', email.message_id],
  ]
  const isAtRest = email.state === 'queued' || email.state === 'failed'
  const drop = async () => {
    await change('outbox.delete', { ids: [id] })
    go(back)
  }
  return (
    <Pane label="Email" list="Outbox" back={back}>
      <h1>{email.subject}</h1>
      <div className="actions">
        {email.about !== null && (
          <Link className="quiet" href={`/leads/${email.about}?view=all`}>
            Show lead
          </Link>
        )}
        {isAtRest && (
          <>
            <RetryButton label="Send now" which={{ ids: [id] }} />
            <Confirm
              label="Delete"
              asks="1 email will be deleted and never sent. Its lead or subscriber stays."
              go="Delete it"
              onGo={() => void notice(drop, { text: 'The email is deleted and won’t be sent.' })}
            />
          </>
        )}
      </div>
      <Facts facts={facts} />
      <h2>Text</h2>
      <div className="words">
        <p>{email.text}</p>
      </div>
    </Pane>
  )
}

type Email = Pick<ResultOf<'outbox.list'>['emails'][number], 'state' | 'attempts' | 'sent_at' | 'due_at' | 'last_error'>

export function emailState({ state, attempts, sent_at, due_at, last_error }: Email): string {
  const reason = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `sent ${moment(sent_at ?? 0)}`
  if (state === 'failed')
    return `failed permanently after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${reason}`
  return attempts === 0 ? 'waits' : `tried ${attempts}×, again ${moment(due_at)}${reason}`
}
