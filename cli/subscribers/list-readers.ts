import { type Command, InvalidArgumentError, Option } from 'commander'
import { countReaders, listReaders, subscriberStates } from '../../src/features/newsletter/reader-list.repository.ts'
import { dayOf } from '../../src/lib/day.ts'
import type { SubscriberState } from '../../src/server/tables.ts'
import { withDesk } from '../open-desk.ts'
import { putJson, putTable, say } from '../terminal.ts'
import { inStateSince, readerRecord } from './reader-record.ts'

type Options = { state: SubscriberState | 'all'; search?: string; limit: number; json?: true }

export function stateOption(): Option {
  return new Option('--state <state>', 'only those in this state').choices(['all', ...subscriberStates]).default('all')
}

/** @returns the `subscribers` command, for its sub-commands */
export function addSubscribersList(studio: Command): Command {
  return studio
    .command('subscribers')
    .description('list the newsletter’s readers, the newest first')
    .addOption(stateOption())
    .option('--search <text>', 'only addresses with this in them')
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the consent of each')
    .action(async ({ state, search, limit, json }: Options) => {
      await withDesk(async ({ database: { db } }) => {
        const readers = await listReaders(db, { state: state === 'all' ? undefined : state, search }, limit)
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
    : `In all: ${told.map((state) => `${counts[state]} ${state}`).join(', ')}.`
}

function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}
