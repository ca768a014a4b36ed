import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { callHref } from '../calls/week.ts'
import { type ResultOf, useRead } from '../client.ts'
import { DataList } from '../data/DataList.tsx'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { saveFile } from '../shell/save-file.tsx'
import { suppressionReasons } from '../subscribers/suppression-reasons.ts'
import { formatCallTime } from '../times.ts'

export function Person() {
  const [query, setQuery] = useSearchParams()
  const email = query.get('email') ?? ''
  const [typedEmail, setTypedEmail] = useState(email)
  return (
    <main className="page">
      <h1>Person</h1>
      <search>
        <form className="actions person-search" action={() => setQuery({ email: typedEmail.trim() })}>
          <input
            type="email"
            aria-label="Email address"
            placeholder="Email address"
            aria-keyshortcuts="/"
            required
            maxLength={254}
            value={typedEmail}
            onChange={({ target }) => setTypedEmail(target.value)}
          />
          <button type="submit" className="button">
            Find
          </button>
        </form>
      </search>
      {email !== '' && <PersonData key={email} email={email} />}
    </main>
  )
}

function PersonData({ email }: { email: string }) {
  // Not polled, since it searches every row.
  return (
    <Loaded {...useRead('people.export', { email }, { once: true })}>
      {(person) => <StoredData person={person} />}
    </Loaded>
  )
}

function StoredData({ person }: { person: Person }) {
  const { data, upcomingCalls, zone } = person
  const summary = summarizeStored(data)
  if (summary === undefined && data.suppressed === null) return <p>Nothing is stored about this person.</p>
  const calls = upcomingCalls.map((call) => ({
    href: callHref(call, zone),
    text: formatCallTime(call.starts_at, zone),
  }))
  return (
    <>
      <p>{summary ?? 'Only that they get no newsletter.'}</p>
      <PersonActions person={person} counts={summary} />
      <LinkList title="Upcoming calls" links={calls} />
      <LinkList title="Leads" links={data.leads.map(({ reference }) => leadLink(reference))} />
      <LinkList title="Other people’s leads that mention them" links={data.mentionedIn.map(leadLink)} />
      {data.suppressed && <p>{`They get no newsletter: ${suppressionReasons[data.suppressed.reason]}.`}</p>}
      <details className="all">
        <summary>Show everything</summary>
        <DataList data={data} zone={zone} />
      </details>
    </>
  )
}

function leadLink(reference: string) {
  return { href: `/leads/${reference}?view=all`, text: reference }
}

function LinkList({ title, links }: { title: string; links: readonly { href: string; text: string }[] }) {
  if (links.length === 0) return null
  return (
    <section className="kept" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <Link href={href}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PersonActions({ person, counts }: { person: Person; counts: string | undefined }) {
  const { data } = person
  const { email } = data
  const lostCalls = lostCallsText(person)
  return (
    <div className="actions">
      <ActionButton
        label="Export their data"
        isPrimary
        run={async () => saveFile(`${email}.json`, JSON.stringify(data, null, 2), 'application/json')}
      />
      <FinalButton
        label="Forget"
        details={
          <>
            <p>{`${counts ?? 'Everything stored'} will be erased, and their address removed wherever others mention it.`}</p>
            {lostCalls && <p className="problem">{`${lostCalls} To notify them, cancel first.`}</p>}
          </>
        }
        confirmLabel={`Erase ${email}`}
        change="people.forget"
        input={{ who: [email] }}
      />
    </div>
  )
}

type Person = ResultOf<'people.export'>
type StoredRows = Pick<Person['data'], 'leads' | 'emails' | 'subscription' | 'issues' | 'mentionedIn'>

export function summarizeStored({ leads, emails, subscription, issues, mentionedIn }: StoredRows): string | undefined {
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

export function lostCallsText({ upcomingCalls, zone }: Pick<Person, 'upcomingCalls' | 'zone'>): string | undefined {
  if (upcomingCalls.length === 0) return undefined
  const times = upcomingCalls.map(({ starts_at }) => formatCallTime(starts_at, zone)).join('; ')
  const verb = upcomingCalls.length === 1 ? 'is' : 'are'
  return `${counted(upcomingCalls.length, 'upcoming call')}, on ${times}, ${verb} removed from the calendar; nobody is notified.`
}
