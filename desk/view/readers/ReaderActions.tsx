import { Link, useLocation } from 'wouter'
import { type ReadOf, useChange, useRead } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useNotice } from '../shell/notice.tsx'
import { Waiting } from '../shell/Waiting.tsx'

/** One reader: the proof of consent, and what was sent. */
export function ReaderActions({ email, back }: { email: string; back: string }) {
  const { data, error } = useRead('person', { email }, { once: true })
  const [, go] = useLocation()
  const change = useChange()
  const notice = useNotice()
  const remove = () =>
    notice(
      async () => {
        await change('removeReader', { email })
        go(back)
      },
      { text: `${email} is off the list.` },
    )
  return (
    <article className="request" aria-label="The reader">
      <p className="back">
        <Link href={back}>← Readers</Link>
      </p>
      <h1>{email}</h1>
      <div className="actions">
        <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
          The person
        </Link>
        <Confirm
          label="Take off the list"
          asks="This can’t be undone: 1 reader gets no newsletter any more, whatever is imported, unless they sign up anew."
          go="Take them off"
          onGo={() => void remove()}
        />
      </div>
      {data === undefined || error ? <Waiting error={error} /> : <History kept={data.kept} />}
    </article>
  )
}

function History({ kept: { subscription, issues } }: { kept: ReadOf<'person'>['kept'] }) {
  const facts = Object.entries(subscription ?? {}).filter(([, value]) => value !== null && String(value) !== '')
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <h2>Issues</h2>
      {issues.length === 0 && <p className="second">None yet.</p>}
      <ul>
        {issues.map(({ issue, state, sentAt, answer }) => (
          <li key={issue}>
            {[issue, state, sentAt?.slice(0, 16).replace('T', ' '), answer].filter(Boolean).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}
