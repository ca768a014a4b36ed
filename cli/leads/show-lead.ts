import type { Command } from 'commander'
import type { LeadRow } from '../../migrations/tables.ts'
import { findLead, type StoredMail } from '../../src/features/leads/lead.repository.ts'
import { leadFacts } from '../../src/features/leads/lead-facts.ts'
import { digestKind } from '../../src/features/leads/tell-owner.ts'
import { readTranscript, spokenLines } from '../../src/features/leads/transcript.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { counted } from '../counted.ts'
import { withDesk } from '../open-desk.ts'
import { since } from '../since.ts'
import { example } from '../studio-command.ts'
import { harmless, harmlessLines, paint, put, putJson } from '../terminal/terminal.ts'
import { noSuchRequest, readReference } from './lead-argument.ts'
import { leadRecord, mailLabel, mailRecord } from './lead-text.ts'

export function addLeadsShow(leads: Command): void {
  leads
    .command('show')
    .description('show one request with everything that is known of it')
    .argument('<reference>', 'for example KW-7GQ4M2XD', readReference)
    .option('--json', 'as JSON')
    .addHelpText('after', example('leads show KW-7GQ4M2XD'))
    .action(async (reference: string, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      await withDesk(async ({ database, now }) => {
        const lead = await findLead(database.db, reference)
        if (lead === undefined) throw noSuchRequest(reference)
        if (json) return putJson({ ...leadRecord(lead), mails: lead.mails.map(mailRecord) })
        const facts = [
          ...leadFacts(lead),
          waitOf(lead, now()),
          ...lead.mails.map((mail) => [`Mail ${mailLabel(mail)}`, stateOf(mail, now())]),
        ]
        const width = Math.max(...facts.map(([label = '']) => label.length))
        for (const [label = '', value = ''] of facts) {
          put(`${paint('dim', label.padEnd(width))}  ${harmless(value)}\n`)
        }
        if (lead.note !== null) put(`\n${paint('dim', 'Note:')} ${harmlessLines(lead.note)}\n`)
        put(`\n${harmlessLines(lead.project)}\n`)
        for (const [who, said] of spokenLines(readTranscript(lead.transcript))) {
          put(`\n${paint('dim', `${who}:`)} ${harmlessLines(said)}\n`)
        }
      })
    })
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
