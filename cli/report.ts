import { InvalidArgumentError } from 'commander'
import { dayOf } from '../platform/text/time-text.ts'
import { readSiteReport } from '../server/site-report.ts'
import { weekLines } from '../server/visits/emails.ts'
import { dayAfter, type Report, spanProblem } from '../server/visits/report.ts'
import { stepNames } from '../server/visits/steps.ts'
import { CommandFailure, example } from './command.ts'
import type { StudioCommand } from './open-desk.ts'
import { writeErr, writeFacts, writeJson, writeOut, writeTable } from './terminal/terminal.ts'

const usualDays = 28
const mostRows = 10

type Options = { from?: string; to?: string; json?: true }

export function addReport(studio: StudioCommand): void {
  studio
    .command('report')
    .description('how many came, from where, and how far they got')
    .option('--from <day>', `the first day, like 2026-11-01; without it, the last ${usualDays} days`, day)
    .option('--to <day>', 'the last day; without it, today', day)
    .option('--json', 'as JSON, with everything')
    .addHelpText('after', example('report --from 2026-11-01'))
    .onDesk(async (desk, { from, to, json }: Options) => {
      const last = to ?? dayOf(new Date(desk.now()))
      const span = { from: from ?? dayAfter(last, 1 - usualDays), to: last }
      const problem = spanProblem(span)
      if (problem !== undefined) throw new CommandFailure(problem)
      const report = await readSiteReport(desk, span)
      if (json) return writeJson(report)
      writeReport(report)
    })
}

/** @throws InvalidArgumentError for what is no day */
function day(text: string): string {
  const problem = spanProblem({ from: text, to: text })
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return text
}

function writeReport(report: Report): void {
  writeErr(`From ${report.from} to ${report.to} (UTC), compared with as many days before:`)
  writeFacts(weekLines(report))
  for (const { name, steps } of report.ways) {
    writeOut(`\n${stepNames.ways[name]}\n`)
    writeTable(['Step', { title: 'Visitors', right: true }, { title: 'Share', right: true }], stepRows(steps))
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
  return steps.map(({ step, visitors, share }) => [
    stepNames.steps[step],
    `${visitors}`,
    share === null ? '' : `${share} %`,
  ])
}
