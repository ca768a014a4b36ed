import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, EmailState, OutboxRow, Tables } from '../../../migrations/tables.ts'
import { type Database, StorageError } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { readStringMap } from '../../db/stored-rows.ts'
import { labelOf } from '../../fields.ts'
import type { EmailFilter } from '../batches.ts'
import { type EmailAddress, emailKey, messageIdOf } from '../address.ts'
import type { Email } from '../smtp/mailer.ts'

export type UnrenderedEmail = {
  kind: string
  about: string | undefined
  recipient?: string
  details?: string
  from: EmailAddress
  to: EmailAddress
  headers?: Record<string, string>
}

export type NewEmail = UnrenderedEmail & EmailText

/** Prevents vacation replies (RFC 3834). */
export const automatic = { 'Auto-Submitted': 'auto-generated' }

export async function enqueue(tx: Db, email: NewEmail | UnrenderedEmail, now: number, dueAt = now) {
  const id = randomUUID()
  const { kind, about = null, recipient = null, details = null } = email
  const columns = { ...emptyColumns, ...columnsOf({ subject: '', text: '', ...email }) }
  const state = { state: 'queued', attempts: 0, due_at: dueAt, created_at: now } as const
  await tx
    .insertInto('outbox')
    .values({ id, about, recipient, details, ...columns, kind, ...state })
    .execute()
  return id
}

const emptyColumns = { from_name: '', from_address: '', to_name: '', to_address: '', headers: '{}' }

/** Whether an email is queued and untried. Tried ones can't change: receivers drop a repeated Message-ID. */
export async function hasUntriedEmail(
  tx: Db,
  { about, kinds }: { about: string; kinds: readonly string[] },
  dueAt?: number,
): Promise<boolean> {
  // Always writes, so that no other process claims the email before this transaction ends.
  const untried = await tx
    .updateTable('outbox')
    .set((eb) => ({ due_at: dueAt ?? eb.ref('due_at') }))
    .where('about', '=', about)
    .where('kind', 'in', kinds)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return untried !== undefined
}

export const changeableStates: readonly EmailState[] = ['queued', 'failed']

export async function readEmail(db: Db, id: string, composers: EmailComposers) {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  const rendered = row && (await renderRow(db, row, composers))
  return rendered && { ...toEmail(rendered), state: rendered.state }
}

export async function findEmailsOf(db: Db, emailKey: string, about: readonly string[]) {
  const isToThem = await filterByAddress(db, emailKey)
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where((eb) => eb.or([...(about.length > 0 ? [eb('about', 'in', about)] : []), isToThem(eb)]))
    .orderBy('created_at')
    .execute()
}

/** @param which by default all emails @returns the ids of the deleted emails */
export async function deleteEmailsAbout(
  tx: Db,
  references: readonly string[],
  { states, kinds }: { states?: readonly EmailState[]; kinds?: readonly string[] } = {},
): Promise<string[]> {
  const deleted: string[] = []
  for (const about of references) {
    const emails = tx
      .deleteFrom('outbox')
      .where('about', '=', about)
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    deleted.push(...(await emails.returning('id').execute()).map(({ id }) => id))
  }
  return deleted
}

/** Deletes an email unless a send was tried. @returns false if it might have left */
export async function deleteUntried(tx: Db, email: Pick<OutboxRow, 'id' | 'kind' | 'about'>): Promise<boolean> {
  const untried = { ...email, state: 'queued', attempts: 0 } as const
  const deleted = await tx
    .deleteFrom('outbox')
    .where((eb) => eb.and(untried))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Changes the recipient of a lead's unsent emails. */
export async function redirectEmails(tx: Db, about: string, { from, to }: { from: string; to: string }): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ to_address: to })
    .where('about', '=', about)
    .where('to_address', '=', from)
    .where('state', 'in', changeableStates)
    .execute()
}

export async function deleteEmailsTo(tx: Db, emailKey: string): Promise<string[]> {
  const deleted = tx.deleteFrom('outbox').where(await filterByAddress(tx, emailKey))
  return (await deleted.returning('id').execute()).map(({ id }) => id)
}

/** Selects emails to any spelling of the address. @param recipient the subscriber with it, who may have emails of batches */
export async function filterByAddress(db: Db, key: string, recipient?: string): Promise<EmailFilter> {
  const mailbox = key.slice(0, key.lastIndexOf('@') + 1)
  const pattern = `${mailbox.replaceAll(/[\\%_]/g, '\\$&')}%`
  const similar = await db
    .selectFrom('outbox')
    .select('to_address')
    .distinct()
    .where('batch', 'is', null)
    .where(sql<boolean>`lower(to_address) like ${pattern} escape '\\'`)
    .execute()
  const spellings = similar.map(({ to_address }) => to_address).filter((each) => emailKey(each) === key)
  return (eb) =>
    eb.or([
      ...(spellings.length > 0 ? [eb.and([eb('batch', 'is', null), eb('to_address', 'in', spellings)])] : []),
      ...(recipient === undefined ? [] : [eb('recipient', '=', recipient)]),
    ])
}

/** Deletes someone's unsent emails, except those of batches. An email in transit isn't retried. */
export async function deleteUnsentEmails(tx: Db, recipient: string): Promise<void> {
  const unsent = tx.deleteFrom('outbox').where('recipient', '=', recipient).where('state', '!=', 'sent')
  await unsent.where('batch', 'is', null).execute()
}

/** Deletes the email that waits for its limits, so that it can be queued again. */
export async function takeLaterEmail(tx: Db, recipient: string) {
  const later = tx.deleteFrom('outbox').where('recipient', '=', recipient).where('details', 'is not', null)
  return await later.where('state', '=', 'queued').returning('details').executeTakeFirst()
}

export function toEmail(row: OutboxRow & Pick<EmailText, 'calendar'>): Email {
  return {
    id: row.id,
    from: { name: row.from_name, address: row.from_address },
    to: { name: row.to_name, address: row.to_address },
    replyTo:
      row.reply_to_address === null ? undefined : { name: row.reply_to_name ?? '', address: row.reply_to_address },
    subject: row.subject,
    text: row.text,
    html: row.html ?? undefined,
    calendar: row.calendar,
    messageId: messageIdOf(row.id, row.from_address),
    headers: readStringMap(row.headers),
    createdAt: row.created_at,
  }
}

export type EmailText = {
  /** Needed if the row lacks these columns. */
  kind?: string
  from?: EmailAddress
  to?: EmailAddress
  headers?: Record<string, string>
  replyTo?: EmailAddress | undefined
  subject: string
  text: string
  html?: string | undefined
  calendar?: CalendarPart | undefined
}

/** An event that email programs add to the calendar (iMIP, RFC 6047). */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string }

type UnrenderedRow = Pick<
  OutboxRow,
  | ('id' | 'kind' | 'about' | 'batch' | 'recipient' | 'state' | 'attempts' | 'created_at' | 'subject' | 'details')
  | ('text' | 'from_address')
>

/** Thrown by a composer for an email that must wait until `dueAt`. */
export class NotYet extends Error {
  readonly dueAt: number

  constructor(dueAt: number) {
    super('the email must wait')
    this.dueAt = dueAt
  }
}

/** Renders an email when it's sent or shown. @returns undefined if it's no longer needed @throws NotYet */
export type EmailComposer = (db: Db, email: UnrenderedRow) => Promise<EmailText | undefined>

/** Composers by kind of email. Emails of other kinds are stored with their text. */
export type EmailComposers = Readonly<Record<string, EmailComposer>>

export async function renderRow<Row extends UnrenderedRow>(
  db: Db,
  row: Row,
  composers: EmailComposers,
): Promise<(Row & Pick<EmailText, 'calendar'>) | undefined> {
  const compose = composers[row.kind]
  // Already rendered.
  if (compose === undefined || row.subject !== '') return row
  const text = await compose(db, row)
  return text && { ...row, ...columnsOf(text), calendar: text.calendar }
}

/** Like `renderRow`, but for display: an email that can't be rendered says so. */
export async function renderForDisplay<Row extends UnrenderedRow>(db: Db, row: Row, composers: EmailComposers) {
  const placeholder = (why: string): Row => ({ ...row, subject: why, text: why })
  const rendered = renderRow(db, row, composers).catch(() => placeholder('This email can’t be rendered right now.'))
  const kind = labelOf(row.kind.replaceAll('-', ' '))
  return (
    (await rendered) ??
    placeholder(`${kind} (${row.state === 'sent' ? 'text deleted after sending' : 'no longer needed'})`)
  )
}

function columnsOf({ kind, from, to, headers, replyTo, subject, text, html }: EmailText) {
  return {
    ...(kind && { kind }),
    ...(from && { from_name: from.name, from_address: from.address }),
    ...(to && { to_name: to.name, to_address: to.address }),
    ...(headers && { headers: JSON.stringify(headers) }),
    reply_to_name: replyTo?.name ?? null,
    reply_to_address: replyTo?.address ?? null,
    subject,
    text,
    html: html ?? null,
  }
}

/** `isMoved`: everything was moved to another database. */
export type EmailPause = { because: string; since: number; isMoved?: boolean | undefined }

const key = 'paused'
const pauseSchema = z.object({ because: z.string(), since: z.number(), isMoved: z.boolean().optional() })

/** Stops all processes from sending until the owner resumes. Otherwise a restored copy would email everyone again. */
export async function writePause(tx: Db, why: EmailPause): Promise<void> {
  await writeSetting(tx, key, JSON.stringify(why))
}

export async function deletePause(tx: Db): Promise<boolean> {
  return (await tx.deleteFrom('settings').where('key', '=', key).returning('key').execute()).length > 0
}

export async function readPause(db: Db): Promise<EmailPause | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : pauseSchema.parse(JSON.parse(value))
}

/** Makes a running site's writes fail once everything is moved, instead of leaving them in the old database. */
export function refusingIfMoved(database: Database): Database {
  const write: Database['write'] = (work) =>
    database.write(async (tx) => {
      const result = await work(tx)
      // The pause is read last: on PostgreSQL, the move can commit while the work waits for its locks.
      const pause = await readPause(tx)
      if (pause?.isMoved) throw new StorageError(`${pause.because}; restart the site on that database`)
      return result
    })
  return { ...database, write }
}

/** For the `where` of a claim: checking and claiming in one statement leaves no time for a pause in between. */
export function isNotPaused(eb: ExpressionBuilder<Tables, keyof Tables>) {
  return eb.not(eb.exists(eb.selectFrom('settings').select('key').where('settings.key', '=', key)))
}
