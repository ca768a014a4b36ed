import { type Command, Option } from 'commander'
import type { LeadRow } from '../../migrations/tables.ts'
import { allLeads, type StoredMail } from '../../src/features/leads/lead.repository.ts'
import { type KeptMessage, readTranscript, spokenLines } from '../../src/features/leads/transcript.ts'
import { example } from '../command.ts'
import { withDesk } from '../open-desk.ts'
import { counted, isoTime } from '../terminal/amounts.ts'
import { type RecordFormat, writeRecords } from '../terminal/records.ts'
import { writeErr } from '../terminal/terminal.ts'

/** A lead as other programs get it. Names and forms are part of the outside contract. */
export function leadRecord(lead: LeadRow) {
  const reasons: string[] = JSON.parse(lead.reasons)
  const campaign: Record<string, string> = JSON.parse(lead.campaign)
  return {
    reference: lead.reference,
    kind: lead.kind,
    status: lead.status,
    name: lead.name,
    email: lead.email,
    project: lead.project,
    createdAt: new Date(lead.created_at).toISOString(),
    reasons,
    page: lead.page,
    referrer: lead.referrer,
    campaign,
    language: lead.language,
    network: lead.network,
    company: lead.company || null,
    budget: lead.budget || null,
    timeline: lead.timeline || null,
    requirements: lead.requirements || null,
    transcript: lead.transcript === null ? null : readTranscript(lead.transcript),
    /** False while a visitor has left without sending; null for a contact, which is always sent. */
    sent: lead.abandoned === null ? null : lead.abandoned === 0,
    consent: lead.consent_words,
    consentAt: isoTime(lead.consent_at),
    updatedAt: isoTime(lead.updated_at),
    note: lead.note,
    answeredAt: isoTime(lead.answered_at),
  }
}

export function mailRecord(mail: StoredMail) {
  return {
    kind: mail.kind,
    state: mail.state,
    attempts: mail.attempts,
    sentAt: isoTime(mail.sent_at),
    nextTryAt: mail.state === 'queued' ? new Date(mail.due_at).toISOString() : null,
    answer: mail.last_error,
  }
}

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
    .addHelpText('after', example('leads export --format json > ~/leads.json'))
    .addOption(new Option('--format <format>', 'the form of the data').choices(['csv', 'json']).default('csv'))
    .action(async ({ format }: { format: RecordFormat }) => {
      await withDesk(async ({ database }) => {
        const count = await writeRecords(format, asRecords(allLeads(database.db)), columns, cell)
        writeErr(counted(count, 'request'))
      })
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
