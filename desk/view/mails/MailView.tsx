import { Link, useLocation } from 'wouter'
import { useChange, useRead } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'
import { mailName } from './mail-name.ts'
import { mailState } from './mail-state.ts'
import { useRetry } from './use-retry.ts'

/** One mail: what became of it, what the mail server said, and its text. */
export function MailView({ id, back }: { id: string; back: string }) {
  const { data: mail, error } = useRead('mail', { id })
  const [, go] = useLocation()
  const change = useChange()
  const notice = useNotice()
  const retry = useRetry()
  if (mail === undefined || error) {
    return (
      <article className="request" aria-label="The mail">
        <Waiting error={error} />
      </article>
    )
  }
  const facts: [string, string | null][] = [
    ['State', mailState(mail)],
    ['To', mail.to_address],
    ['From', mail.from_address],
    ['Reply to', mail.reply_to_address],
    ['Written', moment(mail.created_at)],
    ['What for', mailName(mail.kind)],
    ['Message-ID', mail.message_id],
  ]
  const isAtRest = mail.state === 'queued' || mail.state === 'failed'
  const drop = async () => {
    await notice(() => change('deleteMails', { ids: [id] }), { text: 'The mail is deleted, and never goes out.' })
    go(back)
  }
  return (
    <article className="request" aria-label="The mail">
      <p className="back">
        <Link href={back}>← Mails</Link>
      </p>
      <h1>{mail.subject}</h1>
      <div className="actions">
        {mail.about !== null && (
          <Link className="quiet" href={`/requests/${mail.about}?view=all`}>
            The request
          </Link>
        )}
        {isAtRest && (
          <>
            <button type="button" className="quiet" onClick={() => void retry({ ids: [id] })}>
              Send now
            </button>
            <Confirm
              label="Delete"
              asks="1 mail will be deleted, and never goes out. What it is about stays."
              go="Delete it"
              onGo={() => void drop()}
            />
          </>
        )}
      </div>
      <dl className="facts">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <h2>Text</h2>
      <div className="words">
        <p>{mail.text}</p>
      </div>
    </article>
  )
}
