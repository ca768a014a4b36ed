import { Link } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { mailName } from '../mails/mail-name.ts'
import { Facts } from '../shell/Facts.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { callMoment, moment } from '../times.ts'
import { NoteForm } from './NoteForm.tsx'
import { RequestActions } from './RequestActions.tsx'

/** One whole request: what was written, what is known, what was said, what happened. */
export function RequestView({ reference, back }: { reference: string; back: string }) {
  const { data: request, error } = useRead('leads.show', { reference })
  return (
    <Pane label="The request" list="Requests" back={back}>
      {request === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <h1>{request.name || request.email}</h1>
          <RequestActions request={request} />
          <div className="words">
            <p>{request.text}</p>
          </div>
          <NoteForm reference={request.reference} note={request.note} />
          {request.talk.length > 0 && (
            <section>
              <h2>The talk</h2>
              {request.talk.map(([who, said], n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a talk only grows at its end
                <p key={n} className="said">
                  <b>{who}</b> {said}
                </p>
              ))}
            </section>
          )}
          <section>
            <h2>What is known</h2>
            <Facts facts={request.facts} />
          </section>
          <section>
            <h2>What happened</h2>
            <History history={request.history} zone={request.zone} />
          </section>
        </>
      )}
    </Pane>
  )
}

/** What happened with a request, in order, with its mails. */
function History({ history, zone }: Pick<ResultOf<'leads.show'>, 'history' | 'zone'>) {
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
