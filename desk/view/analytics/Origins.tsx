import { Numbers } from '../plot/Numbers.tsx'
import { count, type ReportData, rated } from './words.ts'

const maxShown = 12

export function Sources({ data: { sources, devices } }: { data: ReportData }) {
  const rows = sources.slice(0, maxShown).map(({ source, visits, requests }) => {
    return { name: source, part: visits, cells: [count(visits), count(requests)] }
  })
  return (
    <section>
      <h2>Sources</h2>
      {rows.length === 0 && <p className="second">No visitors.</p>}
      {rows.length > 0 && <Numbers head={['Source', 'Visits', 'Leads']} rows={rows} />}
      <p className="second">{devices.map(({ device, visits }) => `${device} ${count(visits)}`).join(', ')}</p>
    </section>
  )
}

export function Pages({ data: { pages } }: { data: ReportData }) {
  if (pages.length === 0) return null
  const rows = pages.slice(0, maxShown).map(({ page, visitors, entries, requests }) => {
    return { name: page, part: visitors, cells: [visitors, entries, requests].map(count) }
  })
  return (
    <section>
      <h2>Pages</h2>
      <Numbers head={['Page', 'Visitors', 'Landed here', 'Wrote afterwards']} rows={rows} />
    </section>
  )
}

export function Asked({ data: { asked } }: { data: ReportData }) {
  if (asked.length === 0) return null
  const rows = asked.slice(0, maxShown).map(({ answer, visitors }) => {
    return { name: answer, part: visitors, cells: [count(visitors)] }
  })
  return (
    <section>
      <h2>Questions to the chat</h2>
      <Numbers rows={rows} />
    </section>
  )
}

const metrics = ['lcp', 'inp', 'cls'] as const

export function Speeds({ data: { speed } }: { data: ReportData }) {
  if (speed.length === 0) return null
  const rows = speed.slice(0, maxShown).map((each) => ({
    name: `${each.page}, ${each.device}`,
    cells: metrics.map((metric) => {
      const { text, isGood } = rated(metric, each[metric])
      return isGood ? text : <span key={metric} className="problem">{`${text} !`}</span>
    }),
  }))
  return (
    <section>
      <h2>Page speed</h2>
      <p className="second">75th percentile. Values that should be faster are marked.</p>
      <Numbers head={['Page', 'LCP', 'INP', 'CLS']} rows={rows} />
    </section>
  )
}
