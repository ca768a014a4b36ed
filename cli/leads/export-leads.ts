import { once } from 'node:events'
import { type Command, Option } from 'commander'
import { allLeads } from '../../src/server/leads/lead.repository.ts'
import { type KeptTurn, spokenLines } from '../../src/server/leads/transcript.ts'
import { csvRecord } from '../csv.ts'
import { withDesk } from '../open-desk.ts'
import { say } from '../terminal.ts'
import { leadRecord } from './lead-text.ts'

type LeadRecord = ReturnType<typeof leadRecord>

const columns = [
  'reference',
  'kind',
  'status',
  'name',
  'email',
  'project',
  'createdAt',
  'reasons',
  'page',
  'referrer',
  'campaign',
  'language',
  'network',
  'company',
  'budget',
  'timeline',
  'requirements',
  'transcript',
  'sent',
  'consent',
  'consentAt',
  'updatedAt',
  'note',
  'answeredAt',
] as const satisfies (keyof LeadRecord)[]

export function addLeadsExport(leads: Command): void {
  leads
    .command('export')
    .description('write all requests to standard output, the oldest first')
    .addHelpText('after', '\nExample: studio leads export --format json > leads.json')
    .addOption(new Option('--format <format>', 'the form of the data').choices(['csv', 'json']).default('csv'))
    .action(async ({ format }: { format: 'csv' | 'json' }) => {
      await withDesk(async ({ database }) => {
        const write = format === 'csv' ? csvWriter() : jsonWriter()
        let count = 0
        await pour(write.head)
        for await (const lead of allLeads(database.db)) await pour(write.record(leadRecord(lead), count++))
        await pour(write.foot)
        say(`${count} ${count === 1 ? 'request' : 'requests'}`)
      })
    })
}

type Writer = { head: string; record: (lead: LeadRecord, index: number) => string; foot: string }

function csvWriter(): Writer {
  return {
    head: csvRecord(columns),
    record: (lead) => csvRecord(columns.map((column) => cell(lead[column]))),
    foot: '',
  }
}

function cell(value: LeadRecord[keyof LeadRecord]): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(entry).join(typeof value[0] === 'string' ? '; ' : '\n')
  return Object.entries(value)
    .map(([key, text]) => `${key}=${text}`)
    .join('; ')
}

/** A reason why it is held, or a message of the talk. */
function entry(value: string | KeptTurn): string {
  return typeof value === 'string' ? value : spokenLines([value]).flat().join(': ')
}

function jsonWriter(): Writer {
  return {
    head: '[',
    record: (lead, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(lead)}`,
    foot: '\n]\n',
  }
}

/** Waits for a slow reader instead of holding everything in memory. */
async function pour(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
