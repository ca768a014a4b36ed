import { type HeldBack, type Mute, mute } from '../../platform/email/mute.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { unmute } from '../../server/unmute.ts'
import { CommandFailure, confirmedNumber, example, exitWrongUse, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { sanitize, writeErr } from '../terminal/terminal.ts'

export function addMute(mail: StudioCommand): void {
  mail
    .command('mute')
    .summary('send no mail at all until unmute')
    .description('send no mail at all until unmute; requests are taken as ever, and their mails wait')
    .argument('[reason...]', 'why, for whoever asks later')
    .addHelpText('after', example('mail mute moving to another provider'))
    .onDesk(async ({ database, now }, reason: string[]) => {
      const because = reason.join(' ').trim() || 'the owner said so'
      await database.write((tx) => mute(tx, { because, since: now() }))
      writeErr(`Muted: ${sanitize(because)}. Nothing is sent until you say so: ${studioCommand('mail unmute')}`)
    })
  mail
    .command('unmute')
    .description('tell what would go out, and let it go out')
    .option('--confirm <number>', 'how many go out, as this command tells', confirmedNumber)
    .addHelpText('after', example('mail unmute --confirm 12'))
    .onDesk(async ({ database, now }, { confirm }: { confirm?: number }) => {
      const { muted, held, isLifted } = await unmute(database, confirm ?? 0)
      if (muted === undefined) return writeErr('It is not muted.')
      if (isLifted) return writeErr('Unmuted. A running site begins to send within a minute.')
      const told = refusal(muted, held, now(), confirm)
      if (confirm !== undefined) throw new CommandFailure(told)
      writeErr(told)
      process.exitCode = exitWrongUse
    })
}

function refusal(muted: Mute, held: HeldBack & { letters: number }, now: number, confirm: number | undefined): string {
  const total = held.mails + held.letters
  const oldest = held.oldestAt === undefined ? '' : `, the oldest of them from ${since(held.oldestAt, now)} ago`
  return [
    ...(confirm === undefined ? [] : [`It is not ${confirm}:`]),
    `Muted since ${minuteOf(muted.since)}: ${sanitize(muted.because)}.`,
    `Waiting to go out: ${counted(held.mails, 'mail')}${oldest}; ${counted(held.letters, 'copy of an issue', 'copies of issues')}.`,
    'If this is a copy of a database that went on, they may have been sent from there since.',
    `Look at them: ${studioCommand('mail --state waiting')}`,
    `To let them go: ${studioCommand(`mail unmute --confirm ${total}`)}`,
  ].join('\n')
}
