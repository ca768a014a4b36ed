import type { ReactNode } from 'react'
import { NumberTable } from '../plot/NumberTable.tsx'
import { formatCount, formatMedian, formatPercent, type ReportData, rateSpeed } from './format.ts'

const maxRows = 12
const metrics = ['lcp', 'inp', 'cls'] as const

export function Origins({ data: { sources, devices, pages, chatAnswers, speed } }: { data: ReportData }) {
  return (
    <>
      <ReportSection
        title="Sources"
        head={['Source', 'Visits', 'Leads']}
        rows={sources.map(({ source, visits, leads }) => toRow(source, visits, leads))}
      >
        <p className="second">
          {sources.length === 0
            ? 'No visitors.'
            : devices.map(({ device, visits }) => `${device} ${formatCount(visits)}`).join(', ')}
        </p>
      </ReportSection>
      {pages.length > 0 && (
        <ReportSection
          title="Pages"
          head={['Page', 'Visitors', 'Entries', 'Leads']}
          rows={pages.map(({ page, visitors, entries, leads }) => toRow(page, visitors, entries, leads))}
        />
      )}
      {chatAnswers.length > 0 && (
        <ReportSection
          title="Questions to the chat"
          rows={chatAnswers.map(({ answer, visitors }) => toRow(answer, visitors))}
        />
      )}
      {speed.length > 0 && (
        <ReportSection title="Page speed" head={['Page', 'LCP', 'INP', 'CLS']} rows={speed.map(speedRow)}>
          <p className="second">75th percentile. Values that should be faster are marked.</p>
        </ReportSection>
      )}
    </>
  )
}

type ReportSectionProps = Parameters<typeof NumberTable>[0] & { title: string; children?: ReactNode }

function ReportSection({ title, rows, children, ...more }: ReportSectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length > 0 && <NumberTable rows={rows.slice(0, maxRows)} {...more} />}
      {children}
    </section>
  )
}

function toRow(name: string, barValue: number, ...more: number[]) {
  return { name, barValue, cells: [barValue, ...more].map(formatCount) }
}

function speedRow(each: ReportData['speed'][number]) {
  const cells = metrics.map((metric) => {
    const { text, isGood } = rateSpeed(metric, each[metric])
    return isGood ? text : <span key={metric} className="problem">{`${text} !`}</span>
  })
  return { name: `${each.page}, ${each.device}`, cells }
}

export function Funnels({ data: { funnels, names } }: { data: ReportData }) {
  return (
    <section>
      <h2>Conversion</h2>
      <div className="funnels">
        {funnels.map((funnel) => (
          <FunnelTable key={funnel.name} funnel={funnel} names={names} />
        ))}
      </div>
    </section>
  )
}

type FunnelProps = { funnel: ReportData['funnels'][number]; names: ReportData['names'] }

function FunnelTable({ funnel: { name, steps, medianMinutes, bySource, byEntry }, names }: FunnelProps) {
  const rows = steps.map(({ step, visitors, share }) => {
    return { name: names.steps[step], barValue: visitors, cells: [formatCount(visitors), formatPercent(share)] }
  })
  const stepNames = rows.map((row) => row.name)
  return (
    <div>
      <h3>{names.funnels[name]}</h3>
      <NumberTable rows={rows} />
      <p className="second">{formatMedian(medianMinutes)}</p>
      <OriginTable title="By source" steps={stepNames} origins={bySource} />
      <OriginTable title="By landing page" steps={stepNames} origins={byEntry} />
    </div>
  )
}

type OriginTableProps = { title: string; steps: readonly string[]; origins: FunnelProps['funnel']['bySource'] }

function OriginTable({ title, steps, origins }: OriginTableProps) {
  if (origins.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <div className="plot-table">
        <NumberTable
          head={[title, ...steps]}
          rows={origins.map(({ name, visitors }) => ({
            name,
            cells: steps.map((_, i) => formatCount(visitors[i] ?? 0)),
          }))}
        />
      </div>
    </details>
  )
}
