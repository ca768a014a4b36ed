import type { ReactNode } from 'react'
import { Numbers } from '../plot/Numbers.tsx'
import { count, percent, type ReportData, rated, took } from './words.ts'

const maxShown = 12
const metrics = ['lcp', 'inp', 'cls'] as const

/** Where visitors came from, and what they saw, asked, and waited for. */
export function Origins({ data: { sources, devices, pages, asked, speed } }: { data: ReportData }) {
  return (
    <>
      <Part
        title="Sources"
        head={['Source', 'Visits', 'Leads']}
        rows={sources.map(({ source, visits, requests }) => row(source, visits, requests))}
      >
        <p className="second">
          {sources.length === 0
            ? 'No visitors.'
            : devices.map(({ device, visits }) => `${device} ${count(visits)}`).join(', ')}
        </p>
      </Part>
      {pages.length > 0 && (
        <Part
          title="Pages"
          head={['Page', 'Visitors', 'Landed here', 'Wrote afterwards']}
          rows={pages.map(({ page, visitors, entries, requests }) => row(page, visitors, entries, requests))}
        />
      )}
      {asked.length > 0 && (
        <Part title="Questions to the chat" rows={asked.map(({ answer, visitors }) => row(answer, visitors))} />
      )}
      {speed.length > 0 && (
        <Part title="Page speed" head={['Page', 'LCP', 'INP', 'CLS']} rows={speed.map(speedRow)}>
          <p className="second">75th percentile. Values that should be faster are marked.</p>
        </Part>
      )}
    </>
  )
}

type PartProps = Parameters<typeof Numbers>[0] & { title: string; children?: ReactNode }

function Part({ title, rows, children, ...more }: PartProps) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length > 0 && <Numbers rows={rows.slice(0, maxShown)} {...more} />}
      {children}
    </section>
  )
}

function row(name: string, part: number, ...more: number[]) {
  return { name, part, cells: [part, ...more].map(count) }
}

function speedRow(each: ReportData['speed'][number]) {
  const cells = metrics.map((metric) => {
    const { text, isGood } = rated(metric, each[metric])
    return isGood ? text : <span key={metric} className="problem">{`${text} !`}</span>
  })
  return { name: `${each.page}, ${each.device}`, cells }
}

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

type OriginTableProps = { title: string; steps: readonly string[]; origins: WayProps['way']['bySource'] }

function OriginTable({ title, steps, origins }: OriginTableProps) {
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
