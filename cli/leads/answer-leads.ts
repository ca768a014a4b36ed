import type { Command } from 'commander'
import { answerLeads } from '../../src/features/leads/lead-desk.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { withDesk } from '../open-desk.ts'
import { since } from '../since.ts'
import { example } from '../studio-command.ts'
import { say } from '../terminal/terminal.ts'
import { noSuchRequest, readReference } from './lead-argument.ts'

export function addLeadsAnswered(leads: Command): void {
  leads
    .command('answered')
    .description('say that requests are answered, so that they wait no longer')
    .argument('<references...>', 'for example KW-7GQ4M2XD', (text: string, before: string[] = []) => [
      ...before,
      readReference(text),
    ])
    .option('--undo', 'they wait after all')
    .addHelpText('after', example('leads answered KW-7GQ4M2XD KW-4WXBK5HG'))
    .action(async (references: string[], { undo }: { undo?: true }) => {
      await withDesk(async ({ database, now }) => {
        const at = undo ? null : now()
        const result = await answerLeads(database, references, at)
        if ('unknown' in result) throw noSuchRequest(...result.unknown)
        for (const { reference, created_at, before } of result.leads) {
          if (at === null) say(`${reference} ${before === null ? 'waits anyway' : 'waits again'}.`)
          else if (before !== null) say(`${reference} is answered already, since ${minuteOf(before)}.`)
          else say(`${reference} is answered, after ${since(created_at, at)}.`)
        }
      })
    })
}
