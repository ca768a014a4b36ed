import { countReaders, listReaders, subscriberStates } from '../../src/features/newsletter/newsletter.repository.ts'
import type { Command } from 'commander'
import { dayOf } from '../../src/lib/text/day.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { putJson, putTable, say } from '../terminal/terminal.ts'
import { positiveNumber } from '../whole-number.ts'
import { inStateSince, readerRecord } from './reader-record.ts'
import { filterOf, searchOption, stateOption, type WhichReaders } from './which-readers.ts'

type Options = WhichReaders & { limit: number; json?: true }

/** @returns the `subscribers` command, for its sub-commands */
export function addSubscribersList(studio: Command): Command {
  const subscribers = studio.command('subscribers').description('list the newsletter’s readers, the newest first')
  withListOptions(subscribers)
  withListOptions(subscribers.command('list', { hidden: true }).description('the same as subscribers alone'))
  return subscribers
}

function withListOptions(command: Command): void {
  command
    .addOption(stateOption())
    .addOption(searchOption())
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the consent of each')
    .addHelpText('after', example('subscribers --state bounced'))
    .action(async (_: unknown, own: Command) => {
      const { limit, json, ...which }: Options = own.optsWithGlobals()
      await withDesk(async ({ database: { db } }) => {
        const readers = await listReaders(db, filterOf(which), limit)
        if (json) return putJson(readers.map(readerRecord))
        if (readers.length > 0) {
          putTable(
            ['Address', 'State', 'Since', 'From'],
            readers.map((reader) => [
              reader.email,
              reader.state,
              dayOf(new Date(inStateSince(reader))),
              reader.consent_page ?? '',
            ]),
          )
        }
        if (readers.length === 0 && (which.search !== undefined || which.state !== 'all')) say('No such reader.')
        if (readers.length === limit) say(`These are the newest ${limit}; --limit shows more.`)
        say(await summary(db))
      })
    })
}

async function summary(db: Parameters<typeof countReaders>[0]): Promise<string> {
  const counts = await countReaders(db)
  const told = subscriberStates.filter((state) => counts[state] !== undefined)
  return told.length === 0
    ? 'No readers yet.'
    : `In all: ${told.map((state) => `${counts[state]?.toLocaleString('en')} ${state}`).join(', ')}.`
}
