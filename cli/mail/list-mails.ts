import { type Command, Option } from 'commander'
import { isMailAddress } from '../../src/lib/mail/mail-address.ts'
import { listMails, type MailView, mailViews } from '../../src/server/mail/mail-desk.repository.ts'
import { withDesk } from '../open-desk.ts'
import { since } from '../since.ts'
import { example } from '../studio-command.ts'
import { putJson, putTable, say } from '../terminal/terminal.ts'
import { positiveNumber } from '../whole-number.ts'
import { fateOf, mailRecord, shortIdLength, stateCell } from './mail-text.ts'

type Wanted = { state: MailView; to?: string; limit: number; json?: true }

/** @returns the `mail` command, for its sub-commands */
export function addMailList(studio: Command): Command {
  const mail = studio.command('mail').description('list the mails that the program sends, the newest first')
  withListOptions(mail)
  withListOptions(mail.command('list', { hidden: true }).description('the same as mail alone'))
  return mail
}

function withListOptions(command: Command): void {
  command
    .addOption(new Option('--state <state>', 'those that wait, failed or were sent').choices(mailViews).default('all'))
    .option('--to <address>', 'those to one address')
    .option('-n, --limit <number>', 'how many at most', positiveNumber, 50)
    .option('--json', 'as JSON')
    .addHelpText('after', example('mail --state failed --to ada@client.example'))
    .action(async (_: unknown, own: Command) => {
      const { state, to, limit, json }: Wanted = own.optsWithGlobals()
      const address = to?.normalize('NFC').trim()
      if (address !== undefined && !isMailAddress(address)) own.error(`error: “${address}” is no e-mail address`)
      await withDesk(async ({ database, composers, now }) => {
        const mails = await listMails(database.db, { view: state, to: address, limit }, composers)
        if (json) return putJson(mails.map(mailRecord))
        if (mails.length === 0) return say(address === undefined && state === 'all' ? 'No mails yet.' : 'No such mail.')
        const at = now()
        putTable(
          [{ title: 'Id', fixed: true }, { title: 'Age', fixed: true }, 'State', 'To', 'Subject', 'Outcome'],
          mails.map((row) => [
            process.stdout.isTTY ? row.id.slice(0, shortIdLength) : row.id,
            since(row.created_at, at),
            stateCell(row.state),
            row.to_address,
            row.subject,
            fateOf(row, at),
          ]),
        )
        if (mails.length === limit) say(`These are the newest ${limit}; --limit shows more.`)
      })
    })
}
