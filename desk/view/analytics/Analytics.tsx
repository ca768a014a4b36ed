import { useSearchParams } from 'wouter'
import { useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Tabs } from '../shell/Split.tsx'
import { Funnels, Origins } from './Tables.tsx'
import { changeText, count, type ReportData } from './words.ts'

/** Longer spans aren't polled, since adding up a year takes a while. */
const maxDaysLive = 31

export function Analytics() {
  const [query, setQuery] = useSearchParams()
  const span = spanOf(query, Date.now())
  return (
    <main className="page report">
      <h1>Analytics</h1>
      <search className="filters">
        <Tabs
          views={spans}
          selected={spans.find(({ name }) => isSame(lastDays(Number(name), Date.now()), span))?.name ?? ''}
          onSelect={(name) => setQuery(lastDays(Number(name), Date.now()))}
        />
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'to'}{' '}
            <input
              type="date"
              value={span[end]}
              {...(end === 'from' ? { max: span.to } : { min: span.from })}
              onChange={({ target }) => target.value && setQuery({ ...span, [end]: target.value })}
            />
          </label>
        ))}
      </search>
      <Loaded {...useRead('visits.report', span, { once: daysIn(span) > maxDaysLive })}>
        {(data) => <Report data={data} />}
      </Loaded>
    </main>
  )
}

function Report({ data }: { data: ReportData }) {
  const { totals, changes, previous, days, events } = data
  const numbers = [
    ['Visits', 'visits'],
    ['Page views', 'pages'],
    ['Leads and calls', 'leads'],
    ['Sign-ups', 'signUps'],
  ] as const
  return (
    <>
      <dl className="totals">
        {numbers.map(([label, what]) => (
          <div key={what}>
            <dt>{label}</dt>
            <dd>{count(totals[what])}</dd>
            <dd className="second">{changeText(changes[what], previous.totals?.[what])}</dd>
          </div>
        ))}
      </dl>
      <Plot
        title="Visits and leads by day"
        days={days.map(({ day }) => day)}
        series={[
          { label: 'Visits', values: days.map(({ visits }) => visits) },
          { label: 'Leads', values: days.map(({ leads }) => leads) },
        ]}
        marks={events.map(({ day }) => day)}
      />
      <Remarks data={data} />
      <Funnels data={data} />
      <Origins data={data} />
      <p className="second">
        A visit is one visitor on one day (UTC). Someone who writes twice in the same way that day counts once. Robots
        and visitors who ask not to be tracked aren’t counted; their leads are in Leads as usual.{' '}
        <a href={data.excludeUrl}>Exclude your own visits</a>, in each browser you use.
      </p>
    </>
  )
}

/** Articles and issues of these days, and hours without data. */
function Remarks({ data: { events, days, droppedText } }: { data: ReportData }) {
  const gaps = days.filter(({ visits }) => visits !== null).flatMap((day) => day.gaps)
  const hours = Math.round(gaps.reduce((sum, [from, to]) => sum + to - from, 0) / 3_600_000)
  const unknown = days.filter(({ visits }) => visits === null).length
  return (
    <ul className="second">
      {events.map(({ day, kind, title }) => (
        <li key={`${day} ${kind} ${title}`}>{`${day}: ${kind === 'issue' ? 'issue' : 'article'} “${title}”`}</li>
      ))}
      {hours > 0 && <li>{`The site was down for ${count(hours)} hours, which aren’t counted.`}</li>}
      {days.at(-1)?.day === lastDays(1, Date.now()).to && <li>Today isn’t over yet.</li>}
      {droppedText && <li>{`Not counted: ${droppedText}.`}</li>}
      {unknown > 0 && <li>{`There is no data for ${count(unknown)} of these days.`}</li>}
    </ul>
  )
}

const dayMs = 86_400_000

type Span = { from: string; to: string }

const spans = [
  { name: '7', label: '7 days' },
  { name: '28', label: '28 days' },
  { name: '91', label: '13 weeks' },
  { name: '365', label: 'A year' },
] as const

/** The last `count` days (UTC), including today. */
function lastDays(count: number, now: number): Span {
  return { from: dayAt(now - (count - 1) * dayMs), to: dayAt(now) }
}

function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** The days in the address, else the last four weeks. The server validates them. */
export function spanOf(query: URLSearchParams, now: number): Span {
  const [from, to] = [query.get('from'), query.get('to')]
  return from === null && to === null ? lastDays(28, now) : { from: from ?? '', to: to ?? '' }
}

function isSame(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to
}

function dayAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
