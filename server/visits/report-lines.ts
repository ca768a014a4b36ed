import { counted } from '../../platform/text/amounts.ts'
import { changeText, formatCount, sourceName } from '../../platform/text/report-text.ts'
import type { Totals } from './day-numbers.ts'
import type { Report } from './report.ts'

export const totalNames = {
  visits: 'Visits',
  pages: 'Page views',
  leads: 'Leads',
  signUps: 'Confirmed sign-ups',
} satisfies Record<keyof Totals, string>

const totalKeys = Object.keys(totalNames) as (keyof Totals)[]

/** Formats a report in six lines, or seven if something wasn't counted. */
export function reportLines(report: Report & { titles?: Readonly<Record<string, string>> }): [string, string][] {
  const { sources, pages, leads, changes, previous, titles = {} } = report
  const uncounted = uncountedText(report)
  const kinds = [counted(leads.form, 'contact form'), counted(leads.chat, 'chat'), counted(leads.calls, 'call')]
  const total = (name: keyof Totals): [string, string] => {
    const change = previous.totals === null ? [] : [changeText(changes[name], previous.totals[name])]
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

/** Maximum number of days with uncounted visits to list. Keeps the newest. */
const maxDaysListed = 7

/** Describes everything that wasn't counted as visits. Returns '' if nothing was left out. */
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
