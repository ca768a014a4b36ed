import { counted } from '../../platform/text/amounts.ts'
import type { Totals } from './day-numbers.ts'
import type { Report } from './report.ts'
import type { Vital } from './speed.ts'

/** Texts that the desk, the terminal, and the weekly email share. */
export const totalNames = {
  visits: 'Visits',
  pages: 'Page views',
  leads: 'Leads and calls',
  signUps: 'Sign-ups',
} satisfies Record<keyof Totals, string>

export const totalKeys = Object.keys(totalNames) as (keyof Totals)[]

export function formatCount(number: number): string {
  return number.toLocaleString('en')
}

/** `Oct 30 – Nov 26`. */
export function spanText({ from, to }: { from: string; to: string }): string {
  const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return days.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ')
}

/** `+44% from 1,799`. */
export function changeText({ changes, previous }: Pick<Report, 'changes' | 'previous'>, name: keyof Totals): string {
  if (previous.totals === null) return 'Not enough data to compare'
  const before = formatCount(previous.totals[name])
  const change = changes[name]
  return change === null
    ? `${before} before`
    : `${change > 0 ? '+' : ''}${Math.round(change)}% from ${before}`.replace('-', '−')
}

/** `55%`, `8.4%`; '' if there's too little data. */
export function shareText(share: number | null): string {
  return share === null ? '' : `${share < 10 ? share.toFixed(1) : Math.round(share)}%`
}

export function medianText(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes >= 60 ? `Median time: ${minutes / 60} h` : `Median time: ${minutes} min`
}

/** `4:10`, in minutes and seconds; `–` if there's too little data. */
export function readingText(ms: number | null): string {
  if (ms === null) return '–'
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}

const brands: Readonly<Record<string, string>> = {
  duckduckgo: 'DuckDuckGo',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  others: 'Other',
  youtube: 'YouTube',
}

/** Domains and campaigns stay as they are; known sites get their names. */
export function sourceName(source: string): string {
  return brands[source] ?? (/[./]/.test(source) ? source : source.charAt(0).toUpperCase() + source.slice(1))
}

/** Limits of good and poor values (https://web.dev/articles/vitals). */
export const vitalLimits = {
  lcp: { name: 'Largest paint (LCP)', good: 2_500, poor: 4_000 },
  inp: { name: 'Response to input (INP)', good: 200, poor: 500 },
  cls: { name: 'Layout shift (CLS)', good: 0.1, poor: 0.25 },
  ttfb: { name: 'First byte (TTFB)', good: 800, poor: 1_800 },
} satisfies Record<Vital, { name: string; good: number; poor: number }>

export function vitalText(metric: Vital, value: number): string {
  if (metric === 'cls') return value.toFixed(2)
  return value >= (metric === 'inp' ? 1_000 : 100) ? `${(value / 1_000).toFixed(1)} s` : `${value} ms`
}

export function rateVital(metric: Vital, value: number): { rating: 'Good' | 'Needs work' | 'Poor'; target: string } {
  const { good, poor } = vitalLimits[metric]
  const target = metric === 'cls' ? `${good}` : vitalText(metric, good)
  return { rating: value <= good ? 'Good' : value <= poor ? 'Needs work' : 'Poor', target }
}

/** A report in six lines, and a seventh if something wasn't counted. */
export function reportLines(report: Report & { titles?: Readonly<Record<string, string>> }): [string, string][] {
  const { sources, pages, leads, previous, titles = {} } = report
  const uncounted = uncountedText(report)
  const kinds = [counted(leads.form, 'contact form'), counted(leads.chat, 'chat'), counted(leads.calls, 'call')]
  const total = (name: keyof Totals): [string, string] => {
    const change = previous.totals === null ? [] : [changeText(report, name)]
    const details = [...change, ...(name === 'leads' ? [kinds.join(', ')] : [])].join('; ')
    return [totalNames[name], `${formatCount(report.totals[name])}${details && ` (${details})`}`]
  }
  return [
    ...totalKeys.map(total),
    ['Sources', topThree(sources.map(({ source, visits }) => [sourceName(source), visits]))],
    ['Pages', topThree(pages.map(({ page, visitors }) => [titles[page] ?? page, visitors]))],
    ...(uncounted === '' ? [] : [['Not counted', uncounted] satisfies [string, string]]),
  ]
}

function topThree(counts: readonly (readonly [string, number])[]): string {
  const first = counts.slice(0, 3).map(([name, number]) => `${name} ${formatCount(number)}`)
  return first.length === 0 ? 'None' : first.join(', ')
}

const maxDaysListed = 7

/** What wasn't counted as visits; '' if everything was. */
export function uncountedText({ days, botViews }: Pick<Report, 'days' | 'botViews'>): string {
  const byBots = botViews === 0 ? [] : [counted(botViews, 'page view by a bot', 'page views by bots')]
  const full = days.filter(({ dropped }) => dropped > 0)
  if (full.length === 0) return byBots.join()
  const total = full.reduce((sum, { dropped }) => sum + dropped, 0)
  const byDay = full.slice(-maxDaysListed).map(({ day, dropped }) => `${formatCount(dropped)} on ${day}`)
  const views = counted(total, 'view or action', 'views and actions')
  const overLimits = `${views} over the limits per address, network, minute, or day (${byDay.join(', ')})`
  return [...byBots, overLimits].join(', ')
}
