import { useEffect, useRef } from 'react'
import Uplot from 'uplot'
import { useMedia } from '../shell/use-media.ts'
import { NumberTable } from './NumberTable.tsx'

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

type PlotData = {
  /** `2026-11-24` …, in order. */
  days: readonly string[]
  /** Each has a value per day; null if unknown. */
  series: readonly { label: string; values: readonly (number | null)[] }[]
  markedDays: readonly string[]
}

const height = 200

function plotOptions(element: HTMLElement, { days, series, markedDays }: PlotData): Uplot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name)
  const [ink, second, line, accent] = ['--ink', '--second', '--line', '--accent'].map(color)
  const strokes = [accent, ink, second]
  const axis = { stroke: second ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { show: false } }
  const font = `13px ${style.fontFamily}`
  return {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => new Date(seconds * 1_000 + new Date(seconds * 1_000).getTimezoneOffset() * 60_000),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, font, values: axisLabels },
      { ...axis, font, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000] },
    ],
    series: [
      { label: 'Day', value: currentValue(days) },
      ...series.map(({ label, values }, i) => ({
        label,
        value: currentValue(values),
        stroke: strokes[i] ?? '',
        width: 2,
        points: { show: true, size: 4 },
      })),
    ],
    hooks: { drawClear: [(plot) => drawMarks(plot, markedDays, accent ?? '')] },
  }
}

/** The value under the pointer, else the last one. */
function currentValue(values: readonly (string | number | null)[]): Uplot.Series.Value {
  return (_, __, ___, index) => values.at(index ?? -1) ?? 'unknown'
}

const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

function axisLabels(_: Uplot, seconds: number[]): string[] {
  return seconds.map((second) => shortDay.format(second * 1_000))
}

function drawMarks(plot: Uplot, marks: readonly string[], color: string): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.setLineDash([4, 4])
  for (const day of marks) {
    const x = plot.valToPos(Date.parse(`${day}T00:00:00Z`) / 1_000, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
