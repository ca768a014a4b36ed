import type { ReactNode } from 'react'
import { Numbers } from '../plot/Numbers.tsx'
import { count, type ReportData, rated } from './words.ts'

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
