import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { type MailAddress, messageIdOf } from '../../lib/mail-address.ts'
import type { Database } from '../database.ts'
import type { MailState, OutboxRow, Tables } from '../tables.ts'
import type { Mail } from './mailer.ts'
import { isNotMuted } from './mute.ts'
import { longestRetryPauseMs } from './retry-pauses.ts'

export type NewMail = {
  kind: string
  leadReference: string | undefined
  from: MailAddress
  to: MailAddress
  replyTo?: MailAddress | undefined
  subject: string
  text: string
  html?: string | undefined
  headers?: Record<string, string>
}

/** A mail that this process may send until the claim ends; `attempts` tells this claim from a later one. */
export type ClaimedMail = Mail & { kind: string; attempts: number }

/**
 * Puts a mail into the outbox, in the transaction of what causes it.
 * @param dueAt when it may be sent; at once unless told
 */
export async function enqueue(tx: Kysely<Tables>, mail: NewMail, now: number, dueAt = now): Promise<void> {
  const id = randomUUID()
  const row: OutboxRow = {
    id,
    kind: mail.kind,
    lead_reference: mail.leadReference ?? null,
    from_name: mail.from.name,
    from_address: mail.from.address,
    to_name: mail.to.name,
    to_address: mail.to.address,
    reply_to_name: mail.replyTo?.name ?? null,
    reply_to_address: mail.replyTo?.address ?? null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? null,
    message_id: messageIdOf(id, mail.from.address),
    headers: JSON.stringify(mail.headers ?? {}),
    state: 'queued',
    attempts: 0,
    due_at: dueAt,
    last_error: null,
    created_at: now,
    sent_at: null,
  }
  await tx.insertInto('outbox').values(row).execute()
}

/**
 * Puts other words into the mail of this kind about this lead, if it waits and was never tried: whatever was tried may have
 * arrived, and a receiver drops another mail of the same Message-ID.
 * @param dueAt when it may be sent; as before unless told
 * @returns false when there is no such mail
 */
export async function rewriteWaiting(tx: Kysely<Tables>, mail: NewMail, dueAt?: number): Promise<boolean> {
  const rewritten = await tx
    .updateTable('outbox')
    .set({
      reply_to_name: mail.replyTo?.name ?? null,
      reply_to_address: mail.replyTo?.address ?? null,
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? null,
      ...(dueAt !== undefined && { due_at: dueAt }),
    })
    .where('lead_reference', '=', mail.leadReference ?? null)
    .where('kind', '=', mail.kind)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return rewritten !== undefined
}

/** States in which `due_at` says when the mail is to be touched again. */
const open: readonly MailState[] = ['queued', 'sending']

/** Nothing is put off for longer: what is due later than this was written by a clock that was ahead, and is due. */
const latestMs = longestRetryPauseMs + 60_000

/**
 * Takes the mail that is due longest. One whose sender died in the middle is due again when its claim ends. Several
 * processes never get the same one: on PostgreSQL a row that another one is taking is skipped, SQLite has one writer.
 */
export async function claimDueMail(database: Database, now: number, claimMs: number): Promise<ClaimedMail | undefined> {
  const due = database.db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', open)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + latestMs)]))
    .where(isNotMuted)
    .orderBy('due_at')
    .limit(1)
    .$if(database.engine === 'postgres', (query) => query.forUpdate().skipLocked())
  const row = await database.write((tx) =>
    tx
      .updateTable('outbox')
      .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toMail(row)
}

type Settlement = { state: MailState; dueAt: number; lastError: string | null; sentAt: number | null }

/**
 * Writes down what became of a claimed mail, unless the claim has passed to another process meanwhile.
 * @returns false when the mail was erased while it was being sent
 */
export async function settle(database: Database, mail: ClaimedMail, result: Settlement): Promise<boolean> {
  return await database.write(async (tx) => {
    await tx
      .updateTable('outbox')
      .set({ state: result.state, due_at: result.dueAt, last_error: result.lastError, sent_at: result.sentAt })
      .where('id', '=', mail.id)
      .where('state', '=', 'sending')
      .where('attempts', '=', mail.attempts)
      .execute()
    const kept = await tx.selectFrom('outbox').select('id').where('id', '=', mail.id).executeTakeFirst()
    return kept !== undefined
  })
}

/** A mail as it would be sent, with what has become of it. */
export async function readMail(db: Kysely<Tables>, id: string): Promise<(Mail & { state: MailState }) | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...toMail(row), state: row.state }
}

/** Every mail to a person, and every one about a request of theirs, the oldest first. */
export async function findMailsOf(db: Kysely<Tables>, emailKey: string): Promise<OutboxRow[]> {
  const about = db.selectFrom('leads').select('reference').where('email_key', '=', emailKey)
  const to = await idsOfMailsTo(db, emailKey)
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where((eb) => eb.or([eb('lead_reference', 'in', about), ...(to.length > 0 ? [eb('id', 'in', to)] : [])]))
    .orderBy('created_at')
    .execute()
}

/** Deletes every mail to a person, whatever it is about. @returns the ids, to remove the mails' files */
export async function deleteMailsTo(tx: Kysely<Tables>, emailKey: string): Promise<string[]> {
  const ids = await idsOfMailsTo(tx, emailKey)
  for (const id of ids) await tx.deleteFrom('outbox').where('id', '=', id).execute()
  return ids
}

/** The part before the @ has one spelling; the domain may have several, which no database knows. */
async function idsOfMailsTo(db: Kysely<Tables>, key: string): Promise<string[]> {
  const mailbox = key.slice(0, key.lastIndexOf('@') + 1)
  const pattern = `${mailbox.replaceAll(/[\\%_]/g, '\\$&')}%`
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'to_address'])
    .where(sql<boolean>`lower(to_address) like ${pattern} escape '\\'`)
    .execute()
  return mails.filter(({ to_address }) => emailKey(to_address) === key).map(({ id }) => id)
}

/** Deletes the mails of these kinds to a person that are not on their way yet. @returns how many */
export async function deleteWaitingMails(
  tx: Kysely<Tables>,
  emailKey: string,
  kinds: readonly string[],
): Promise<number> {
  const deleted = await tx
    .deleteFrom('outbox')
    .where('state', '=', 'queued')
    .where('kind', 'in', kinds)
    .where(sql<string>`lower(to_address)`, '=', emailKey)
    .returning('id')
    .execute()
  return deleted.length
}

/** When the next mail is due; undefined when none waits, or none may be sent. */
export async function nextDueAt(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('state', 'in', open)
    .where(isNotMuted)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

/** For the check-up: mails given up, mails not sent yet, and since when the oldest of these could have been sent. */
export async function countOpenMails(
  db: Kysely<Tables>,
): Promise<{ failed: number; waiting: number; oldestAt: number | undefined }> {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .min<number>(eb.case().when('attempts', '=', 0).then(eb.ref('due_at')).else(eb.ref('created_at')).end())
        .as('oldest'),
    ])
    .where('state', 'in', [...open, 'failed'])
    .groupBy('state')
    .execute()
  const waiting = rows.filter(({ state }) => state !== 'failed')
  return {
    failed: rows.find(({ state }) => state === 'failed')?.count ?? 0,
    waiting: waiting.reduce((sum, { count }) => sum + count, 0),
    oldestAt: waiting.length === 0 ? undefined : Math.min(...waiting.map(({ oldest }) => oldest)),
  }
}

function toMail(row: OutboxRow): ClaimedMail {
  return {
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    from: { name: row.from_name, address: row.from_address },
    to: { name: row.to_name, address: row.to_address },
    replyTo:
      row.reply_to_address === null ? undefined : { name: row.reply_to_name ?? '', address: row.reply_to_address },
    subject: row.subject,
    text: row.text,
    html: row.html ?? undefined,
    messageId: row.message_id,
    headers: JSON.parse(row.headers),
    createdAt: row.created_at,
  }
}
