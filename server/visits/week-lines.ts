import type { Report } from './report.ts'
import type { Totals } from './totals.ts'

const mostNamed = 3

/** A week for who has ten seconds, in five lines, and one more when not all of it is counted. @returns what it is about, and its numbers */
export function weekLines(report: Report): [label: string, text: string][] {
  const { totals, sources, pages, ways } = report
  const notCounted = droppedText(report)
  const sent = (way: string) => ways.find(({ name }) => name === way)?.steps.at(-1)?.visitors ?? 0
  return [
    ['Visits', `${count(totals.visits)}${changed(report, 'visits')}`],
    ['From', listed(sources.map(({ source, visits }) => [source, visits]))],
    ['Seen most', listed(pages.map(({ page, visitors }) => [page, visitors]))],
    [
      'Requests',
      `${count(totals.requests)} (form ${sent('form')}, chat ${sent('chat')}, calls ${sent('call')})${changed(report, 'requests')}`,
    ],
    ['Newsletter', `${count(totals.signUps)} signed up, ${count(sent('newsletter'))} of them confirmed the same day`],
    ...(notCounted === undefined ? [] : [['Not counted', notCounted] satisfies [string, string]]),
  ]
}

const mostDays = 7

/** @returns undefined where all is counted */
export function droppedText({ days }: Pick<Report, 'days'>): string | undefined {
  const full = days.filter(({ dropped }) => dropped > 0)
  if (full.length === 0) return undefined
  const all = full.reduce((sum, { dropped }) => sum + dropped, 0)
  const last = full.slice(-mostDays).map(({ day, dropped }) => `${count(dropped)} on ${day}`)
  return `${count(all)} views and actions over the limits of an address, a network, a minute, or a day (${last.join(', ')})`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function listed(all: readonly (readonly [string, number])[]): string {
  const first = all.slice(0, mostNamed).map(([name, number]) => `${name} ${count(number)}`)
  return first.length === 0 ? 'nothing' : first.join(', ')
}

/** A share where there are enough to compare with. */
function changed({ changes, before }: Report, what: keyof Totals): string {
  if (before.totals === null) return ''
  const was = `${count(before.totals[what])} before`
  const share = changes[what]
  return share === null ? `, ${was}` : `, ${share > 0 ? '+' : ''}${share} % (${was})`
}
