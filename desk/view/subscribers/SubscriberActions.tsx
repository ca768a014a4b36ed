import { Link, useLocation } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Plain } from '../plain/Plain.tsx'
import { plainText, whyNone } from '../plain/plain-words.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'

/** One subscriber: the proof of consent, and the issues sent. */
export function SubscriberActions({ email, back }: { email: string; back: string }) {
  const { data, error } = useRead('subscribers.show', { email })
  const [, go] = useLocation()
  const { change, notice } = useActions()
  const remove = () =>
    notice(
      async () => {
        await change('subscribers.remove', { addresses: [email] })
        go(back)
      },
      { text: `${email} is unsubscribed.` },
    )
  return (
    <Pane label="Subscriber" list="Subscribers" back={back}>
      <h1>{email}</h1>
      <div className="actions">
        <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
          Show person
        </Link>
        {data?.subscription && (
          <Confirm
            label="Unsubscribe"
            asks={`This can’t be undone: ${email} gets no more issues, even if imported again, unless they sign up.`}
            go="Yes, unsubscribe"
            onGo={() => void remove()}
          />
        )}
      </div>
      {data === undefined || error ? <Waiting error={error} /> : <History kept={data} />}
    </Pane>
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
