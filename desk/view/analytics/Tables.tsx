import { useState } from 'react'
import { formatCount, medianText, readingText, shareText, sourceName } from '../../../platform/text/report-text.ts'
import { rateVital, vitalLimits, vitalText } from '../../../platform/text/web-vitals.ts'
import { type Bar, Bars } from '../ui/Bars.tsx'
import { Section } from '../ui/Page.tsx'
import { Stats } from '../ui/Stats.tsx'
import type { ReportData } from './chart.ts'

export function Conversion({ data: { funnels, names } }: { data: ReportData }) {
  return (
    <Section title="Conversion" aside={<small>Visits that took each step</small>}>
      <div className="four">
        {funnels.map(({ name, steps, medianMinutes }) => (
          <section key={name}>
            <h3>{names.funnels[name]}</h3>
            <Bars
              isOrdered
              bars={steps.map(({ step, visitors, share }, n) => ({
                label: names.steps[step],
                value: formatCount(visitors),
                second: n === 0 ? '' : shareText(share),
                part: visitors / Math.max(1, steps[0]?.visitors ?? 0),
              }))}
            />
            {medianMinutes !== null && <p className="second">{medianText(medianMinutes)}</p>}
          </section>
        ))}
      </div>
    </Section>
  )
}

export function Sources({ data: { sources, totals } }: { data: ReportData }) {
  const bars = sources.map(({ source, visits, leads }) => ({
    label: sourceName(source),
    value: formatCount(visits),
    second: formatCount(leads),
    part: visits / Math.max(1, totals.visits),
  }))
  return <Ranking title="Sources" heads={['Visits', 'Leads']} bars={bars} />
}

export function Pages({ data: { pages, totals, titles } }: { data: ReportData }) {
  const bars = pages.map(({ page, visitors, readMs }) => ({
    label: titles[page] ?? page,
    value: formatCount(visitors),
    second: readingText(readMs),
    part: visitors / Math.max(1, totals.pages),
  }))
  return <Ranking title="Pages" heads={['Views', 'Time']} bars={bars} />
}

const rowsShown = 6

type RankingProps = { title: string; heads: readonly [string, string]; bars: readonly Bar[] }

function Ranking({ title, heads, bars }: RankingProps) {
  const [showsAll, setShowsAll] = useState(false)
  const aside = (
    <small className="heads">
      {heads[0]} <span>{heads[1]}</span>
    </small>
  )
  return (
    <Section title={title} aside={aside}>
      {bars.length === 0 ? (
        <p className="second">No visits yet.</p>
      ) : (
        <Bars bars={showsAll ? bars : bars.slice(0, rowsShown)} />
      )}
      {bars.length > rowsShown && (
        <p className="more">
          <button type="button" className="button plain" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${formatCount(bars.length)}`}
          </button>
        </p>
      )}
    </Section>
  )
}

export function PageSpeed({ data: { vitals } }: { data: ReportData }) {
  const stats = vitals.map(({ metric, measured }) => {
    const { name } = vitalLimits[metric]
    if (measured === null) return { label: name, value: '–', about: 'Not enough visits yet' }
    const { rating, target } = rateVital(metric, measured.value)
    const isGood = rating === 'Good'
    return {
      label: name,
      value: vitalText(metric, measured.value),
      about: isGood ? (
        `Good, below ${target}`
      ) : (
        <>
          <b>{rating}</b> {`(target ${target})`}
        </>
      ),
    }
  })
  return (
    <Section title="Page speed" aside={<small>75th percentile of real visits</small>}>
      <Stats stats={stats} />
    </Section>
  )
}
