import { useSearchParams } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { dayMs, dayOf, hourMs } from '../../../platform/text/time-text.ts'
import { useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Tabs } from '../shell/Split.tsx'
import { formatChange, formatCount, type ReportData } from './format.ts'
import { Funnels, Origins } from './Tables.tsx'

/** Longer ranges aren’t polled, since adding up a year takes a while. */
const maxPolledDays = 31

export function Analytics() {
  const [query, setQuery] = useSearchParams()
  const now = Date.now()
  const range = rangeOf(query, now)
  const preset = range.to === lastDays(1, now).to ? `${daysIn(range)}` : undefined
  return (
    <main className="page report">
      <h1>Analytics</h1>
      <search className="filters">
        <Tabs views={presets} selected={preset} onSelect={(days) => setQuery(lastDays(Number(days), now))} />
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'to'}{' '}
            <input
              type="date"
              value={range[end]}
              {...(end === 'from' ? { max: range.to } : { min: range.from })}
              onChange={({ target }) => target.value && setQuery({ ...range, [end]: target.value })}
            />
          </label>
        ))}
      </search>
      <Loaded {...useRead('visits.report', range, { once: daysIn(range) > maxPolledDays })}>
        {(data) => <Report data={data} />}
      </Loaded>
    </main>
  )
}

function Report({ data }: { data: ReportData }) {
  const { totals, changes, previous, days, events } = data
  const metrics = [
    ['Visits', 'visits'],
    ['Page views', 'pages'],
    ['Leads and calls', 'leads'],
    ['Sign-ups', 'signUps'],
  ] as const
  return (
    <>
      <dl className="totals">
        {metrics.map(([label, metric]) => (
          <div key={metric}>
            <dt>{label}</dt>
            <dd>{formatCount(totals[metric])}</dd>
            <dd className="second">{formatChange(changes[metric], previous.totals?.[metric])}</dd>
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
        markedDays={events.map(({ day }) => day)}
      />
      <Notes data={data} />
      <Funnels data={data} />
      <Origins data={data} />
      <p className="second">
        A visit is one visitor on one day (UTC). Bots and visitors who ask not to be tracked aren’t counted. Leads and
        calls are everything in Leads except spam, suspicious, and erased leads. The tables below only know leads whose
        visits were counted. <a href={data.excludeUrl}>Exclude your own visits</a>, in each browser you use.
      </p>
    </>
  )
}

function Notes({ data: { events, days, uncountedText } }: { data: ReportData }) {
  const gaps = days.filter(({ visits }) => visits !== null).flatMap((day) => day.gaps)
  const hours = Math.round(gaps.reduce((sum, [from, to]) => sum + to - from, 0) / hourMs)
  const unknown = days.filter(({ visits }) => visits === null).length
  return (
    <ul className="second">
      {events.map(({ day, kind, title }) => (
        <li key={`${day} ${kind} ${title}`}>{`${day}: ${kind === 'issue' ? 'issue' : 'article'} “${title}”`}</li>
      ))}
      {hours > 0 && (
        <li>{`The site was down for ${counted(hours, 'hour, which isn’t', 'hours, which aren’t')} counted.`}</li>
      )}
      {days.at(-1)?.day === lastDays(1, Date.now()).to && <li>Today isn’t over yet.</li>}
      {uncountedText && <li>{`Not counted: ${uncountedText}.`}</li>}
      {unknown > 0 && <li>{`There is no data on visits for ${formatCount(unknown)} of these days.`}</li>}
    </ul>
  )
}

type DateRange = { from: string; to: string }

const presets: Readonly<Record<string, string>> = { 7: '7 days', 28: '28 days', 91: '13 weeks', 365: 'A year' }

/** The last `count` days (UTC), including today. */
function lastDays(count: number, now: number): DateRange {
  return { from: dayOf(new Date(now - (count - 1) * dayMs)), to: dayOf(new Date(now)) }
}

function daysIn({ from, to }: DateRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** The days in the address, else the last four weeks. The server validates them. */
export function rangeOf(query: URLSearchParams, now: number): DateRange {
  const [from, to] = [query.get('from'), query.get('to')]
  return from === null && to === null ? lastDays(28, now) : { from: from ?? '', to: to ?? '' }
}
