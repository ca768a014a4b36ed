import type uPlot from 'uplot'

export type PlotData = {
  /** `2026-11-24` …, in order. */
  days: readonly string[]
  /** Each has a value per day; null if unknown. */
  series: readonly { label: string; values: readonly (number | null)[] }[]
  /** Days with other events. */
  markedDays: readonly string[]
}

const height = 200

export function plotOptions(element: HTMLElement, { days, series, markedDays }: PlotData): uPlot.Options {
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
    legend: { live: true },
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
        // Unknown values leave a gap.
        spanGaps: false,
        points: { show: true, size: 4 },
      })),
    ],
    hooks: { drawClear: [(plot) => drawMarks(plot, markedDays, accent ?? '')] },
  }
}

/** The value under the pointer, else the last one. */
function currentValue(values: readonly (string | number | null)[]): uPlot.Series.Value {
  return (_, __, ___, index) => values.at(index ?? -1) ?? 'unknown'
}

const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

function axisLabels(_: uPlot, seconds: number[]): string[] {
  return seconds.map((second) => shortDay.format(second * 1_000))
}

function drawMarks(plot: uPlot, marks: readonly string[], color: string): void {
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
