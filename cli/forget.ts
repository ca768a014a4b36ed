import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import type { TableName, Tables } from '../migrations/tables.ts'
import { readOffers } from '../src/content/offers.ts'
import { unlessWrong } from '../src/content/read-content.ts'
import { readStudio } from '../src/content/studio.ts'
import type { Desk } from '../src/desk.ts'
import { deleteLeads } from '../src/features/leads/lead.repository.ts'
import { forgetReader } from '../src/features/newsletter/readers.service.ts'
import { eraseMailFiles, waitForMailsUnderWay } from '../src/features/privacy/erase-mail-files.ts'
import { type ErasedWords, eraseWords } from '../src/features/privacy/erase-words.ts'
import { forgetPerson } from '../src/features/privacy/forget-person.ts'
import { createPersonMatcher } from '../src/features/privacy/person-matcher.ts'
import { emailKey, isMailAddress } from '../src/lib/mail/mail-address.ts'
import { backupTime } from '../src/server/backup/backup-file.ts'
import { removeWorkspaces } from '../src/server/backup/workspace.ts'
import type { Row } from '../src/server/db/stored-rows.ts'
import type { Environment } from '../src/server/environment.ts'
import { removeMailFiles } from '../src/server/mail/file-mailer.ts'
import { mailFolder } from '../src/server/mail/mailer.ts'
import { CommandFailure, example, studioCommand } from './command.ts'
import { withDesk } from './open-desk.ts'
import { counted } from './terminal/amounts.ts'
import { sanitize, writeErr, writeJson } from './terminal/terminal.ts'

type Whom = { emails: readonly string[]; references: readonly string[] }

type Forgotten = Awaited<ReturnType<typeof forgetEverywhere>>

const mostTold = 10

/** They may be writing at this very moment; who goes on for longer than this is forgotten by the next call. */
const mostRounds = 5

export function addForget(parent: Command, options: { hidden?: boolean } = {}): void {
  parent
    .command('forget', options)
    .description('erase people everywhere: requests, subscription, mails, files, and where others name them')
    .argument('<who...>', 'addresses of people, or references of single requests')
    .option('--json', 'tell as JSON what was erased')
    .addHelpText('after', example('forget ada@client.example'))
    .action(async (given: string[], _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      const whom = readWhom(given, command)
      const { told, environment } = await withDesk(async (desk) => {
        refuseOwn(desk.environment, whom)
        return { told: await forgetEverywhere(desk, whom), environment: desk.environment }
      })
      const backups = await backupsIn(environment.backupDir)
      if (json) writeJson({ ...told, backups })
      tell(told, environment, backups)
      if (told.isWrittenAnew)
        throw new CommandFailure('They are writing at this very moment. Run this again when they have stopped.')
    })
}

function readWhom(given: readonly string[], command: Command): Whom {
  const names = given.map((name) => name.normalize('NFC').trim())
  const isReference = (name: string) => /^KW-[0-9A-Z]{8}$/i.test(name)
  const wrong = names.find((name) => !isReference(name) && !isMailAddress(name))
  if (wrong !== undefined)
    command.error(`error: “${sanitize(wrong)}” is no e-mail address and no reference of a request`)
  return {
    emails: names.filter((name) => !isReference(name)),
    references: names.filter(isReference).map((name) => name.toUpperCase()),
  }
}

/** The studio's own addresses stand in every mail of the site. */
function refuseOwn({ mailFrom, leadsTo }: Environment, { emails }: Whom): void {
  const own = [unlessWrong(readStudio, writeErr)?.email, mailFrom?.address, leadsTo?.address].map((each = '') =>
    emailKey(each),
  )
  const given = emails.find((email) => own.includes(emailKey(email)))
  if (given !== undefined)
    throw new CommandFailure(`${given} is an address of the studio itself; it cannot be forgotten.`)
}

/** Broken off anywhere, the next call does the rest. */
export async function forgetEverywhere(app: Desk, whom: Whom) {
  const person = createPersonMatcher([...whom.emails, ...whom.references])
  const { database, environment, composers, now } = app
  const folder = mailFolder(environment.dataDir)
  /** `otherRows` are other people's that named them, and do so no more. */
  const found = { requests: 0, subscriptions: 0, mails: 0, files: 0, otherRows: 0 }
  const references = new Set<string>()
  let words: ErasedWords | undefined
  for (let round = 0; round < mostRounds && words?.newRows !== 0; round++) {
    if (environment.smtpUrl === undefined) await waitForMailsUnderWay(database, now())
    const deleted = await deleteTheirs(app, whom, folder)
    words = await eraseWords(database, person, belongsTo(whom))
    found.requests += deleted.requests
    found.subscriptions += deleted.subscriptions
    found.mails += deleted.mails
    found.files += deleted.files
    found.otherRows += words.rows
    for (const reference of words.references) references.add(reference)
  }
  if (environment.smtpUrl === undefined) await waitForMailsUnderWay(database, now())
  found.files += await eraseMailFiles(database, composers, folder, person)
  // A backup that was killed leaves its copy here.
  await removeWorkspaces(environment.dataDir)
  await database.scrub()
  return {
    ...found,
    mentionedIn: await existing(database.db, [...references]),
    isWrittenAnew: words?.newRows !== 0,
  }
}

async function deleteTheirs({ database, salt, now }: Desk, whom: Whom, folder: string) {
  return await database.write(async (tx) => {
    const mailIds: string[] = []
    let requests = 0
    let subscriptions = 0
    for (const reference of whom.references) {
      const request = await deleteLeads(tx, { reference })
      requests += request.leads
      mailIds.push(...request.mailIds)
    }
    for (const email of whom.emails) {
      const person = await forgetPerson(tx, email, salt)
      const reader = await forgetReader(tx, email, { salt, now: now() })
      requests += person.leads
      subscriptions += reader.subscriptions
      mailIds.push(...person.mailIds, ...reader.mailIds)
    }
    // Before the commit: afterwards nobody knows which files they were, should the power go.
    const files = await removeMailFiles(folder, mailIds)
    return { requests, subscriptions, mails: mailIds.length, files }
  })
}

async function existing(db: Kysely<Tables>, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', references).execute()
  return leads.map(({ reference }) => reference).toSorted()
}

function belongsTo({ emails, references }: Whom) {
  const keys = new Set(emails.map(emailKey))
  const has = (set: { has(text: string): boolean }, value: unknown) => typeof value === 'string' && set.has(value)
  const requests = new Set(references)
  return (table: TableName, row: Row): boolean => {
    if (table === 'leads') return has(keys, row['email_key']) || has(requests, row['reference'])
    if (table === 'subscribers') return has(keys, row['email_key'])
    if (table !== 'outbox') return false
    return keys.has(emailKey(String(row['to_address']))) || has(requests, row['lead_reference'])
  }
}

function tell(
  { requests, subscriptions, mails, files, otherRows, mentionedIn }: Forgotten,
  environment: Environment,
  backups: readonly string[],
): void {
  writeErr(`Erased: requests ${requests}, subscriptions ${subscriptions}, mails ${mails}, mail files ${files}.`)
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
