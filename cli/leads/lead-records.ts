import { Option } from 'commander'
import { allLeads } from '../../src/features/leads/lead.repository.ts'
import { leadRecord } from '../../src/features/leads/lead-record.ts'
import { type KeptMessage, spokenLines } from '../../src/features/leads/transcript.ts'
import { counted } from '../../src/lib/text/amounts.ts'
import { example } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { type RecordFormat, writeRecords } from '../terminal/records.ts'
import { writeErr } from '../terminal/terminal.ts'

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

export function addLeadsExport(leads: StudioCommand): void {
  leads
    .command('export')
    .description('write all requests')
    .addHelpText('after', example('leads export --format json > ~/leads.json'))
    .addOption(new Option('--format <format>', 'the form of the data').choices(['csv', 'json']).default('csv'))
    .onDesk(async ({ database }, { format }: { format: RecordFormat }) => {
      const count = await writeRecords(format, asRecords(allLeads(database.db)), columns, cell)
      writeErr(counted(count, 'request'))
    })
}

async function* asRecords(leads: ReturnType<typeof allLeads>): AsyncGenerator<LeadRecord> {
  for await (const lead of leads) yield leadRecord(lead)
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

function entry(value: string | KeptMessage): string {
  return typeof value === 'string' ? value : spokenLines([value]).flat().join(': ')
}
