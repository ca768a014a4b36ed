import { Link } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { emailKindName } from '../emails/email-name.ts'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { formatCallTime, formatTime } from '../times.ts'
import { LeadActions } from './LeadActions.tsx'
import { NoteForm } from './NoteForm.tsx'

export function LeadView({ reference }: { reference: string }) {
  return (
    <Loaded {...useRead('leads.show', { reference })}>
      {(lead) => (
        <>
          <h1>{lead.name || lead.email}</h1>
          <LeadActions lead={lead} />
          <div className="words">
            <p>{lead.text}</p>
          </div>
          <NoteForm reference={lead.reference} note={lead.note} />
          {lead.chat.length > 0 && (
            <section>
              <h2>Chat</h2>
              {lead.chat.map(([speaker, text], n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a chat only grows at its end
                <p key={n} className="said">
                  <b>{speaker}</b> {text}
                </p>
              ))}
            </section>
          )}
          <section>
            <h2>Details</h2>
            <Facts facts={lead.facts} />
          </section>
          <section>
            <h2>History</h2>
            <History history={lead.history} zone={lead.zone} />
          </section>
        </>
      )}
    </Loaded>
  )
}

function History({ history, zone }: Pick<ResultOf<'leads.show'>, 'history' | 'zone'>) {
  return (
    <ol className="facts">
      {history.map(({ at, text, moment: callTime, email, isProblem }) => (
        <li key={`${email?.id} ${at} ${text}`}>
          <span className="second">{at === null ? 'unknown date' : formatTime(at)}</span>
          <span className={isProblem ? 'problem' : undefined}>
            {email && (
              <>
                <Link href={`/outbox/${email.id}?view=all`}>{emailKindName(email.kind)}</Link>{' '}
              </>
            )}
            {callTime === undefined ? text : `${text} ${formatCallTime(callTime, zone)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
