import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { hrefs, replying } from '../hrefs.ts'
import { urgencyOf } from '../inbox/lead-text.ts'
import { callText } from '../people/person.ts'
import { useClock } from '../shell/clock.ts'
import type { Clock } from '../times.ts'
import { Meter } from '../ui/Bars.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Stats } from '../ui/Stats.tsx'
import { backupText, changeText, type Day, fixOf, signed, summaryOf, worstFirst } from './day.ts'
import { FirstDay } from './FirstDay.tsx'
import { introOf } from './first-day.ts'

export function Today() {
  const overview = useRead('overview.show', {})
  const clock = useClock()
  const { firstDay } = overview.data ?? {}
  const about = overview.data && (firstDay ? introOf(firstDay) : summaryOf(overview.data, clock))
  return (
    <Page title={clock.longDay(clock.now)} about={about}>
      <Loaded {...overview}>
        {(day) => (day.firstDay ? <FirstDay day={day.firstDay} /> : <DayView day={day} clock={clock} />)}
      </Loaded>
    </Page>
  )
}

type DayProps = { day: Day; clock: Clock }

function DayView({ day, clock }: DayProps) {
  const { leads, calls, issues, week, backup } = day
  const attention = worstFirst(day.attention)
  const { gained, lost, count: subscribers } = week.subscribers
  return (
    <div className="columns day">
      {leads.toReply > 0 ? <Replies day={day} clock={clock} /> : <p className="second">Every lead has a reply.</p>}
      {calls.length + attention.length > 0 && (
        <aside className="stack">
          {calls.length > 0 && <Calls day={day} clock={clock} />}
          {attention.length > 0 && <Attention items={attention} />}
        </aside>
      )}
      <div className="stack">
        <Section title="Last 7 days" aside={<Link href="/analytics">Analytics</Link>}>
          <Stats
            stats={[
              { ...statOf('Visits', week.visits), href: '/analytics' },
              { ...statOf('Leads', week.leads), href: '/inbox' },
              { ...statOf('Calls booked', week.calls), href: '/calendar' },
              {
                label: 'Subscribers',
                value: subscribers.toLocaleString('en'),
                about: `${signed(gained)}, ${signed(-lost)}`,
                href: '/subscribers',
              },
            ]}
          />
        </Section>
        {issues
          .filter(({ state }) => state === 'sending')
          .map((issue) => (
            <Sending key={issue.slug} issue={issue} />
          ))}
        {backup && <p className="second">{backupText(backup, clock)}</p>}
      </div>
    </div>
  )
}

function statOf(label: string, numbers: { count: number; before: number | null }) {
  return { label, value: numbers.count.toLocaleString('en'), about: changeText(numbers) }
}

function Replies({ day: { leads }, clock }: DayProps) {
  const { toReply, oldest } = leads
  const isAll = toReply === oldest.length
  const aside = <Link href="/inbox">{isAll ? 'Inbox' : `All ${toReply.toLocaleString('en')} in the inbox`}</Link>
  return (
    <Section title="Reply first" aside={aside}>
      <ul className="card queue">
        {oldest.map((lead, index) => {
          const { text, isLate } = urgencyOf(lead, clock)
          const href = hrefs.lead(lead.reference)
          return (
            <li key={lead.reference}>
              <Link href={href}>
                <b dir="auto">{lead.name || lead.email}</b>
                <small>
                  {lead.callAt !== null && `${callText(lead.callAt, clock)} · `}
                  <span className={isLate ? 'late' : undefined}>{text}</span>
                </small>
                <p dir="auto">{lead.text}</p>
              </Link>
              <Link
                className={index === 0 ? 'button primary' : 'button'}
                href={href}
                state={replying}
                aria-keyshortcuts={index === 0 ? 'r' : undefined}
              >
                Reply
              </Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const maxCalls = 3

function Calls({ day: { calls }, clock }: DayProps) {
  return (
    <Section title="Upcoming calls" aside={<Link href="/calendar">Calendar</Link>}>
      <ol className="card calls">
        {calls.slice(0, maxCalls).map(({ id, name, email, about, starts_at, joinUrl }, index) => (
          <li key={id}>
            <time>
              {clock.dayName(starts_at)}
              <b>{clock.time(starts_at)}</b>
            </time>
            <div>
              <Link href={hrefs.call(id, clock.isoDay(starts_at))}>
                <b dir="auto">{name || email}</b>
              </Link>
              <p className="second" dir="auto">
                {about}
              </p>
            </div>
            {index === 0 && joinUrl && clock.daysFromToday(starts_at) === 0 && (
              <a className="button" href={joinUrl} target="_blank" rel="noreferrer">
                <Icon name="video" />
                Join call
              </a>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

const maxShown = 3

function Attention({ items }: { items: Day['attention'] }) {
  const all = items.length > maxShown && <Link href="/setup">{`Show all ${items.length} in Setup`}</Link>
  return (
    <Section title="Needs attention" aside={all}>
      <ul className="card attention">
        {items.slice(0, maxShown).map((item) => {
          const fix = fixOf(item)
          return (
            <li key={`${item.about} ${item.text}`}>
              <div>
                <b className={item.state === 'wrong' && item.setting === undefined ? 'late' : undefined}>{item.text}</b>
                <p className="second" dir="auto">
                  {item.details}
                </p>
              </div>
              <Link href={fix.href}>{fix.label}</Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Sending({ issue: { slug, subject, sent, subscribers, minutesLeft } }: { issue: Day['issues'][number] }) {
  const timeLeft =
    minutesLeft === 1 ? 'About a minute left.' : `About ${minutesLeft.toLocaleString('en')} minutes left.`
  return (
    <Section
      className="sending"
      title={`Sending “${subject}”`}
      aside={<Link href={hrefs.issue(slug)}>Show issue</Link>}
    >
      <Meter part={subscribers === 0 ? 0 : sent / subscribers} />
      <p className="second">{`${sent.toLocaleString('en')} of ${subscribers.toLocaleString('en')} sent. ${timeLeft}`}</p>
    </Section>
  )
}
