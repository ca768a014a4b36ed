import { Option } from 'commander'
import type { LeadRow } from '../../migrations/tables.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { findLeads, type LeadView, leadViews } from '../../server/leads/find-leads.ts'
import { findLead, type StoredLead, type StoredMail } from '../../server/leads/lead.repository.ts'
import { digestKind } from '../../server/leads/lead-mails.ts'
import { leadFacts, leadRecord, mailRecord } from '../../server/leads/lead-record.ts'
import { readTranscript, spokenLines } from '../../server/leads/transcript.ts'
import { example, positiveNumber, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import type { Cell } from '../terminal/table.ts'
import { sanitizeLines, style, writeErr, writeFacts, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'
import { noSuchRequest, readReference } from './mark-leads.ts'

type Wanted = { search?: string; status: LeadView; limit: number; json?: true }

export function addLeadsList(studio: StudioCommand): StudioCommand {
  const leads = studio.command('leads').description('list the requests')
  withListOptions(leads)
  withListOptions(leads.command('list', { hidden: true }).description('the same as leads alone'))
  leads
    .command('show')
    .description('show all that is known of a request')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .option('--json', 'as JSON')
    .addHelpText('after', example('leads show KW-7GQ4M2XD'))
    .onDesk(async ({ database, now }, reference: string, { json }: { json?: true }) => {
      const lead = await findLead(database.db, reference)
      if (lead === undefined) throw noSuchRequest(reference)
      if (json) return writeJson({ ...leadRecord(lead), mails: lead.mails.map(mailRecord) })
      writeFacts([
        ...leadFacts(lead),
        waitOf(lead, now()),
        ...lead.mails.map((mail) => [`Mail ${mailLabel(mail)}`, stateOf(mail, now())] as const),
      ])
      if (lead.note !== null) writeOut(`\n${style('dim', 'Note:')} ${sanitizeLines(lead.note)}\n`)
      writeOut(`\n${sanitizeLines(lead.project)}\n`)
      for (const [who, said] of spokenLines(readTranscript(lead.transcript))) {
        writeOut(`\n${style('dim', `${who}:`)} ${sanitizeLines(said)}\n`)
      }
    })
  return leads
}

function withListOptions(command: StudioCommand): void {
  command
    .option('--search <words>', 'those that have each of these words')
    .addOption(new Option('--status <status>', 'those of one kind').choices(leadViews).default('all'))
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the state of each mail')
    .addHelpText('after', example('leads --status new --search "logo london"'))
    .onDesk(async ({ database, now }, { search, status, limit, json }: Wanted) => {
      const leads = await findLeads(database.db, { view: status, search, limit })
      if (json) return writeJson(leads.map((lead) => ({ ...leadRecord(lead), mails: lead.mails.map(mailRecord) })))
      if (leads.length === 0)
        return writeErr(search === undefined && status === 'all' ? 'No requests yet.' : 'No such request.')
      writeTable(
        [{ title: 'Reference', fixed: true }, { title: 'Age', fixed: true }, 'Status', 'Name', 'E-mail'],
        leads.map((lead) => [lead.reference, since(lead.created_at, now()), statusCell(lead), lead.name, lead.email]),
      )
      if (leads.length === limit) writeErr(`These are the newest ${limit}; --limit shows more.`)
      for (const lead of leads.filter(({ mails }) => mails.some(({ state }) => state === 'failed'))) {
        const told = `A mail for ${lead.reference} failed: ${studioCommand(`leads show ${lead.reference}`)}`
        writeErr(style('red', told, process.stderr))
      }
    })
}

function statusCell({ status, abandoned, answered_at }: StoredLead): Cell {
  const words = [status, abandoned === 1 ? 'not sent' : [], answered_at === null ? [] : 'answered'].flat()
  // A person has little room: the last of these says most.
  const text = process.stdout.isTTY && status !== 'spam' && answered_at !== null ? 'answered' : words.join(', ')
  if (status === 'spam' || answered_at !== null) return { text, style: 'dim' }
  return { text, style: status === 'held' ? 'yellow' : 'green' }
}

function waitOf({ created_at, answered_at }: LeadRow, now: number): [string, string] {
  if (answered_at === null) return ['Waits', since(created_at, now)]
  return ['Answered', `${minuteOf(answered_at)}, after ${since(created_at, answered_at)}`]
}

function stateOf({ kind, state, attempts, sent_at, due_at, last_error }: StoredMail, now: number): string {
  const reason = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `sent ${minuteOf(sent_at ?? 0)}`
  if (state === 'failed') return `failed for good after ${counted(attempts, 'try', 'tries')}${reason}`
  if (attempts === 0 && due_at > now)
    return `waits for ${kind === digestKind ? 'more' : 'the visitor'} until ${minuteOf(due_at)}`
  if (attempts === 0 || state === 'sending') return 'about to be sent'
  return `tried ${attempts}×, again ${minuteOf(due_at)}${reason}`
}

function mailLabel({ kind }: StoredMail): string {
  if (kind.endsWith('-receipt')) return 'receipt'
  if (kind === digestKind) return 'to you, with others'
  return kind.endsWith('-update') ? 'to you, update' : 'to you'
}
