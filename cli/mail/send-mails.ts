import type { Command } from 'commander'
import { type ChosenMails, dropMails, type MailFate, retryNow } from '../../platform/email/manage-outbox.ts'
import { readMute } from '../../platform/email/mute.ts'
import { counted } from '../../platform/text/amounts.ts'
import { example, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, style, writeErr } from '../terminal/terminal.ts'
import { fateOf, mailsAtRest, shortIdLength } from './list-mails.ts'

type Wanted = { failed?: true; waiting?: true }

function requireChoice(command: Command): void {
  const { failed, waiting } = command.opts<Wanted>()
  if ([command.args.length > 0, failed, waiting].filter(Boolean).length === 1) return
  command.error(`error: name mails, or say ${command.options.map(({ long }) => long).join(', or ')}`)
}

export function addSending(mail: StudioCommand): void {
  mail
    .command('retry')
    .description('send mails now that wait or were given up')
    .argument('[ids...]', 'or their beginnings, as mail shows them')
    .option('--failed', 'all that were given up')
    .addHelpText('after', example('mail retry --failed'))
    .hook('preAction', requireChoice)
    .onDesk(async (app, starts: string[], { failed }: Wanted) => {
      const { db } = app.database
      const chosen: ChosenMails = failed ? { state: 'failed' } : await mailsAtRest(db, starts)
      if (process.stderr.isTTY) writeErr('Sending …')
      const mails = await retryNow(app, chosen)
      if (mails.length === 0) return writeErr('No mail has failed.')
      const mute = await readMute(db)
      if (mute !== undefined) {
        return writeErr(
          `${counted(mails.length, 'mail waits', 'mails wait')}: nothing goes out before ${studioCommand('mail unmute')}`,
        )
      }
      process.exitCode = report(mails, app.now())
    })
  mail
    .command('drop')
    .summary('delete mails that have not gone out')
    .description('delete mails that have not gone out, so that they never do; what they are about stays')
    .argument('[ids...]', 'or their beginnings, as mail shows them')
    .option('--failed', 'all that were given up')
    .option('--waiting', 'all that wait')
    .addHelpText('after', example('mail drop 3f2a9c1e'))
    .hook('preAction', requireChoice)
    .onDesk(async ({ database }, starts: string[], { failed, waiting }: Wanted) => {
      const all: ChosenMails | undefined = failed ? { state: 'failed' } : waiting ? { state: 'queued' } : undefined
      const chosen = all ?? (await mailsAtRest(database.db, starts))
      const dropped = await database.write((tx) => dropMails(tx, chosen, database.engine))
      writeErr(dropped.length === 0 ? 'There was nothing to delete.' : `${counted(dropped.length, 'mail')} deleted.`)
    })
}

const mostTold = 20

function report(mails: readonly MailFate[], now: number): number {
  const sent = mails.filter(({ state }) => state === 'sent')
  const unsent = mails.filter(({ state }) => state !== 'sent')
  if (sent.length > 0) writeErr(`${counted(sent.length, 'mail')} sent.`)
  for (const mail of unsent.slice(0, mostTold)) {
    const state = mail.state === 'queued' ? 'not taken' : mail.state
    const told = `${mail.id.slice(0, shortIdLength)} to ${mail.to_address}: ${state}, ${fateOf(mail, now)}`
    writeErr(style('red', sanitize(told), process.stderr))
  }
  if (unsent.length > mostTold)
    writeErr(`and ${counted(unsent.length - mostTold, 'more', 'more')}: ${studioCommand('mail --state all')}`)
  if (unsent.some(({ state }) => state === 'failed')) {
    writeErr(`To have done with those that failed: ${studioCommand('mail drop --failed')}`)
  }
  return unsent.some(({ state }) => state !== 'sending') ? 1 : 0
}
