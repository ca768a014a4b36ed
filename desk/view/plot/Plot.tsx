import { useEffect, useRef } from 'react'
import Uplot from 'uplot'
import { useMedia } from '../shell/use-media.ts'
import { NumberTable } from './NumberTable.tsx'
import { plotOptions } from './plot-options.ts'

type Series = { label: string; values: readonly (number | null)[] }

type PlotProps = {
  title: string
  /** `2026-11-24` …, in order. Each series has a value per day. */
  days: readonly string[]
  series: readonly Series[]
  /** Days with other events. */
  markedDays?: readonly string[]
}

export function Plot({ title, days, series, markedDays = [] }: PlotProps) {
  return (
    <figure className="plot">
      <Chart title={title} days={days} series={series} markedDays={markedDays} />
      <details>
        <summary>{`${title}, as a table`}</summary>
        <div className="plot-table">
          <NumberTable
            head={['Day', ...series.map(({ label }) => label)]}
            rows={days.map((day, i) => ({ name: day, cells: series.map(({ values }) => values[i] ?? 'unknown') }))}
          />
        </div>
      </details>
    </figure>
  )
}

function Chart({ title, days, series, markedDays }: Required<PlotProps>) {
  const container = useRef<HTMLDivElement>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  // Refreshed data is usually the same and isn’t drawn again.
  const data = JSON.stringify({ days, series, markedDays })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read again when the theme changes
  useEffect(() => {
    const { current: element } = container
    if (element === null) return
    const parsed: Pick<Required<PlotProps>, 'days' | 'series' | 'markedDays'> = JSON.parse(data)
    const times = parsed.days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000)
    const values = parsed.series.map((each) => [...each.values])
    const plot = new Uplot(plotOptions(element, parsed), [times, ...values], element)
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: plot.height }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [data, isDark])
  return <div ref={container} role="img" aria-label={title} />
}
