import { useSearchParams } from 'wouter'
import { changeText, formatCount, spanText } from '../../../platform/text/report-text.ts'
import { useRead } from '../client.ts'
import { Filters, keysOf } from '../shell/filters.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page } from '../ui/Page.tsx'
import { Stats } from '../ui/Stats.tsx'
import { Chart } from './Chart.tsx'
import { periodOf, periodsOf, type ReportData } from './chart.ts'
import { Conversion, PageSpeed, Pages, Sources } from './Tables.tsx'

const periodNames = { 7: '7 days', 28: '28 days', 90: '90 days', 365: '12 months', custom: 'Custom' }

export function Analytics() {
  const [query, setQuery] = useSearchParams()
  const { name, input } = periodOf(query)
  // Don’t poll long reports: adding up more than a month is slow.
  const read = useRead('visits.report', input, { once: name !== '7' && name !== '28', keepsPrevious: true })
  const { data } = read
  const filters = <Filters label="Period" names={periodNames} current={name} parameter="days" />
  return (
    <Page title="Analytics" about={data && aboutText(data)} actions={filters}>
      {name === 'custom' && data && (
        <CustomPeriod
          key={`${data.from} ${data.to}`}
          shown={data}
          onChange={(span) => setQuery({ days: name, ...span })}
        />
      )}
      <Loaded {...read}>{(data) => <Report data={data} />}</Loaded>
    </Page>
  )
}

function aboutText({ from, to, days, previous }: ReportData): string {
  const compared = days.length === 1 ? 'the day before' : `the ${formatCount(days.length)} days before`
  return spanText({ from, to }) + (previous.totals === null ? '' : `, compared with ${compared}`)
}

type CustomPeriodProps = { shown: ReportData; onChange: (span: Record<string, string>) => void }

function CustomPeriod({ shown, onChange }: CustomPeriodProps) {
  return (
    <form
      className="actions period"
      action={(form) => onChange({ from: `${form.get('from')}`, to: `${form.get('to')}` })}
    >
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {end === 'from' ? 'From' : 'To'}
          <input type="date" className="field" name={end} required defaultValue={shown[end]} />
        </label>
      ))}
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}

function Report({ data }: { data: ReportData }) {
  const { totals, changes, previous, names, excludeUrl } = data
  const stats = keysOf(names.totals).map((name) => {
    const about = changeText(changes[name], previous.totals?.[name])
    return { label: names.totals[name], value: formatCount(totals[name]), about }
  })
  return (
    <>
      <Stats label="Totals" stats={stats} />
      {totals.visits === 0 && (
        <p className="second">
          Visits show up here a second after they happen. <a href={new URL('/', excludeUrl).href}>Open your site</a> to
          make one.
        </p>
      )}
      <Chart periods={periodsOf(data)} />
      <Conversion data={data} />
      <div className="halves">
        <Sources data={data} />
        <Pages data={data} />
      </div>
      <PageSpeed data={data} />
      <p className="second">
        No cookies, no personal data. Conversion and sources count visits: a visit that sent two leads counts once.{' '}
        <a href={excludeUrl}>Exclude this browser</a> to leave out your own visits.{' '}
        {data.uncountedText && `Not counted: ${data.uncountedText}.`}
      </p>
    </>
  )
}
