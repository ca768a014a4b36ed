import { readdir } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import { readOffers } from '../platform/content/facts/offers.ts'
import { unlessWrong } from '../platform/content/read-content.ts'
import { studioZone } from '../platform/content/site-content.ts'
import { readStudio } from '../platform/content/studio.ts'
import { cleanAddress, isMailAddress } from '../platform/email/mail-address.ts'
import type { Environment } from '../platform/environment.ts'
import { counted } from '../platform/text/amounts.ts'
import { isoTime } from '../platform/text/time-text.ts'
import { backupTime } from '../server/backup/backup-files.ts'
import { longTime } from '../server/calls/call-time.ts'
import { findOwn, forgetPeople, type Whom } from '../server/people/forget-people.ts'
import { CommandFailure, example, studioCommand } from './command.ts'
import type { StudioCommand } from './open-desk.ts'
import { sanitize, writeErr, writeJson } from './terminal/terminal.ts'

type Forgotten = Awaited<ReturnType<typeof forgetPeople>>

const mostTold = 10

export function addForget(studio: StudioCommand): void {
  studio
    .command('forget')
    .summary('erase people everywhere')
    .description(
      'erase people everywhere: requests, calls (nobody is told), subscription, mails, files, and where others name them',
    )
    .argument('<who...>', 'addresses of people, or references of single requests', readWhom)
    .option('--json', 'tell as JSON what was erased')
    .addHelpText('after', example('forget ada@client.example'))
    .onDesk(async (desk, whom: Whom, { json }: { json?: true }) => {
      const { environment } = desk
      const own = findOwn(whom.emails, environment, unlessWrong(readStudio, writeErr))
      if (own !== undefined)
        throw new CommandFailure(`${own} is an address of the studio itself; it cannot be forgotten.`)
      const told = await forgetPeople(desk, whom)
      const backups = await backupsIn(environment.backupDir)
      if (json) writeJson(forgottenRecord(told, backups))
      tell(told, environment, backups)
      if (told.isWrittenAnew)
        throw new CommandFailure('They are writing at this very moment. Run this again when they have stopped.')
    })
}

function forgottenRecord({ calls, ...told }: Forgotten, backups: readonly string[]) {
  return {
    ...told,
    calls: calls.map(({ id, starts_at }) => ({ request: id, startsAt: isoTime(starts_at) })),
    backups,
  }
}

function readWhom(text: string, { emails, references }: Whom = { emails: [], references: [] }): Whom {
  const name = cleanAddress(text)
  if (/^KW-[0-9A-Z]{8}$/i.test(name)) return { emails, references: [...references, name.toUpperCase()] }
  if (isMailAddress(name)) return { emails: [...emails, name], references }
  throw new InvalidArgumentError(`“${sanitize(name)}” is no e-mail address and no reference of a request.`)
}

function tell(
  { requests, subscriptions, mails, files, calls, otherRows, mentionedIn }: Forgotten,
  environment: Environment,
  backups: readonly string[],
): void {
  writeErr(`Erased: requests ${requests}, subscriptions ${subscriptions}, mails ${mails}, mail files ${files}.`)
  if (calls.length > 0) {
    const times = calls.map(({ starts_at }) => `on ${longTime(starts_at, studioZone(), 'en')}`)
    const wasOff = calls.length === 1 ? 'was' : 'were'
    writeErr(
      `${counted(calls.length, 'call')} to come, ${times.join('; ')}, ${wasOff} taken off the calendar; nobody was told.`,
    )
  }
  if (otherRows > 0) writeErr(`Blacked out in ${counted(otherRows, 'row')} about others.`)
  if (mentionedIn.length > 0) {
    const some = mentionedIn.slice(0, mostTold)
    const more = mentionedIn.length > mostTold ? ` and ${mentionedIn.length - mostTold} more (--json has all)` : ''
    writeErr(
      `These requests named them: ${some.join(', ')}${more}. If they are theirs too: ${studioCommand(`forget ${some.join(' ')}`)}`,
    )
  }
  if (environment.smtpUrl !== undefined) writeErr('Mails that were sent are in your mail program; erase them there.')
  if (environment.databaseUrl !== undefined)
    writeErr('The log and the backups of PostgreSQL itself are its operator’s.')
  writeErr(aboutBackups(backups))
}

function aboutBackups(names: readonly string[]): string {
  const rule = 'After restoring a backup that was made before, run this again.'
  if (names.length === 0) return rule
  const keepDays = unlessWrong(readOffers, writeErr)?.promises.keepBackupsDays
  const which = names.length <= 3 ? names.join(', ') : `${names[0]} … ${names.at(-1)}`
  const until =
    keepDays === undefined
      ? ''
      : `; the last is deleted by ${new Date(Date.now() + keepDays * 86_400_000).toISOString().slice(0, 10)}`
  return `${counted(names.length, 'earlier backup')} may hold them (${which})${until}. ${rule}`
}

async function backupsIn(folder: string | undefined): Promise<string[]> {
  if (folder === undefined) return []
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => backupTime(name) !== undefined).toSorted()
}
