import { Link } from 'wouter'
import type { ReadOf } from '../client.ts'
import { mailName } from '../mails/mail-name.ts'
import { callMoment, moment } from '../times.ts'

/** What happened with a request, in order, with its mails. */
export function History({ history, zone }: Pick<ReadOf<'request'>, 'history' | 'zone'>) {
  return (
    <ol className="facts history">
      {history.map(({ at, text, moment: ofCall, mail, isProblem }) => (
        <li key={`${mail?.id} ${at} ${text}`}>
          <span className="second">{at === null ? 'at some time' : moment(at)}</span>
          <span className={isProblem ? 'problem' : undefined}>
            {mail && (
              <>
                <Link href={`/mails/${mail.id}?view=all`}>{mailName(mail.kind)}</Link>{' '}
              </>
            )}
            {ofCall === undefined ? text : `${text} ${callMoment(ofCall, zone)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
