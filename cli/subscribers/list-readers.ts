import { type Command, Option } from 'commander'
import type { SubscriberRow, SubscriberState } from '../../migrations/tables.ts'
import {
  allReaders,
  countReaders,
  listReaders,
  type ReaderFilter,
  subscriberStates,
} from '../../src/features/newsletter/newsletter.repository.ts'
import { dayOf } from '../../src/lib/text/time-text.ts'
import { example, positiveNumber } from '../command.ts'

import { withDesk } from '../open-desk.ts'
import { counted, isoTime } from '../terminal/amounts.ts'
import { type RecordFormat, writeRecords } from '../terminal/records.ts'
import { writeErr, writeJson, writeTable } from '../terminal/terminal.ts'

type Options = WhichReaders & { limit: number; json?: true }

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
        if (json) return writeJson(readers.map(readerRecord))
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
        writeErr(await summary(db))
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
        writeErr(counted(count, 'reader'))
      })
    })
}

async function* asRecords(readers: AsyncIterable<SubscriberRow>): AsyncGenerator<ReaderRecord> {
  for await (const reader of readers) yield readerRecord(reader)
}

function cell(value: ReaderRecord[keyof ReaderRecord]): string {
  return Array.isArray(value) ? value.join('; ') : (value ?? '')
}

type WhichReaders = { state: SubscriberState | 'all'; search?: string }

function stateOption(): Option {
  return new Option('--state <state>', 'only those in this state').choices(['all', ...subscriberStates]).default('all')
}

function searchOption(): Option {
  return new Option('--search <text>', 'only addresses with this in them')
}

function filterOf({ state, search }: WhichReaders): ReaderFilter {
  return { state: state === 'all' ? undefined : state, search }
}

/** A reader as other programs get it, and as `subscribers import` takes it back. */
export function readerRecord(reader: SubscriberRow) {
  const reasons: string[] = JSON.parse(reader.reasons)
  return {
    email: reader.email,
    state: reader.state,
    reasons,
    consentWords: reader.consent_words,
    consentPage: reader.consent_page,
    consentNetwork: reader.consent_network,
    consentAt: isoTime(reader.consent_at),
    confirmedAt: isoTime(reader.confirmed_at),
    unsubscribedAt: isoTime(reader.unsubscribed_at),
    createdAt: isoTime(reader.created_at),
  }
}

function inStateSince({ state, ...reader }: SubscriberRow): number {
  if (state === 'confirmed') return reader.confirmed_at ?? reader.consent_at
  if (state === 'pending' || state === 'held') return reader.consent_at
  return reader.unsubscribed_at ?? reader.created_at
}
