import { type Command, InvalidArgumentError } from 'commander'
import { dayAfter } from '../src/features/report/reading/read-report.ts'
import type { Report } from '../src/features/report/reading/report.ts'
import { weekLines } from '../src/features/report/week/week-lines.ts'
import { dayOf } from '../src/lib/text/time-text.ts'
import { readSiteReport } from '../src/site-report.ts'
import { CommandFailure, example } from './command.ts'
import { withDesk } from './open-desk.ts'
import { writeErr, writeFacts, writeJson, writeOut, writeTable } from './terminal/terminal.ts'

const usualDays = 28
const mostDays = 1_100
const mostRows = 10

type Options = { from?: string; to?: string; json?: true }

export function addReport(studio: Command): void {
  studio
    .command('report')
    .description('how many came, from where, and how far they got')
    .option('--from <day>', `the first day, like 2026-11-01; without it, the last ${usualDays} days`, day)
    .option('--to <day>', 'the last day; without it, today', day)
    .option('--json', 'as JSON, with everything')
    .addHelpText('after', example('report --from 2026-11-01'))
    .action(async ({ from, to, json }: Options) => {
      await withDesk(async (desk) => {
        const last = to ?? dayOf(new Date(desk.now()))
        const first = from ?? dayAfter(last, 1 - usualDays)
        if (first > last || first < dayAfter(last, -mostDays))
          throw new CommandFailure(`The first day must be before the last one, and at most ${mostDays} days.`)
        const report = await readSiteReport(desk, { from: first, to: last })
        if (json) return writeJson(report)
        writeReport(report)
      })
    })
}

/** @throws InvalidArgumentError for what is no day */
function day(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && dayAfter(text, 0) === text
  if (!isDay) throw new InvalidArgumentError('It must be a day, like 2026-11-01.')
  return text
}

function writeReport(report: Report): void {
  writeErr(`From ${report.from} to ${report.to} (UTC), compared with as many days before:`)
  writeFacts(weekLines(report))
  for (const { name, steps } of report.ways) {
    writeOut(`\n${name}\n`)
    writeTable(['Step', { title: 'Visitors', right: true }, { title: 'Of the first', right: true }], stepRows(steps))
  }
  writeOut('\n')
  writeTable(
    ['Page', { title: 'Visitors', right: true }, { title: 'Began', right: true }, { title: 'Requests', right: true }],
    report.pages
      .slice(0, mostRows)
      .map(({ page, visitors, entries, requests }) => [page, `${visitors}`, `${entries}`, `${requests}`]),
  )
}

function stepRows(steps: Report['ways'][number]['steps']): string[][] {
  return steps.map(({ step, visitors, share }) => [step, `${visitors}`, share === null ? '' : `${share} %`])
}
