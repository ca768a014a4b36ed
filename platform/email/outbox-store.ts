import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { EmailState, OutboxRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import { type EmailAddress, emailKey, messageIdOf } from './email-address.ts'
import type { Email } from './mailer.ts'
import { isNotPaused } from './pause.ts'
import { type Claim, claimMs, type Result } from './send-loop.ts'

const minute = 60_000
const hour = 60 * minute

/** 24.3 hours in total, so a mail server can be down for a day (RFC 5321, 4.5.4.1). */
export const retryPausesMs: readonly number[] = [
  1 * minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  40 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

export const maxRetryPauseMs = Math.max(...retryPausesMs)

export type UnrenderedEmail = {
  kind: string
  about: string | undefined
  from: EmailAddress
  to: EmailAddress
  headers?: Record<string, string>
}

export type NewEmail = UnrenderedEmail & EmailText

/** Prevents vacation replies (RFC 3834). */
export const automatic = { 'Auto-Submitted': 'auto-generated' }

export async function enqueue(tx: Kysely<Tables>, email: NewEmail | UnrenderedEmail, now: number, dueAt = now) {
  const id = randomUUID()
  const row: OutboxRow = {
    id,
    kind: email.kind,
    about: email.about ?? null,
    from_name: email.from.name,
    from_address: email.from.address,
    to_name: email.to.name,
    to_address: email.to.address,
    ...columnsOf('text' in email ? email : { subject: '', text: '' }),
    message_id: messageIdOf(id, email.from.address),
    headers: JSON.stringify(email.headers ?? {}),
    state: 'queued',
    attempts: 0,
    due_at: dueAt,
    last_error: null,
    created_at: now,
    sent_at: null,
  }
  await tx.insertInto('outbox').values(row).execute()
  return id
}

/** Whether an email is still queued that was never tried: receivers drop a second one with the same Message-ID. */
export async function hasUntriedEmail(
  tx: Kysely<Tables>,
  { about, kinds }: { about: string; kinds: readonly string[] },
  dueAt?: number,
): Promise<boolean> {
  // Always a write, so that no other process claims the email before this transaction ends.
  const waiting = await tx
    .updateTable('outbox')
    .set((eb) => ({ due_at: dueAt ?? eb.ref('due_at') }))
    .where('about', '=', about)
    .where('kind', 'in', kinds)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return waiting !== undefined
}

const openStates: readonly EmailState[] = ['queued', 'sending']
/** Neither sent nor being sent. */
export const changeableStates: readonly EmailState[] = ['queued', 'failed']
const allStates: readonly EmailState[] = [...openStates, 'failed', 'sent']

/** A due time further ahead was written by a wrong clock, so the email is due. */
const maxAheadMs = maxRetryPauseMs + 60_000

/** Claims the next due email for one process. It's due again when the claim ends, in case the process died. */
export async function claimDueEmail(
  tx: Kysely<Tables>,
  engine: Database['engine'],
  composers: EmailComposers,
  now: number,
): Promise<Claim | undefined> {
  for (;;) {
    const row = await claimRow(tx, engine, now)
    if (row === undefined) return undefined
    // The error isn't logged: it may quote stored data. If the database has failed, the next statement fails too.
    const rendered = await renderRow(tx, row, composers).catch(() => 'unreadable' as const)
    if (rendered === undefined) await tx.deleteFrom('outbox').where('id', '=', row.id).execute()
    else if (rendered === 'unreadable') {
      const last_error = 'could not render the email'
      await tx.updateTable('outbox').set({ state: 'failed', last_error }).where('id', '=', row.id).execute()
    } else return { email: toEmail(rendered), kind: row.kind, attempts: row.attempts, claimedAt: now }
  }
}

async function claimRow(tx: Kysely<Tables>, engine: Database['engine'], now: number) {
  const due = tx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', openStates)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + maxAheadMs)]))
    .where(isNotPaused)
    .orderBy('due_at')
    .limit(1)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
  return await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

/** Stores a result, unless there is a newer claim. @returns false if the email was deleted while it was being sent */
export async function settle(tx: Kysely<Tables>, result: Result<Claim>, now: number): Promise<boolean> {
  const { email, attempts } = result.claim
  const { answer, ...settlement } = settlementOf(result, now)
  await tx
    .updateTable('outbox')
    .set({ ...settlement, last_error: settlement.state === 'sent' ? null : answer })
    .where('id', '=', email.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
  return (await tx.selectFrom('outbox').select('id').where('id', '=', email.id).executeTakeFirst()) !== undefined
}

/**
 * The retry policy of all emails. Only a dead address fails immediately: any other refusal may be about the sender,
 * whatever the server says. `isOnce`: it must not arrive twice, so a refusal or an unknown outcome is final.
 */
export function settlementOf({ claim: { attempts }, delivery, isAborted }: Result<Claim>, now: number, isOnce = false) {
  if (delivery.outcome === 'released') {
    return { state: 'queued', attempts: attempts - 1, due_at: now, answer: undefined } as const
  }
  const { outcome, answer } = delivery
  const result = { attempts, due_at: now, answer }
  if (outcome === 'sent') return { ...result, state: 'sent', sent_at: now } as const
  if (outcome === 'unknown' && isOnce) return { ...result, state: 'unknown' } as const
  const isPermanent = outcome === 'unusable' || (outcome === 'refused' && (isOnce || delivery.isDeadAddress))
  const pauseMs = retryPausesMs[attempts - 1] ?? (isAborted ? 0 : undefined)
  if (isPermanent || pauseMs === undefined) return { ...result, state: 'failed' } as const
  return { ...result, state: 'queued', due_at: now + pauseMs } as const
}

export async function readEmail(db: Kysely<Tables>, id: string, composers: EmailComposers) {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  const rendered = row && (await renderRow(db, row, composers))
  return rendered && { ...toEmail(rendered), state: rendered.state }
}

export async function findEmailsOf(db: Kysely<Tables>, emailKey: string, about: readonly string[]) {
  const to = await idsOfEmailsTo(db, emailKey)
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where((eb) =>
      eb.or([...(about.length > 0 ? [eb('about', 'in', about)] : []), ...(to.length > 0 ? [eb('id', 'in', to)] : [])]),
    )
    .orderBy('created_at')
    .execute()
}

export async function deleteEmailsAbout(tx: Kysely<Tables>, references: readonly string[], states = allStates) {
  const deleted: string[] = []
  for (const about of references) {
    const emails = tx.deleteFrom('outbox').where('about', '=', about).where('state', 'in', states)
    deleted.push(...(await emails.returning('id').execute()).map(({ id }) => id))
  }
  return deleted
}

export async function deleteEmailsTo(tx: Kysely<Tables>, emailKey: string): Promise<string[]> {
  const ids = await idsOfEmailsTo(tx, emailKey)
  for (const id of ids) await tx.deleteFrom('outbox').where('id', '=', id).execute()
  return ids
}

/** Finds all spellings of the address. */
export async function idsOfEmailsTo(db: Kysely<Tables>, key: string): Promise<string[]> {
  const mailbox = key.slice(0, key.lastIndexOf('@') + 1)
  const pattern = `${mailbox.replaceAll(/[\\%_]/g, '\\$&')}%`
  const emails = await db
    .selectFrom('outbox')
    .select(['id', 'to_address'])
    .where(sql<boolean>`lower(to_address) like ${pattern} escape '\\'`)
    .execute()
  return emails.filter(({ to_address }) => emailKey(to_address) === key).map(({ id }) => id)
}

export async function deleteWaitingEmails(tx: Kysely<Tables>, emailKey: string, kinds: readonly string[]) {
  const deleted = await tx
    .deleteFrom('outbox')
    .where('state', '=', 'queued')
    .where('kind', 'in', kinds)
    .where(sql<string>`lower(to_address)`, '=', emailKey)
    .returning('id')
    .execute()
  return deleted.length
}

export async function nextDueAt(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('state', 'in', openStates)
    .where(isNotPaused)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

function toEmail(row: OutboxRow & Pick<EmailText, 'calendar'>): Email {
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
    messageId: row.message_id,
    headers: JSON.parse(row.headers),
    createdAt: row.created_at,
  }
}

export type EmailText = {
  replyTo?: EmailAddress | undefined
  subject: string
  text: string
  html?: string | undefined
  calendar?: CalendarPart | undefined
}

/** An event that email programs add to the calendar (iMIP, RFC 6047). */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string }

type UnrenderedRow = Pick<OutboxRow, 'id' | 'kind' | 'about' | 'created_at'>

/** Renders an email when it's sent or shown. @returns undefined if it's no longer needed */
export type EmailComposer = (db: Kysely<Tables>, email: UnrenderedRow) => Promise<EmailText | undefined>

/** By kind of email. Other kinds are stored with their text. */
export type EmailComposers = Readonly<Record<string, EmailComposer>>

export async function renderRow<Row extends UnrenderedRow>(
  db: Kysely<Tables>,
  row: Row,
  composers: EmailComposers,
): Promise<(Row & Pick<EmailText, 'calendar'>) | undefined> {
  const compose = composers[row.kind]
  if (compose === undefined) return row
  const text = await compose(db, row)
  return text && { ...row, ...columnsOf(text), calendar: text.calendar }
}

/** Like `renderRow`, but for display: an email that can't be rendered says so. */
export async function renderForDisplay<Row extends UnrenderedRow>(
  db: Kysely<Tables>,
  row: Row,
  composers: EmailComposers,
) {
  const placeholder = (why: string): Row => ({ ...row, subject: why, text: why })
  const rendered = renderRow(db, row, composers).catch(() => placeholder('This email can’t be rendered right now.'))
  return (await rendered) ?? placeholder('The text of this email is no longer stored.')
}

function columnsOf({ replyTo, subject, text, html }: EmailText) {
  return {
    reply_to_name: replyTo?.name ?? null,
    reply_to_address: replyTo?.address ?? null,
    subject,
    text,
    html: html ?? null,
  }
}
