import { useEffect, useRef } from 'react'
import Uplot from 'uplot'
import { useMedia } from '../shell/use-media.ts'
import { NumberTable } from './NumberTable.tsx'
import { type PlotData, plotOptions } from './plot-options.ts'

type PlotProps = PlotData & { title: string }

export function Plot({ title, days, series, markedDays }: PlotProps) {
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

function Chart({ title, days, series, markedDays }: PlotProps) {
  const container = useRef<HTMLDivElement>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  // Refreshed data is usually the same and isn’t drawn again.
  const data = JSON.stringify({ days, series, markedDays })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read again when the theme changes
  useEffect(() => {
    const { current: element } = container
    if (element === null) return
    const parsed: PlotData = JSON.parse(data)
    const times = parsed.days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000)
    const values = parsed.series.map((line) => [...line.values])
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
