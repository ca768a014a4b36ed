import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { readOffers } from '../src/content/offers.ts'
import { unlessWrong } from '../src/content/read-content.ts'
import { readStudio } from '../src/content/studio.ts'
import { searchFolder } from '../src/features/privacy/search-folder.ts'
import { searchTables } from '../src/features/privacy/search-tables.ts'
import { createTrace } from '../src/features/privacy/trace.ts'
import { emailKey } from '../src/lib/mail/email-key.ts'
import { isMailAddress } from '../src/lib/mail/mail-address.ts'
import { backupTime } from '../src/server/backup/backup-name.ts'
import type { Environment } from '../src/server/environment.ts'
import { CommandFailure } from './command-failure.ts'
import { counted } from './counted.ts'
import { type Forgotten, forgetEverywhere, type Whom } from './forget-everywhere.ts'
import { withDesk } from './open-desk.ts'
import { example, studioCommand } from './studio-command.ts'
import { harmless, putJson, say } from './terminal/terminal.ts'

const mostTold = 10

export function addForget(studio: Command): void {
  addTo(studio.command('forget'))
}

/** Its former place, which scripts may know. */
export function addLeadsForget(leads: Command): void {
  addTo(leads.command('forget', { hidden: true }))
}

function addTo(place: Command): void {
  place
    .description(
      'erase people everywhere (requests, subscription, mails, files, and where others name them), and search for what is left',
    )
    .argument('<who...>', 'addresses of people, or references of single requests')
    .option('--json', 'tell as JSON what was erased and searched')
    .addHelpText('after', example('forget ada@client.example'))
    .action(async (given: string[], _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      await forget(readWhom(given, command), json === true)
    })
}

function readWhom(given: readonly string[], command: Command): Whom {
  const names = given.map((name) => name.normalize('NFC').trim())
  const isReference = (name: string) => /^KW-[0-9A-Z]{8}$/i.test(name)
  const wrong = names.find((name) => !isReference(name) && !isMailAddress(name))
  if (wrong !== undefined)
    command.error(`error: “${harmless(wrong)}” is no e-mail address and no reference of a request`)
  return {
    emails: names.filter((name) => !isReference(name)),
    references: names.filter(isReference).map((name) => name.toUpperCase()),
  }
}

async function forget(whom: Whom, json: boolean): Promise<void> {
  const trace = createTrace([...whom.emails, ...whom.references])
  const { forgotten, tables, environment } = await withDesk(async (desk) => {
    refuseOwn(desk.environment, whom)
    const forgotten = await forgetEverywhere(desk, whom, trace)
    const words = [...whom.emails, ...whom.emails.map(emailKey), ...whom.references]
    const isPostgres = desk.database.engine === 'postgres'
    const tables = isPostgres ? await searchTables(desk.database, words, trace) : { tables: 0, foundIn: [] }
    return { forgotten, tables, environment: desk.environment }
  })
  // Only now: reading SQLite's file while this process has it open would drop the locks on it.
  const files = await searchFolder(environment.dataDir, trace, forgotten.lookalikes)
  const backups = await backupsIn(environment.backupDir)
  const { lookalikes: _, ...told } = forgotten
  const foundIn = [...files.foundIn, ...tables.foundIn]
  if (json) putJson({ ...told, searchedFiles: files.files, searchedTables: tables.tables, foundIn, backups })
  tell(told, environment, backups)
  const searched = `Searched ${counted(files.files, 'file')} in ${environment.dataDir}${tables.tables > 0 ? ` and ${counted(tables.tables, 'table')}` : ''}`
  if (foundIn.length === 0 && !forgotten.isWrittenAnew) return say(`${searched}: nothing found.`)
  throw new CommandFailure(
    forgotten.isWrittenAnew
      ? 'They are writing at this very moment. Run this again when they have stopped.'
      : `${searched}. Still found in: ${foundIn.map(harmless).join(', ')}. A file that is not this program’s is yours to delete; else run this again.`,
  )
}

/** Every mail to the owner has it, and every mail of the site is from it. */
function refuseOwn({ mailFrom, leadsTo }: Environment, { emails }: Whom): void {
  const own = [unlessWrong(readStudio, say)?.email, mailFrom?.address, leadsTo?.address].map((each = '') =>
    emailKey(each),
  )
  const given = emails.find((email) => own.includes(emailKey(email)))
  if (given !== undefined)
    throw new CommandFailure(`${given} is an address of the studio itself; it cannot be forgotten.`)
}

function tell(
  { requests, subscriptions, mails, files, otherRows, mentionedIn }: Omit<Forgotten, 'lookalikes'>,
  environment: Environment,
  backups: readonly string[],
): void {
  say(`Erased: requests ${requests}, subscriptions ${subscriptions}, mails ${mails}, mail files ${files}.`)
  if (otherRows > 0) say(`Blacked out in ${counted(otherRows, 'row')} about others.`)
  if (mentionedIn.length > 0) {
    const some = mentionedIn.slice(0, mostTold)
    const more = mentionedIn.length > mostTold ? ` and ${mentionedIn.length - mostTold} more (--json has all)` : ''
    say(
      `These requests named them: ${some.join(', ')}${more}. If they are theirs too: ${studioCommand(`forget ${some.join(' ')}`)}`,
    )
  }
  if (environment.smtpUrl !== undefined) say('Mails that were sent are in your mail program; erase them there.')
  if (environment.databaseUrl !== undefined) say('The log and the backups of PostgreSQL itself are its operator’s.')
  say(aboutBackups(backups))
}

function aboutBackups(names: readonly string[]): string {
  const rule = 'After restoring a backup that was made before, run this again.'
  if (names.length === 0) return rule
  const keepDays = unlessWrong(readOffers, say)?.promises.keepBackupsDays
  const which =
    names.length <= 3 ? names.map(harmless).join(', ') : `${harmless(names[0] ?? '')} … ${harmless(names.at(-1) ?? '')}`
  const until =
    keepDays === undefined
      ? ''
      : `; the last is thinned out by ${new Date(Date.now() + keepDays * 86_400_000).toISOString().slice(0, 10)}`
  return `${counted(names.length, 'earlier backup')} may hold them (${which})${until}. ${rule}`
}

async function backupsIn(folder: string | undefined): Promise<string[]> {
  if (folder === undefined) return []
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => backupTime(name) !== undefined).toSorted()
}
