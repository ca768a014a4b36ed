import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { judgeBackup, judgeOutbox } from '../../../platform/judged.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { callHref } from '../calls/week.ts'
import { type ResultOf, useRead } from '../client.ts'
import { formatShare } from '../issues/progress.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { formatAge, formatCallTime, formatTime } from '../times.ts'
import { Setup } from './Setup.tsx'

type Day = ResultOf<'overview.show'>

export function Today() {
  return (
    <main className="page">
      <h1>Today</h1>
      <Loaded {...useRead('overview.show', {})}>{(day) => <DayView day={day} />}</Loaded>
    </main>
  )
}

function DayView({ day }: { day: Day }) {
  const failures = listFailures(day, Date.now())
  const backup = judgeBackup(day.backup, day.isNightly, Date.now())
  const sending = day.issues.filter(({ state }) => state === 'sending')
  return (
    <div className="cards">
      {failures.length > 0 && (
        <Card title="Needs attention" isProblem>
          <ul>
            {failures.map(({ text, href }) => (
              <li key={text}>{href ? <Link href={href}>{text}</Link> : text}</li>
            ))}
          </ul>
        </Card>
      )}
      {sending.length > 0 && (
        <Card title="Sending">
          <ul>
            {sending.map(({ slug, subject, subscribers, emails }) => (
              <li key={slug}>
                <Link href={`/issues/${slug}`}>{subject}</Link>{' '}
                <span className="second">{`delivered to ${formatShare(emails.sent ?? 0, subscribers)}`}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Unanswered leads">
        <UnansweredLeads day={day} />
      </Card>
      <Card title="Next calls">
        <NextCalls day={day} />
      </Card>
      <Card title="Subscribers">
        <p>
          <b>{(day.subscribers.states.confirmed ?? 0).toLocaleString('en')}</b> confirmed
        </p>
        <p className="second">
          {`7 days: +${day.subscribers.changes[0]?.gained ?? 0} −${day.subscribers.changes[0]?.lost ?? 0}`}
        </p>
      </Card>
      <Card title="Last backup" isProblem={backup.state === 'wrong'}>
        <p className={backup.state === 'wrong' ? 'problem' : undefined}>{backup.text}</p>
      </Card>
      <Setup />
    </div>
  )
}

function UnansweredLeads({ day: { leads } }: { day: Day }) {
  const { count, late, oldest } = leads.waiting
  return (
    <>
      <p>
        <b>{count.toLocaleString('en')}</b>
        {late > 0 && <span className="problem">{` ${late} overdue`}</span>}
        {leads.suspicious.count > 0 && (
          <>
            {' · '}
            <Link href="/leads?view=suspicious">{`${leads.suspicious.count} suspicious`}</Link>
          </>
        )}
      </p>
      <ul>
        {oldest.map((lead) => (
          <li key={lead.reference}>
            <Link href={`/leads/${lead.reference}`}>{lead.name || lead.email}</Link>{' '}
            <span className="second">{formatAge(lead.created_at, Date.now())}</span>
          </li>
        ))}
      </ul>
      {count > oldest.length && <Link href="/leads?view=new">Show all</Link>}
    </>
  )
}

const maxCalls = 5

function NextCalls({ day: { calls, zone } }: { day: Day }) {
  if (calls.length === 0) return <p className="second">No upcoming calls.</p>
  return (
    <ul>
      {calls.slice(0, maxCalls).map((call) => (
        <li key={call.id}>
          <Link href={`/leads/${call.id}`}>{call.name || call.id}</Link>{' '}
          <span className="second">{formatCallTime(call.starts_at, zone)}</span>
        </li>
      ))}
    </ul>
  )
}

function Card({ title, isProblem, children }: { title: string; isProblem?: boolean | undefined; children: ReactNode }) {
  return (
    <section className={isProblem ? 'card card-problem' : 'card'}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type FailureData = Pick<
  Day,
  'failingCalendars' | 'zone' | 'stoppedAt' | 'pause' | 'issues' | 'lowDisk' | 'problems'
> & {
  requestedCalls: { id: string; starts_at: number }[]
  emails: Parameters<typeof judgeOutbox>[0]
}

/** `href`: the view to fix it in. */
type Failure = { text: string; href?: string }

export function listFailures(
  { requestedCalls, stoppedAt, pause, emails, issues, ...texts }: FailureData,
  now: number,
): Failure[] {
  const paused = issues.filter(({ state }) => state === 'paused')
  return [
    ...texts.failingCalendars.map((text) => ({ text })),
    ...requestedCalls.slice(0, 1).map((call) => ({
      text: `${counted(requestedCalls.length, 'call is', 'calls are')} waiting for your approval.`,
      href: callHref(call, texts.zone),
    })),
    ...(stoppedAt ? [{ text: `The site has been down since ${formatTime(stoppedAt)}.` }] : []),
    ...judgeOutbox(emails, pause, now)
      .filter(({ state }) => state === 'wrong')
      .map(({ text, command = '' }) => {
        return { text: `Outbox: ${text}`, href: `/outbox?view=${command.endsWith('failed') ? 'failed' : 'waiting'}` }
      }),
    ...paused.map(({ slug, subject, paused_because }) => ({
      text: `“${subject}” is paused: ${paused_because ?? 'by you'}.`,
      href: `/issues/${slug}`,
    })),
    ...[texts.lowDisk ?? [], texts.problems].flat().map((text) => ({ text })),
  ]
}
