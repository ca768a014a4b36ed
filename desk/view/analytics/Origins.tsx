import { Numbers } from '../plot/Numbers.tsx'
import { count, type ReportData, rated } from './words.ts'

const maxShown = 12

export function Sources({ data: { sources, devices } }: { data: ReportData }) {
  const rows = sources.slice(0, maxShown).map(({ source, visits, requests }) => {
    return { name: source, part: visits, cells: [count(visits), count(requests)] }
  })
  return (
    <section>
      <h2>Where they come from</h2>
      {rows.length === 0 && <p className="second">Nobody came.</p>}
      {rows.length > 0 && <Numbers head={['Source', 'Visits', 'Requests']} rows={rows} />}
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
      <h2>What they see</h2>
      <Numbers head={['Page', 'Visitors', 'Began here', 'Sent a request after']} rows={rows} />
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
      <h2>What the agent is asked</h2>
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
      <h2>How fast it is for them</h2>
      <p className="second">Three of four views are at least as fast; what should be faster is marked.</p>
      <Numbers head={['Page', 'Shown', 'Answers a press', 'Moves']} rows={rows} />
    </section>
  )
}
