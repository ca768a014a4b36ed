import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { MailState, OutboxRow, Tables } from '../../../migrations/tables.ts'
import { emailKey } from '../../lib/mail/email-key.ts'
import { type MailAddress, messageIdOf } from '../../lib/mail/mail-address.ts'
import type { Database } from '../db/database.ts'
import { columnsOf, type MailComposers, type MailWords, withWords } from './mail-words.ts'
import type { Mail } from './mailer.ts'
import { isNotMuted } from './mute.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * How long the outbox waits after each failed try, in milliseconds: soon enough for a restart of the mail server, and
 * altogether 24.3 hours, so that a night and a day without one lose nothing (RFC 5321, 4.5.4.1 asks for growing pauses).
 */
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

export const longestRetryPauseMs = Math.max(...retryPausesMs)

/** A mail whose words are made when it is sent. */
export type UnwrittenMail = {
  kind: string
  about: string | undefined
  from: MailAddress
  to: MailAddress
  headers?: Record<string, string>
}

export type NewMail = UnwrittenMail & MailWords

/** A mail that this process may send until the claim ends; `attempts` tells this claim from a later one. */
export type ClaimedMail = Mail & { kind: string; attempts: number }

/**
 * Puts a mail into the outbox, in the transaction of what causes it.
 * @param mail without words only where its kind has a composer
 * @param dueAt when it may be sent; at once unless told
 * @returns its id
 */
export async function enqueue(
  tx: Kysely<Tables>,
  mail: NewMail | UnwrittenMail,
  now: number,
  dueAt = now,
): Promise<string> {
  const id = randomUUID()
  const row: OutboxRow = {
    id,
    kind: mail.kind,
    about: mail.about ?? null,
    from_name: mail.from.name,
    from_address: mail.from.address,
    to_name: mail.to.name,
    to_address: mail.to.address,
    ...columnsOf('text' in mail ? mail : { subject: '', text: '' }),
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
  return id
}

/**
 * Whether a mail of these kinds about this waits and was never tried: then it will tell it as it is when it is sent.
 * Whatever was tried may have arrived, and a receiver drops another mail of the same Message-ID.
 * @param dueAt when it may be sent; as before unless told
 */
export async function awaitsTelling(
  tx: Kysely<Tables>,
  { about, kinds }: { about: string; kinds: readonly string[] },
  dueAt?: number,
): Promise<boolean> {
  // A write in any case: so no other process takes the mail before this transaction has ended.
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

/** States in which `due_at` says when the mail is to be touched again. */
const open: readonly MailState[] = ['queued', 'sending']

/** Nothing is put off for longer: what is due later than this was written by a clock that was ahead, and is due. */
const latestMs = longestRetryPauseMs + 60_000

/**
 * Takes the mail that is due longest, with its words. One whose sender died in the middle is due again when its claim ends.
 * Several processes never get the same one: on PostgreSQL a row that another one is taking is skipped, SQLite has one writer.
 * A mail that has nothing left to tell is deleted, and one that can't be told of what is stored has failed.
 */
export async function claimDueMail(
  database: Database,
  composers: MailComposers,
  now: number,
  claimMs: number,
): Promise<ClaimedMail | undefined> {
  for (;;) {
    const claimed = await database.write((tx) => claimIn(tx, database.engine, composers, now, claimMs))
    if (claimed !== 'done with') return claimed
  }
}

async function claimIn(
  tx: Kysely<Tables>,
  engine: Database['engine'],
  composers: MailComposers,
  now: number,
  claimMs: number,
): Promise<ClaimedMail | 'done with' | undefined> {
  const due = tx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', open)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + latestMs)]))
    .where(isNotMuted)
    .orderBy('due_at')
    .limit(1)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
  const row = await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  // What the composer throws may quote what is stored. Where the database itself has failed, the next statement fails too.
  const written = await withWords(tx, row, composers).catch(() => 'unreadable' as const)
  if (written === 'unreadable') {
    const last_error = 'its words could not be made of what is stored'
    await tx.updateTable('outbox').set({ state: 'failed', last_error }).where('id', '=', row.id).execute()
    return 'done with'
  }
  if (written !== undefined) return toMail(written)
  await tx.deleteFrom('outbox').where('id', '=', row.id).execute()
  return 'done with'
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
export async function readMail(
  db: Kysely<Tables>,
  id: string,
  composers: MailComposers,
): Promise<(Mail & { state: MailState }) | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  const written = row && (await withWords(db, row, composers))
  return written && { ...toMail(written), state: written.state }
}

/** Every mail to a person, and every one about one of these alone, the oldest first; those without words have none. */
export async function findMailsOf(
  db: Kysely<Tables>,
  emailKey: string,
  about: readonly string[],
): Promise<OutboxRow[]> {
  const to = await idsOfMailsTo(db, emailKey)
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where((eb) =>
      eb.or([...(about.length > 0 ? [eb('about', 'in', about)] : []), ...(to.length > 0 ? [eb('id', 'in', to)] : [])]),
    )
    .orderBy('created_at')
    .execute()
}

/** Deletes every mail about these. @returns the ids, to remove the mails' files */
export async function deleteMailsAbout(tx: Kysely<Tables>, references: readonly string[]): Promise<string[]> {
  const deleted: string[] = []
  for (const about of references) {
    const rows = await tx.deleteFrom('outbox').where('about', '=', about).returning('id').execute()
    deleted.push(...rows.map(({ id }) => id))
  }
  return deleted
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
