import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { mailState } from '../mails/mail-state.ts'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'
import { NoteForm } from './NoteForm.tsx'
import { RequestActions } from './RequestActions.tsx'

/** One whole request: what was written, what is known, what was said, what was mailed. */
export function RequestView({ reference, back }: { reference: string; back: string }) {
  const { data: request, error } = useRead('request', { reference })
  return (
    <article className="request" aria-label="The request">
      <p className="back">
        <Link href={back}>← Requests</Link>
      </p>
      {request === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <h1>{request.name || request.email}</h1>
          <RequestActions request={request} />
          <div className="words">
            <p>{request.text}</p>
            {request.requirements && <p>{request.requirements}</p>}
          </div>
          <NoteForm key={request.reference} reference={request.reference} note={request.note} />
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
            <dl className="facts">
              {request.facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              {request.answeredAt !== null && (
                <div>
                  <dt>Answered</dt>
                  <dd>{moment(request.answeredAt)}</dd>
                </div>
              )}
            </dl>
          </section>
          <section>
            <h2>Mails</h2>
            {request.mails.length === 0 && <p className="second">None.</p>}
            <ul>
              {request.mails.map((mail) => (
                <li key={mail.id} className={mail.state === 'failed' ? 'problem' : undefined}>
                  <Link href={`/mails/${mail.id}?view=all`}>{mail.kind}</Link>
                  {`: ${mailState(mail)}`}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </article>
  )
}
