import { Option } from 'commander'
import { counted } from '../../platform/text/amounts.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import {
  allSubscribers,
  countSubscribers,
  inStateSince,
  listSubscribers,
  type SubscriberFilter,
  subscriberStates,
} from '../../server/newsletter/store.ts'
import { removeSubscriber, subscriberFields, subscriberRecord } from '../../server/newsletter/subscribers.ts'
import { example, mailAddresses, positiveNumber } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { formatOption, type RecordFormat, writeRecords } from '../terminal/records.ts'
import { writeErr, writeJson, writeTable } from '../terminal/terminal.ts'
import { addSubscribersImport } from './import-list.ts'

type Wanted = SubscriberFilter & { limit: number; json?: true }

export function addSubscribers(studio: StudioCommand): void {
  const subscribers = studio.command('subscribers').description('list the newsletter’s readers')
  withListOptions(subscribers)
  withListOptions(subscribers.command('list', { hidden: true }).description('the same as subscribers alone'))
  addSubscribersImport(subscribers)
  subscribers
    .command('export')
    .description('write all readers with their consent')
    .addOption(formatOption)
    .addOption(stateOption())
    .option('--search <text>', 'only addresses with this in them')
    .addHelpText('after', example('subscribers export --state confirmed > ~/readers.csv'))
    .onDesk(async ({ database: { db } }, { format, ...which }: { format: RecordFormat } & SubscriberFilter) => {
      const count = await writeRecords(format, subscriberFields, allSubscribers(db, which))
      writeErr(counted(count, 'reader'))
    })
  subscribers
    .command('remove')
    .summary('take readers off the list for good')
    .description('take readers off the list, so that no import brings them back; they may sign up anew')
    .argument('<address...>', 'their addresses', mailAddresses)
    .option('--json', 'tell as JSON who was removed')
    .addHelpText('after', example('subscribers remove ada@client.example'))
    .onDesk(async ({ database, salt, now }, addresses: string[], { json }: { json?: true }) => {
      const removed: string[] = []
      const unknown: string[] = []
      for (const address of addresses) {
        const wasReader = await database.write((tx) => removeSubscriber(tx, address, { salt, now: now() }))
        ;(wasReader ? removed : unknown).push(address)
      }
      if (json) writeJson({ removed, unknown })
      for (const address of removed) writeErr(`Removed: ${address}`)
      for (const address of unknown) writeErr(`Not on the list: ${address}`)
      process.exitCode = unknown.length > 0 ? 1 : 0
    })
}

function withListOptions(command: StudioCommand): void {
  command
    .addOption(stateOption())
    .option('--search <text>', 'only addresses with this in them')
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the consent of each')
    .addHelpText('after', example('subscribers --state bounced'))
    .onDesk(async ({ database: { db } }, { limit, json, ...which }: Wanted) => {
      const readers = await listSubscribers(db, which, limit)
      if (json) return writeJson(readers.map(subscriberRecord))
      if (readers.length > 0) {
        writeTable(
          ['Address', 'State', 'Since', 'From'],
          readers.map((reader) => [
            reader.email,
            reader.state,
            dayOf(new Date(inStateSince(reader))),
            reader.consent_page ?? '',
          ]),
        )
      }
      if (readers.length === 0 && (which.search !== undefined || which.state !== 'all')) writeErr('No such reader.')
      if (readers.length === limit) writeErr(`These are the newest ${limit}; --limit shows more.`)
      const counts = await countSubscribers(db)
      const told = subscriberStates.filter((state) => counts[state] !== undefined)
      const inAll = told.map((state) => `${counts[state]?.toLocaleString('en')} ${state}`).join(', ')
      writeErr(inAll === '' ? 'No readers yet.' : `In all: ${inAll}.`)
    })
}

function stateOption(): Option {
  return new Option('--state <state>', 'only those in this state').choices(['all', ...subscriberStates]).default('all')
}
