import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { zoneName } from '../times.ts'

export type ReportData = ResultOf<'visits.report'>

export type ChartData = Pick<ReportData, 'days' | 'events' | 'changedAt' | 'today'>

/** A day or a week in the chart. `visits` is null if there's no data. */
export type Period = {
  from: string
  to: string
  visits: number | null
  leads: number
  isToday: boolean
  flags: string[]
}

/** Short names that fit on phones. */
const flagNames = { issue: 'Issue', article: 'Article' }
const flagSentences: Readonly<Record<string, string>> = { Issue: 'Issue sent', Article: 'Article published' }

/** Maximum length of a report with a point per day. Longer reports have a point per week. */
const maxDays = 92
const weekDays = 7

/** Splits a report into days or, if it's long, into complete weeks that end on the last day. */
export function periodsOf({ days, events, changedAt, today }: ChartData): Period[] {
  const size = days.length > maxDays ? weekDays : 1
  return Array.from({ length: Math.floor(days.length / size) }, (_, n) => {
    const start = (days.length % size) + n * size
    const part = days.slice(start, start + size)
    const from = part[0]?.day ?? ''
    const to = part.at(-1)?.day ?? ''
    const visits = part.map((day) => day.visits).filter((count) => count !== null)
    const isInPart = ({ day }: { day: string }) => day >= from && day <= to
    const kinds = new Set(events.filter(isInPart).map(({ kind }) => flagNames[kind]))
    const flags: string[] = [...kinds]
    if (changedAt && isInPart(changedAt)) flags.unshift(`Days in ${zoneName(changedAt.zone)} from here`)
    return {
      from,
      to,
      visits: visits.length === 0 ? null : sumOf(visits),
      leads: sumOf(part.map(({ leads }) => leads)),
      isToday: to === today,
      flags,
    }
  })
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

export type Drawing = ReturnType<typeof drawingOf>

type Point = { x: number; y: number }

/** Lines, ticks, and points, in percent of the plot. */
export function drawingOf(periods: readonly Period[]) {
  const maxVisits = Math.max(1, ...periods.map(({ visits }) => visits ?? 0))
  const step = tickStep(maxVisits)
  const steps = Array.from({ length: Math.ceil(maxVisits / step) + 1 }, (_, n) => n * step)
  // Keep the highest tick slightly below the top.
  const yOf = (visits: number) => 100 - (visits / (steps.at(-1) ?? 1)) * 93.75
  const points = periods.map(({ visits }, n) => {
    return { x: (100 * (n + 0.5)) / periods.length, y: visits === null ? null : yOf(visits) }
  })
  const endsToday = periods.at(-1)?.isToday
  const runs = runsOf(endsToday ? points.slice(0, -1) : points)
  const lines = runs.map(lineOf)
  const [today = []] = endsToday ? runsOf(points.slice(-2)) : []
  return {
    grid: steps.map((visits) => `M0 ${yOf(visits)}H100`).join(''),
    line: lines.join(''),
    area: runs.map(([first], n) => `${lines[n]}V100H${first?.x}Z`).join(''),
    today: today.length > 1 ? lineOf(today) : '',
    ticks: steps.slice(1).map((value) => ({ value, y: yOf(value) })),
    points,
  }
}

function lineOf(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`
}

/** Splits the line into segments at days without data. */
function runsOf(points: readonly { x: number; y: number | null }[]): Point[][] {
  const runs: Point[][] = [[]]
  for (const { x, y } of points) {
    if (y === null) runs.push([])
    else runs.at(-1)?.push({ x, y })
  }
  return runs.filter((run) => run.length > 0)
}

/** The distance between ticks: 1, 2, or 5 times a power of ten, so there are at most four. */
function tickStep(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / maxTicks)))
  return [1, 2, 5].map((factor) => factor * power).find((step) => maxTicks * step >= max) ?? 10 * power
}

const maxTicks = 4

/** Indexes of the periods labeled below the chart: about five, including the last. */
export function labeledPeriods(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / 4))
  const starts = Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
  return [...starts.filter((n) => count - 1 - n >= step / 2), count - 1]
}

/** Minimum distance between labels, in percent of the chart’s width. */
const minFlagDistance = 20

/** Labels for flags, latest first. Skips flags that are too close to a later label. */
export function flagsOf(periods: readonly Period[], { points }: Drawing) {
  const labels: { text: string; x: number }[] = []
  const all = periods.flatMap(({ flags }, n) => flags.map((text) => ({ text, x: points[n]?.x ?? 0 })))
  for (const { text, x } of all.toReversed()) {
    if (labels.every((label) => Math.abs(label.x - x) >= minFlagDistance)) labels.push({ text, x })
  }
  return labels
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** `Nov 6` */
export function shortDay(day: string): string {
  return dayFormat.format(Date.parse(day))
}

/** `Thu, Nov 26: 61 visits so far, 5 leads. Issue sent`, or `Nov 20 – Nov 26: …` for a week. */
export function describe({ from, to, visits, leads, isToday, flags }: Period): string {
  const name =
    from === to ? `${weekdayFormat.format(Date.parse(to))}, ${shortDay(to)}` : `${shortDay(from)} – ${shortDay(to)}`
  const count = visits === null ? 'no data' : `${counted(visits, 'visit')}${isToday ? ' so far' : ''}`
  const counts = leads > 0 ? `${count}, ${counted(leads, 'lead')}` : count
  return [`${name}: ${counts}`, ...flags.map((flag) => flagSentences[flag] ?? flag)].join('. ')
}

export function unitOf(periods: readonly Period[]): string {
  return periods.some(({ from, to }) => from !== to) ? 'week' : 'day'
}

/** Describes the chart for screen readers: `Visits by day, 69 to 137, with a peak on Nov 11`. Ignores today. */
export function summarize(periods: readonly Period[]): string {
  const known = periods.filter(({ visits, isToday }) => visits !== null && !isToday)
  const [peak] = known.toSorted((a, b) => (b.visits ?? 0) - (a.visits ?? 0))
  const minVisits = Math.min(...known.map(({ visits }) => visits ?? 0))
  const range = peak ? `, ${minVisits} to ${peak.visits}, with a peak on ${shortDay(peak.from)}` : ''
  return `Visits by ${unitOf(periods)}${range}`
}

const presets = ['7', '28', '90', '365'] as const

/** Reads the period from the URL. The server validates the days. */
export function periodOf(query: URLSearchParams) {
  const days = query.get('days')
  const from = query.get('from')
  const to = query.get('to')
  if (days === 'custom') return { name: 'custom', input: from && to ? { from, to } : {} } as const
  const name = presets.find((preset) => preset === days) ?? '28'
  return { name, input: { days: Number(name) } } as const
}
