import type { Command } from 'commander'
import { type ChosenMails, dropMails } from '../../src/server/mail/mail-desk.repository.ts'
import { counted } from '../counted.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { say } from '../terminal/terminal.ts'
import { mailsAtRest } from './choose-mails.ts'

type Wanted = { failed?: true; waiting?: true }

export function addMailDrop(mail: Command): void {
  mail
    .command('drop')
    .description('delete mails that have not gone out, so that they never do; what they are about stays')
    .argument('[ids...]', 'or their beginnings, as mail shows them')
    .option('--failed', 'all that were given up')
    .option('--waiting', 'all that wait, as in a restored copy whose mails have gone out before')
    .addHelpText('after', example('mail drop 3f2a9c1e'))
    .action(async (starts: string[], { failed, waiting }: Wanted, command: Command) => {
      if ([starts.length > 0, failed, waiting].filter(Boolean).length !== 1) {
        command.error('error: name mails, or say --failed, or --waiting')
      }
      await withDesk(async ({ database }) => {
        const all: ChosenMails | undefined = failed ? { state: 'failed' } : waiting ? { state: 'queued' } : undefined
        const chosen = all ?? { ids: (await mailsAtRest(database.db, starts)).map(({ id }) => id) }
        const dropped = await database.write((tx) => dropMails(tx, chosen, database.engine))
        say(dropped.length === 0 ? 'There was nothing to delete.' : `${counted(dropped.length, 'mail')} deleted.`)
      })
    })
}
