import { Link } from 'wouter'
import { type ReadOf, useChange } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { replyLink } from './reply-link.ts'
import { spamLosses } from './spam-losses.ts'

type RequestActionsProps = { request: ReadOf<'request'> }

export function RequestActions({ request }: RequestActionsProps) {
  const { reference, status } = request
  const change = useChange()
  const notice = useNotice()
  const isAnswered = request.answeredAt !== null
  const answer = () =>
    notice(() => change('answer', { reference, at: isAnswered ? null : 'now' }), {
      text: isAnswered ? `${reference} waits again.` : `${reference} is answered.`,
      undo: () => change('answer', { reference, at: request.answeredAt }),
    })
  const mark = (to: typeof status) =>
    notice(() => change('mark', { reference, status: to }), {
      text: to === 'spam' ? `${reference} is spam.` : `${reference} is no spam.`,
      undo: () => change('mark', { reference, status }),
    })
  return (
    <div className="actions">
      <a className="button" href={replyLink(request)} aria-keyshortcuts="r">
        Answer by mail
      </a>
      <Link className="quiet" href={`/person?email=${encodeURIComponent(request.email)}`}>
        The person
      </Link>
      <button type="button" className="quiet" aria-keyshortcuts="e" onClick={() => void answer()}>
        {isAnswered ? 'Waits after all' : 'Is answered'}
      </button>
      {status !== 'ok' && (
        <button type="button" className="quiet" onClick={() => void mark('ok')}>
          No spam
        </button>
      )}
      {status !== 'spam' && (
        <Confirm label="Mark as spam" asks={spamLosses(request)} go="It is spam" onGo={() => void mark('spam')} />
      )}
    </div>
  )
}
