import { allReaders } from '../../src/features/newsletter/newsletter.repository.ts'
import { type Command, Option } from 'commander'
import { counted } from '../counted.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { say } from '../terminal/terminal.ts'
import { type RecordFormat, writeRecords } from '../write-records.ts'
import { readerRecord } from './reader-record.ts'
import { filterOf, searchOption, stateOption, type WhichReaders } from './which-readers.ts'

type ReaderRecord = ReturnType<typeof readerRecord>

const columns = [
  'email',
  'state',
  'reasons',
  'consentWords',
  'consentPage',
  'consentNetwork',
  'consentAt',
  'confirmedAt',
  'unsubscribedAt',
  'createdAt',
] as const satisfies (keyof ReaderRecord)[]

export function addSubscribersExport(subscribers: Command): void {
  subscribers
    .command('export')
    .description('write all readers with their consent to standard output, the oldest first')
    .addOption(new Option('--format <format>', 'the form of the data').choices(['csv', 'json']).default('csv'))
    .addOption(stateOption())
    .addOption(searchOption())
    .addHelpText('after', example('subscribers export --state confirmed > ~/readers.csv'))
    .action(async (_: unknown, command: Command) => {
      const { format, ...which }: { format: RecordFormat } & WhichReaders = command.optsWithGlobals()
      await withDesk(async ({ database: { db } }) => {
        const readers = allReaders(db, filterOf(which))
        const count = await writeRecords(format, asRecords(readers), columns, cell)
        say(counted(count, 'reader'))
      })
    })
}

async function* asRecords(readers: ReturnType<typeof allReaders>): AsyncGenerator<ReaderRecord> {
  for await (const reader of readers) yield readerRecord(reader)
}

function cell(value: ReaderRecord[keyof ReaderRecord]): string {
  return Array.isArray(value) ? value.join('; ') : (value ?? '')
}
