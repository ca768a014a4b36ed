import type { Totals } from '../counting/totals.ts'
import type { Report } from '../reading/report.ts'

const mostNamed = 3

/** A week for who has ten seconds, in five lines. @returns what it is about, and its numbers */
export function weekLines(report: Report): [label: string, text: string][] {
  const { totals, sources, pages, ways } = report
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
  ]
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
