import { Numbers } from '../plot/Numbers.tsx'
import { count, percent, type ReportData, took } from './words.ts'

export function Ways({ data: { ways, names } }: { data: ReportData }) {
  return (
    <section>
      <h2>Conversion</h2>
      <div className="ways">
        {ways.map((way) => (
          <WayTable key={way.name} way={way} names={names} />
        ))}
      </div>
    </section>
  )
}

type WayProps = { way: ReportData['ways'][number]; names: ReportData['names'] }

function WayTable({ way: { name, steps, tookMinutes, bySource, byEntry }, names }: WayProps) {
  const rows = steps.map(({ step, visitors, share }) => {
    return { name: names.steps[step], part: visitors, cells: [count(visitors), percent(share)] }
  })
  const titles = rows.map((row) => row.name)
  return (
    <div>
      <h3>{names.ways[name]}</h3>
      <Numbers rows={rows} />
      <p className="second">{took(tookMinutes)}</p>
      <OriginTable title="By source" steps={titles} origins={bySource} />
      <OriginTable title="By landing page" steps={titles} origins={byEntry} />
    </div>
  )
}

type OriginProps = { title: string; steps: readonly string[]; origins: WayProps['way']['bySource'] }

function OriginTable({ title, steps, origins }: OriginProps) {
  if (origins.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <div className="plot-table">
        <Numbers
          head={[title, ...steps]}
          rows={origins.map(({ name, visitors }) => ({ name, cells: steps.map((_, i) => count(visitors[i] ?? 0)) }))}
        />
      </div>
    </details>
  )
}
