import { randomUUID } from 'node:crypto'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, EmailState, OutboxRow, Tables } from '../../../migrations/tables.ts'
import { readStringMap } from '../../db/stored-rows.ts'
import { labelOf } from '../../fields.ts'
import { type EmailAddress, emailKey, messageIdOf } from '../address.ts'
import type { CalendarPart, Email } from '../smtp/message.ts'

/** A header that prevents vacation replies (RFC 3834). */
export const automatic = { 'Auto-Submitted': 'auto-generated' }

/** States in which the owner can still redirect, retry, or delete an email. */
export const changeableStates: readonly EmailState[] = ['queued', 'failed']

/** An email to queue. Its subject and text are rendered when it's sent. */
export type UnrenderedEmail = {
  kind: string
  /** Reference of the email's lead or call. */
  about?: string | undefined
  /** The subscriber's ID. */
  recipient?: string
  /** JSON data for counting the email against its limits. Set while it's rate-limited. */
  details?: string
  from: EmailAddress
  to: EmailAddress
  headers?: Record<string, string>
}

export type NewEmail = UnrenderedEmail & RenderedEmail

/** `kind`, `from`, `to`, and `headers` replace the row's values. */
export type RenderedEmail = {
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

/** The columns that stay empty until an email is claimed and rendered. */
const emptyColumns = { from_name: '', from_address: '', to_name: '', to_address: '', headers: '{}' }

/** Queues an email. @param dueAt by default, the email is due now @returns the email's ID */
export async function enqueue(tx: Db, email: NewEmail | UnrenderedEmail, now: number, dueAt = now): Promise<string> {
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

function columnsOf({ kind, from, to, headers, replyTo, subject, text, html }: RenderedEmail) {
  const replaced: ReplacedColumns = {}
  if (kind) replaced.kind = kind
  if (from) Object.assign(replaced, { from_name: from.name, from_address: from.address })
  if (to) Object.assign(replaced, { to_name: to.name, to_address: to.address })
  if (headers) replaced.headers = JSON.stringify(headers)
  const { name: reply_to_name = null, address: reply_to_address = null } = replyTo ?? {}
  return { ...replaced, reply_to_name, reply_to_address, subject, text, html: html ?? null }
}

type ReplacedColumns = Partial<Pick<OutboxRow, 'kind' | keyof typeof emptyColumns>>

/** The columns needed to find and render an email. */
export type EmailRow = Pick<
  OutboxRow,
  | ('id' | 'kind' | 'about' | 'batch' | 'recipient' | 'state' | 'attempts' | 'created_at' | 'subject' | 'details')
  | ('text' | 'from_address')
>

/** Renders an email to send or show it. @returns undefined if the email is no longer needed @throws Postponed */
export type RenderEmail = (db: Db, row: EmailRow) => Promise<RenderedEmail | undefined>

/** Thrown if an email must wait until `dueAt` (ms since 1970). */
export class Postponed extends Error {
  readonly dueAt: number

  constructor(dueAt: number) {
    super('the email must wait')
    this.dueAt = dueAt
  }
}

/** Renders a row, unless it's already rendered. @returns undefined if the email is no longer needed @throws Postponed */
export async function renderRow<Row extends EmailRow>(
  db: Db,
  row: Row,
  render: RenderEmail,
): Promise<(Row & Pick<RenderedEmail, 'calendar'>) | undefined> {
  const isRendered = row.subject !== ''
  if (isRendered) return row
  const email = await render(db, row)
  return email && { ...row, ...columnsOf(email), calendar: email.calendar }
}

/** Renders an email to show it. If rendering fails, the result says so. */
export async function renderForDisplay<Row extends EmailRow>(db: Db, row: Row, render: RenderEmail) {
  const placeholder = (reason: string): Row => ({ ...row, subject: reason, text: reason })
  const rendered = renderRow(db, row, render).catch(() => placeholder('Couldn’t render this email right now.'))
  const kind = labelOf(row.kind.replaceAll('-', ' '))
  const reason = row.state === 'sent' ? 'text deleted after sending' : 'no longer needed'
  return (await rendered) ?? placeholder(`${kind} (${reason})`)
}

export async function readEmail(db: Db, id: string, render: RenderEmail) {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  const rendered = row && (await renderRow(db, row, render))
  return rendered && { ...toEmail(rendered), state: rendered.state }
}

export function toEmail(row: OutboxRow & Pick<RenderedEmail, 'calendar'>): Email {
  const { reply_to_address: replyTo } = row
  return {
    id: row.id,
    from: { name: row.from_name, address: row.from_address },
    to: { name: row.to_name, address: row.to_address },
    replyTo: replyTo === null ? undefined : { name: row.reply_to_name ?? '', address: replyTo },
    subject: row.subject,
    text: row.text,
    html: row.html ?? undefined,
    calendar: row.calendar,
    messageId: messageIdOf(row.id, row.from_address),
    headers: readStringMap(row.headers),
    createdAt: row.created_at,
  }
}

/** Whether an email is queued and untried. Tried emails can't change because receivers drop a repeated Message-ID. */
export async function hasUntriedEmail(
  tx: Db,
  { about, kinds }: { about: string; kinds: readonly string[] },
  dueAt?: number,
): Promise<boolean> {
  // Write even without a new due time. That keeps other processes from claiming the email during this transaction.
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

export type EmailFilter = (eb: ExpressionBuilder<Tables, 'outbox'>) => Expression<SqlBool>

/**
 * Selects emails to any spelling of the address.
 * @param recipient the ID of the address's subscriber, to include batches
 */
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
  const spellings = similar.map(({ to_address }) => to_address).filter((address) => emailKey(address) === key)
  return (eb) => {
    const filters: Expression<SqlBool>[] = []
    if (spellings.length > 0) filters.push(eb.and([eb('batch', 'is', null), eb('to_address', 'in', spellings)]))
    if (recipient !== undefined) filters.push(eb('recipient', '=', recipient))
    return eb.or(filters)
  }
}

/** Finds emails to an address or about any of the references, oldest first. */
export async function findEmailsOf(db: Db, emailKey: string, references: readonly string[]) {
  const isToAddress = await filterByAddress(db, emailKey)
  const isRelated: EmailFilter = (eb) =>
    references.length === 0 ? isToAddress(eb) : eb.or([eb('about', 'in', references), isToAddress(eb)])
  return await db.selectFrom('outbox').selectAll().where(isRelated).orderBy('created_at').execute()
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

/**
 * Deletes unsent emails, except that those that might have arrived become `unknown` again (see `requeue` in retry.ts).
 * @returns the number of deleted emails
 */
export async function dropUnsent(tx: Db, filter: EmailFilter): Promise<number> {
  await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where(filter)
    .where('sent_at', 'is not', null)
    .execute()
  const neverSent = tx.deleteFrom('outbox').where(filter).where('sent_at', 'is', null)
  const { numDeletedRows } = await neverSent.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the emails about leads or calls. @param only by default, all emails @returns the deleted emails' IDs */
export async function deleteEmailsAbout(
  tx: Db,
  references: readonly string[],
  only: { states?: readonly EmailState[]; kinds?: readonly string[] } = {},
): Promise<string[]> {
  const { states, kinds } = only
  const deleted: string[] = []
  for (const about of references) {
    let emails = tx.deleteFrom('outbox').where('about', '=', about)
    if (states !== undefined) emails = emails.where('state', 'in', states)
    if (kinds !== undefined) emails = emails.where('kind', 'in', kinds)
    const rows = await emails.returning('id').execute()
    deleted.push(...rows.map(({ id }) => id))
  }
  return deleted
}

/** Deletes the emails to any spelling of an address. @returns the deleted emails' IDs */
export async function deleteEmailsTo(tx: Db, emailKey: string): Promise<string[]> {
  const isToAddress = await filterByAddress(tx, emailKey)
  const rows = await tx.deleteFrom('outbox').where(isToAddress).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Deletes an untried email. @returns false if the email might have been sent */
export async function deleteUntried(tx: Db, email: Pick<OutboxRow, 'id' | 'kind' | 'about'>): Promise<boolean> {
  const untried = { ...email, state: 'queued', attempts: 0 } as const
  const deleted = await tx
    .deleteFrom('outbox')
    .where((eb) => eb.and(untried))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes a subscriber's queued emails, including those in batches. */
export async function deleteQueuedTo(tx: Db, recipient: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', recipient).where('state', '=', 'queued').execute()
}

/** Deletes a subscriber's unsent emails, except those in batches. An email in transit isn't retried. */
export async function deleteUnsentEmails(tx: Db, recipient: string): Promise<void> {
  const unsent = tx.deleteFrom('outbox').where('recipient', '=', recipient).where('state', '!=', 'sent')
  await unsent.where('batch', 'is', null).execute()
}

/** Deletes a subscriber's rate-limited email before another takes its place. @returns its `details` */
export async function takeRateLimitedEmail(tx: Db, recipient: string) {
  const rateLimited = tx.deleteFrom('outbox').where('recipient', '=', recipient).where('details', 'is not', null)
  return await rateLimited.where('state', '=', 'queued').returning('details').executeTakeFirst()
}
