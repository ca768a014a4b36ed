import { type Command, Option } from 'commander'
import { findLeads, type LeadView, leadViews } from '../../src/features/leads/find-leads.ts'
import type { StoredLead } from '../../src/features/leads/lead.repository.ts'
import { withDesk } from '../open-desk.ts'
import { since } from '../since.ts'
import { example, studioCommand } from '../studio-command.ts'
import type { Cell } from '../terminal/table.ts'
import { paint, putJson, putTable, say } from '../terminal/terminal.ts'
import { positiveNumber } from '../whole-number.ts'
import { leadRecord, mailRecord, mailSummary } from './lead-text.ts'

type Wanted = { search?: string; status: LeadView; limit: number; json?: true }

/** @returns the `leads` command, for its sub-commands */
export function addLeadsList(studio: Command): Command {
  const leads = studio.command('leads').description('list the requests, the newest first')
  withListOptions(leads)
  withListOptions(leads.command('list', { hidden: true }).description('the same as leads alone'))
  return leads
}

function withListOptions(command: Command): void {
  command
    .option('--search <words>', 'those in which each of these words stands, in whatever spelling')
    .addOption(new Option('--status <status>', 'those of one kind').choices(leadViews).default('all'))
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the state of each mail')
    .addHelpText('after', example('leads --status new --search "logo london"'))
    .action(async (_: unknown, own: Command) => {
      const { search, status, limit, json }: Wanted = own.optsWithGlobals()
      await withDesk(async ({ database, now }) => {
        const leads = await findLeads(database.db, { view: status, search, limit })
        if (json) return putJson(leads.map((lead) => ({ ...leadRecord(lead), mails: lead.mails.map(mailRecord) })))
        if (leads.length === 0)
          return say(search === undefined && status === 'all' ? 'No requests yet.' : 'No such request.')
        putTable(
          [{ title: 'Reference', fixed: true }, { title: 'Age', fixed: true }, 'Status', 'Name', 'E-mail', 'Mail'],
          leads.map((lead) => cells(lead, now())),
        )
        if (leads.length === limit) say(`These are the newest ${limit}; --limit shows more.`)
        for (const lead of leads.filter(({ mails }) => mails.some(({ state }) => state === 'failed'))) {
          say(
            paint(
              'red',
              `A mail for ${lead.reference} failed: ${studioCommand(`leads show ${lead.reference}`)}`,
              process.stderr,
            ),
          )
        }
      })
    })
}

function cells(lead: StoredLead, now: number): Cell[] {
  const mail = process.stdout.isTTY ? (mailSummary(lead).split(/[ ,]/)[0] ?? '') : mailSummary(lead)
  return [
    lead.reference,
    since(lead.created_at, now),
    status(lead),
    lead.name,
    lead.email,
    mail.startsWith('failed') ? { text: mail, style: 'red' } : mail,
  ]
}

function status({ status, abandoned, answered_at }: StoredLead): Cell {
  const words = [status, abandoned === 1 ? 'not sent' : [], answered_at === null ? [] : 'answered'].flat()
  // A person has little room: the last of these says most.
  const text = process.stdout.isTTY && status !== 'spam' && answered_at !== null ? 'answered' : words.join(', ')
  if (status === 'spam' || answered_at !== null) return { text, style: 'dim' }
  return { text, style: status === 'held' ? 'yellow' : 'green' }
}
