import type { LeadRow } from '../../migrations/tables.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Fields } from '../../platform/text/csv.ts'
import { allLeads } from '../../server/leads/lead.repository.ts'
import { recordFields } from '../../server/leads/lead-record.ts'
import { readTranscript, spokenLines } from '../../server/leads/transcript.ts'
import { example } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { formatOption, type RecordFormat, writeRecords } from '../terminal/records.ts'
import { writeErr } from '../terminal/terminal.ts'

const columns: Fields<LeadRow> = {
  ...recordFields,
  transcript: (lead) =>
    spokenLines(readTranscript(lead.transcript))
      .map((line) => line.join(': '))
      .join('\n'),
}

export function addLeadsExport(leads: StudioCommand): void {
  leads
    .command('export')
    .description('write all requests')
    .addHelpText('after', example('leads export --format json > ~/leads.json'))
    .addOption(formatOption)
    .onDesk(async ({ database }, { format }: { format: RecordFormat }) => {
      const count = await writeRecords(format, format === 'csv' ? columns : recordFields, allLeads(database.db))
      writeErr(counted(count, 'request'))
    })
}
