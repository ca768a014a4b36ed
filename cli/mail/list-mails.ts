import { Option } from 'commander'
import type { Kysely } from 'kysely'
import type { OutboxRow, Tables } from '../../migrations/tables.ts'
import {
  findMail,
  findMailIds,
  findMails,
  type ListedMail,
  listMails,
  type MailFate,
  type MailView,
  mailViews,
} from '../../platform/email/manage-outbox.ts'
import { counted, since, until } from '../../platform/text/amounts.ts'
import { isoTime, minuteOf } from '../../platform/text/time-text.ts'
import { CommandFailure, example, mailAddress, positiveNumber, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, sanitizeLines, writeErr, writeFacts, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'

type Wanted = { state: MailView; to?: string; limit: number; json?: true }

export function addMailList(studio: StudioCommand): StudioCommand {
  const mail = studio.command('mail').description('list the mails that the program sends')
  withListOptions(mail)
  withListOptions(mail.command('list', { hidden: true }).description('the same as mail alone'))
  mail
    .command('show')
    .description('show one mail and what became of it')
    .argument('<id>', 'or its beginning, as mail shows it')
    .option('--json', 'as JSON')
    .addHelpText('after', example('mail show 3f2a9c1e'))
    .onDesk(async ({ database: { db }, composers, now }, start: string, { json }: { json?: true }) => {
      const row = await findMail(db, await mailId(db, start), composers)
      if (row === undefined) return
      if (json) return writeJson({ ...mailRecord(row), headers: headersOf(row), text: row.text, html: row.html })
      const facts = factsOf(row, now())
      if (row.kind in composers) facts.push(['Words', 'made of what is kept now; the mail itself keeps none'])
      writeFacts(facts)
      writeOut(`\n${sanitizeLines(row.text)}\n`)
    })
  return mail
}

function withListOptions(command: StudioCommand): void {
  command
    .addOption(new Option('--state <state>', 'those that wait, failed or were sent').choices(mailViews).default('all'))
    .option('--to <address>', 'those to one address', mailAddress)
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON')
    .addHelpText('after', example('mail --state failed --to ada@client.example'))
    .onDesk(async ({ database, composers, now }, { state, to, limit, json }: Wanted) => {
      const mails = await listMails(database.db, { view: state, to, limit }, composers)
      if (json) return writeJson(mails.map(mailRecord))
      if (mails.length === 0) return writeErr(to === undefined && state === 'all' ? 'No mails yet.' : 'No such mail.')
      const at = now()
      writeTable(
        [{ title: 'Id', fixed: true }, 'To', 'Subject', 'State'],
        mails.map((row) => [
          process.stdout.isTTY ? row.id.slice(0, shortIdLength) : row.id,
          row.to_address,
          row.subject,
          { text: stateText(row, at), style: colours[row.state] },
        ]),
      )
      if (mails.length === limit) writeErr(`These are the newest ${limit}; --limit shows more.`)
    })
}

function factsOf(row: OutboxRow, now: number): [label: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Id', row.id],
    ['State', stateText(row, now)],
    ['Written', minuteOf(row.created_at)],
    ['Sent', row.sent_at === null ? null : minuteOf(row.sent_at)],
    ['What for', row.kind],
    ['Request', row.about],
    ['From', `${row.from_name} <${row.from_address}>`],
    ['To', `${row.to_name} <${row.to_address}>`],
    ['Reply-To', row.reply_to_address === null ? null : `${row.reply_to_name ?? ''} <${row.reply_to_address}>`],
    ['Subject', row.subject],
    ['Message-ID', row.message_id],
    ...Object.entries(headersOf(row)),
  ]
  return facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]))
}

function headersOf({ headers }: OutboxRow): Record<string, string> {
  return JSON.parse(headers)
}

export const shortIdLength = 8

function mailRecord(mail: ListedMail) {
  return {
    id: mail.id,
    kind: mail.kind,
    request: mail.about,
    from: { name: mail.from_name, address: mail.from_address },
    to: { name: mail.to_name, address: mail.to_address },
    replyTo: mail.reply_to_address === null ? null : { name: mail.reply_to_name ?? '', address: mail.reply_to_address },
    subject: mail.subject,
    messageId: mail.message_id,
    state: mail.state,
    attempts: mail.attempts,
    createdAt: isoTime(mail.created_at),
    nextTryAt: mail.state === 'queued' ? isoTime(mail.due_at) : null,
    sentAt: isoTime(mail.sent_at),
    answer: mail.last_error,
  }
}

const colours = { queued: 'yellow', sending: 'yellow', sent: 'green', failed: 'red' } as const

function stateText(mail: MailFate, now: number): string {
  return `${mail.state === 'queued' ? 'waiting' : mail.state}, ${fateOf(mail, now)}`
}

export function fateOf({ state, attempts, due_at, last_error, sent_at }: MailFate, now: number): string {
  const words = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `${since(sent_at ?? now, now)} ago`
  if (state === 'failed') return `after ${counted(attempts, 'try', 'tries')}${words}`
  if (state === 'sending') return 'on its way just now'
  return attempts === 0 ? until(due_at, now) : `tried ${attempts}×, again ${until(due_at, now)}${words}`
}

/** @param start an id, or its beginning as `mail` shows it @throws CommandFailure when it is none, or not of one mail */
async function mailId(db: Kysely<Tables>, start: string): Promise<string> {
  const text = start.trim().toLowerCase()
  // Whole ids first: another one cannot begin so.
  const ids = /^[0-9a-f-]{4,36}$/.test(text) ? await findMailIds(db, text) : []
  const [id, other] = ids
  if (id === undefined)
    throw new CommandFailure(`There is no mail ${sanitize(start)}. All there are: ${studioCommand('mail')}`)
  if (other !== undefined) throw new CommandFailure(`Several mails begin with ${text}; type more of it.`)
  return id
}

/** @throws CommandFailure that says which of the mails cannot be touched, and why */
export async function mailsAtRest(db: Kysely<Tables>, starts: readonly string[]): Promise<{ ids: string[] }> {
  const ids: string[] = []
  for (const start of starts) ids.push(await mailId(db, start))
  const mails = await findMails(db, [...new Set(ids)])
  const refused = mails.flatMap(({ id, state }) => {
    if (state === 'sent') return `${id} has been sent.`
    return state === 'sending' ? `${id} is being sent just now.` : []
  })
  if (refused.length > 0) throw new CommandFailure(`${refused.join('\n')}\nNothing was done.`)
  return { ids: mails.map(({ id }) => id) }
}
