import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { clockIn } from '../calls/week.ts'
import { type ResultOf, useRead } from '../client.ts'
import { Plain } from '../plain/Plain.tsx'
import { whyNone } from '../plain/plain-words.ts'
import { Act } from '../shell/Act.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { saveFile } from '../shell/save-file.tsx'
import { callMoment } from '../times.ts'

/** Everything stored about a person, by their address. */
export function Person() {
  const [query, setQuery] = useSearchParams()
  const email = query.get('email') ?? ''
  const [typed, setTyped] = useState(email)
  return (
    <main className="page">
      <h1>Person</h1>
      <search>
        <form className="actions person-search" action={() => setQuery({ email: typed.trim() })}>
          <input
            type="email"
            aria-label="Email address"
            placeholder="Email address"
            aria-keyshortcuts="/"
            required
            maxLength={254}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" className="button">
            Look
          </button>
        </form>
      </search>
      {email !== '' && <PersonData key={email} email={email} />}
    </main>
  )
}

function PersonData({ email }: { email: string }) {
  // Searches every row, so not every few seconds.
  return (
    <Loaded {...useRead('people.export', { email }, { once: true })}>{(person) => <Kept person={person} />}</Loaded>
  )
}

function Kept({ person }: { person: Person }) {
  const { kept, callsToCome, zone } = person
  const counts = countsOf(kept)
  if (counts === undefined && kept.suppressed === null) return <p>There is nothing stored about this person.</p>
  const leads = kept.leads.map(({ reference }) => leadLink(reference))
  const calls = callsToCome.map(({ id, starts_at }) => (
    <Link key={id} href={`/calls?week=${clockIn(starts_at, zone).slice(0, 10)}&call=${id}`}>
      {callMoment(starts_at, zone)}
    </Link>
  ))
  return (
    <>
      <p>{counts ?? 'Only that they get no newsletter.'}</p>
      <PersonActions person={person} counts={counts} />
      <LinkList title="Upcoming calls" links={calls} />
      <LinkList title="Leads" links={leads} />
      <LinkList title="Other people’s leads that mention them" links={kept.mentionedIn.map(leadLink)} />
      {kept.suppressed && <p>{`They get no newsletter: ${whyNone[kept.suppressed.reason]}.`}</p>}
      <details className="all">
        <summary>Show everything</summary>
        <Plain kept={kept} zone={zone} />
      </details>
    </>
  )
}

function leadLink(reference: string) {
  return (
    <Link key={reference} href={`/leads/${reference}?view=all`}>
      {reference}
    </Link>
  )
}

function LinkList({ title, links }: { title: string; links: readonly ReactNode[] }) {
  if (links.length === 0) return null
  return (
    <section className="kept" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map((link, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <li key={n}>{link}</li>
        ))}
      </ul>
    </section>
  )
}

function PersonActions({ person, counts }: { person: Person; counts: string | undefined }) {
  const { kept } = person
  const { email } = kept
  const lost = callsLost(person)
  const { act } = useChanges()
  return (
    <div className="actions">
      <button
        type="button"
        className="button"
        onClick={() => saveFile(`${email}.json`, JSON.stringify(kept, null, 2), 'application/json')}
      >
        Export their data
      </button>
      <Act
        label="Forget"
        asks={
          <>
            <p>{`This can’t be undone: ${counts ?? 'everything stored'} will be erased, and their address removed wherever others mention it.`}</p>
            {lost && <p className="problem">{`${lost} To notify them, cancel first.`}</p>}
          </>
        }
        go={`Erase ${email}`}
        run={() => act('people.forget', { who: [email] })}
      />
    </div>
  )
}

type Person = ResultOf<'people.export'>
type Kept = Pick<Person['kept'], 'leads' | 'emails' | 'subscription' | 'issues' | 'mentionedIn'>

/** undefined if nothing is stored. */
export function countsOf({ leads, emails, subscription, issues, mentionedIn }: Kept): string | undefined {
  const counts = [
    leads.length > 0 && counted(leads.length, 'lead'),
    emails.length > 0 && counted(emails.length, 'email'),
    subscription && 'a subscription',
    issues.length > 0 && counted(issues.length, 'issue sent', 'issues sent'),
    mentionedIn.length > 0 &&
      counted(mentionedIn.length, 'lead of someone else that mentions them', 'leads of others that mention them'),
  ].filter(Boolean)
  return counts.length === 0 ? undefined : counts.join(', ')
}

/** A sentence about calls that will be removed; undefined without any. */
export function callsLost({ callsToCome, zone }: Pick<Person, 'callsToCome' | 'zone'>): string | undefined {
  const [one, ...more] = callsToCome
  if (one === undefined) return undefined
  const times = callsToCome.map(({ starts_at }) => callMoment(starts_at, zone)).join('; ')
  return more.length === 0
    ? `1 upcoming call, on ${times}, is removed from the calendar; nobody is notified.`
    : `${callsToCome.length} upcoming calls, on ${times}, are removed from the calendar; nobody is notified.`
}
