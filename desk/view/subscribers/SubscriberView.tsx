import { Link, useLocation } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { DataList } from '../data/DataList.tsx'
import { formatValue } from '../data/format-value.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { suppressionReasons } from './suppression-reasons.ts'

export function SubscriberView({ email, back }: { email: string; back: string }) {
  const subscriber = useRead('subscribers.show', { email })
  const [, navigate] = useLocation()
  const { runChange } = useChanges()
  return (
    <>
      <h1>{email}</h1>
      <div className="actions">
        <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
          Show person
        </Link>
        {subscriber.data?.subscription && (
          <ActionButton
            label="Unsubscribe"
            question={`This can’t be undone: ${email} gets no more issues, even if imported again, unless they sign up.`}
            confirmLabel="Yes, unsubscribe"
            run={() => runChange('subscribers.remove', { addresses: [email] }, { onDone: () => navigate(back) })}
          />
        )}
      </div>
      <Loaded {...subscriber}>{(data) => <History data={data} />}</Loaded>
    </>
  )
}

function History({ data: { subscription, issues, suppressed } }: { data: ResultOf<'subscribers.show'> }) {
  if (subscription === null) {
    return <p>{`Not on the list${suppressed ? `: ${suppressionReasons[suppressed.reason]}` : ''}.`}</p>
  }
  return (
    <>
      <DataList data={subscription} />
      <h2>Issues</h2>
      {issues.length === 0 && <p className="second">None yet.</p>}
      <ul>
        {issues.map(({ issue, state, sentAt, answer }) => (
          <li key={issue}>
            <Link href={`/issues/${issue}`}>{issue}</Link>
            {`, ${state}${sentAt ? ` ${formatValue(sentAt)}` : ''}${state === 'sent' || !answer ? '' : `: ${answer}`}`}
          </li>
        ))}
      </ul>
    </>
  )
}
