import { Link, useLocation } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Plain } from '../plain/Plain.tsx'
import { plainText, whyNone } from '../plain/plain-words.ts'
import { Act } from '../shell/Act.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'

/** One subscriber: the proof of consent, and the issues sent. */
export function SubscriberView({ email, back }: { email: string; back: string }) {
  const subscriber = useRead('subscribers.show', { email })
  const [, go] = useLocation()
  const { act } = useChanges()
  return (
    <>
      <h1>{email}</h1>
      <div className="actions">
        <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
          Show person
        </Link>
        {subscriber.data?.subscription && (
          <Act
            label="Unsubscribe"
            asks={`This can’t be undone: ${email} gets no more issues, even if imported again, unless they sign up.`}
            go="Yes, unsubscribe"
            run={() => act('subscribers.remove', { addresses: [email] }, { onDone: () => go(back) })}
          />
        )}
      </div>
      <Loaded {...subscriber}>{(kept) => <History kept={kept} />}</Loaded>
    </>
  )
}

function History({ kept: { subscription, issues, suppressed } }: { kept: ResultOf<'subscribers.show'> }) {
  if (subscription === null) {
    return <p>{`Not on the list${suppressed ? `: ${whyNone[suppressed.reason]}` : ''}.`}</p>
  }
  return (
    <>
      <Plain kept={subscription} />
      <h2>Issues</h2>
      {issues.length === 0 && <p className="second">None yet.</p>}
      <ul>
        {issues.map(({ issue, state, sentAt, answer }) => (
          <li key={issue}>
            <Link href={`/issues/${issue}`}>{issue}</Link>
            {`, ${state}${sentAt ? ` ${plainText(sentAt)}` : ''}${state === 'sent' || !answer ? '' : `: ${answer}`}`}
          </li>
        ))}
      </ul>
    </>
  )
}
