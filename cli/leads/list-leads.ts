import { type Command, InvalidArgumentError } from 'commander'
import { listLeads, type StoredLead } from '../../src/server/leads/lead.repository.ts'
import { withDesk } from '../open-desk.ts'
import { paint, putJson, putTable, say } from '../terminal.ts'
import { leadRecord, mailRecord, mailSummary, since } from './lead-text.ts'

/** @returns the `leads` command, for its sub-commands */
export function addLeadsList(studio: Command): Command {
  return studio
    .command('leads')
    .description('list the requests, the newest first')
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON, with the state of each mail')
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      await withDesk(async ({ database, now }) => {
        const leads = await listLeads(database.db, limit)
        if (json) return putJson(leads.map((lead) => ({ ...leadRecord(lead), mails: lead.mails.map(mailRecord) })))
        if (leads.length === 0) return say('No requests yet.')
        putTable(
          ['Reference', 'Waits', 'Status', 'Name', 'E-mail', 'Mail'],
          leads.map((lead) => cells(lead, now())),
        )
        if (leads.length === limit) say(`These are the newest ${limit}; --limit shows more.`)
        for (const lead of leads.filter(({ mails }) => mails.some(({ state }) => state === 'failed'))) {
          say(paint('red', `A mail for ${lead.reference} failed: leads show ${lead.reference}`, process.stderr))
        }
      })
    })
}

function cells(lead: StoredLead, now: number): string[] {
  const status = lead.partial === 1 ? `${lead.status}, not sent` : lead.status
  return [lead.reference, since(lead.created_at, now), status, lead.name, lead.email, mailSummary(lead)]
}

function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}
