import type { Command } from 'commander'
import type { OutboxRow } from '../../migrations/tables.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { findMail } from '../../src/server/mail/mail-desk.repository.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { harmless, harmlessLines, paint, put, putJson } from '../terminal/terminal.ts'
import { mailId } from './choose-mails.ts'
import { fateOf, mailRecord } from './mail-text.ts'

export function addMailShow(mail: Command): void {
  mail
    .command('show')
    .description('show one mail: its headers, what became of it, what the mail server said, and its text')
    .argument('<id>', 'or its beginning, as mail shows it')
    .option('--json', 'as JSON')
    .addHelpText('after', example('mail show 3f2a9c1e'))
    .action(async (start: string, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      await withDesk(async ({ database: { db }, composers, now }) => {
        const row = await findMail(db, await mailId(db, start), composers)
        if (row === undefined) return
        if (json) return putJson({ ...mailRecord(row), headers: headersOf(row), text: row.text, html: row.html })
        const facts = factsOf(row, now())
        if (row.kind in composers) facts.push(['Words', 'made of what is kept now; the mail itself keeps none'])
        const width = Math.max(...facts.map(([label]) => label.length))
        for (const [label, value] of facts) put(`${paint('dim', label.padEnd(width))}  ${harmless(value)}\n`)
        put(`\n${harmlessLines(row.text)}\n`)
      })
    })
}

function factsOf(row: OutboxRow, now: number): [label: string, value: string][] {
  const state = row.state === 'queued' ? 'waiting' : row.state
  return [
    ['Id', row.id],
    ['State', `${state}, ${fateOf(row, now)}`],
    ['Written', minuteOf(row.created_at)],
    ...(row.sent_at === null ? [] : [['Sent', minuteOf(row.sent_at)] satisfies [string, string]]),
    ['What for', row.kind],
    ...(row.about === null ? [] : [['Request', row.about] satisfies [string, string]]),
    ['From', `${row.from_name} <${row.from_address}>`],
    ['To', `${row.to_name} <${row.to_address}>`],
    ...(row.reply_to_address === null
      ? []
      : [['Reply-To', `${row.reply_to_name ?? ''} <${row.reply_to_address}>`] satisfies [string, string]]),
    ['Subject', row.subject],
    ['Message-ID', row.message_id],
    ...Object.entries(headersOf(row)),
  ]
}

function headersOf({ headers }: OutboxRow): Record<string, string> {
  return JSON.parse(headers)
}
