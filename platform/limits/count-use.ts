import {
  type Expression,
  type ExpressionBuilder,
  InsertQueryNode,
  type KyselyPlugin,
  PrimitiveValueListNode,
  type RootOperationNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely'
import type { Db, LimitRow, Tables } from '../../migrations/tables.ts'
import { type Database, Rollback, type Work } from '../db/database.ts'
import { domainOf, mailboxKey } from '../email/email-address.ts'
import { keyedHash } from '../http/keys.ts'
import { limitedSender } from '../http/sender.ts'
import { type Limits, mailboxLimitNames, type NamedLimit } from './limits.ts'

export type Limit = Omit<NamedLimit, 'name'> & { key: string }

/** Clocks of two processes may differ by this much, and waiting writes may finish out of order. */
const clocksDifferMs = 60_000

/** A window that ends after `latest` (now plus the window's length) was written by a fast clock, and counts as over. */
function isOpen(eb: ExpressionBuilder<Tables, 'limits'>, now: number, latest: Expression<number>) {
  return eb.and([eb('limits.ends_at', '>', now), eb('limits.ends_at', '<=', latest)])
}

export type Limited = { outcome: 'limited'; retryAfterSeconds: number }

export class LimitReached extends Rollback {
  readonly limit: Limit
  readonly endsAt: number

  constructor(limit: Limit, endsAt: number) {
    super('the limit is reached')
    this.limit = limit
    this.endsAt = endsAt
  }
}

export type Expense = { limit: Limit; amount: number }
export type Spent = Expense & { endsAt: number }

/** Locks rows in the given order. Callers list shared limits in the same order, or PostgreSQL reports deadlocks. */
async function add(tx: Db, expenses: readonly Expense[], now: number) {
  const rows = await tx
    .insertInto('limits')
    .values(expenses.map(({ limit, amount }) => ({ key: limit.key, count: amount, ends_at: now + limit.windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const open = isOpen(eb, now, eb('excluded.ends_at', '+', clocksDifferMs))
        const renewed = eb.or(
          expenses.flatMap(({ limit: { key, max, isRenewed = false } }) =>
            isRenewed ? [eb.and([eb('limits.key', '=', key), eb('limits.count', '<', max)])] : [],
          ),
        )
        return {
          count: eb
            .case()
            .when(open)
            .then(eb('limits.count', '+', eb.ref('excluded.count')))
            .else(eb.ref('excluded.count'))
            .end(),
          ends_at: eb
            .case()
            .when(eb.and([open, eb.not(renewed)]))
            .then(eb.ref('limits.ends_at'))
            .else(eb.ref('excluded.ends_at'))
            .end(),
        }
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute()
  return expenses.map((expense) => {
    const row = rows.find(({ key }) => key === expense.limit.key)
    if (row === undefined) throw new Error('a limit was not counted')
    return { ...expense, count: row.count, endsAt: row.ends_at }
  })
}

/** Counts all expenses or none. @throws LimitReached if one exceeds its limit */
export async function reserveAll(tx: Db, expenses: readonly Expense[], now: number) {
  const counted = await add(tx, expenses, now)
  const over = counted.find(({ limit, count }) => count > limit.max)
  if (over !== undefined) throw new LimitReached(over.limit, over.endsAt)
  return counted
}

/** Counts one use. @returns the number of uses @throws LimitReached */
export async function consume(tx: Db, limit: Limit, now: number): Promise<number | undefined> {
  return (await reserveAll(tx, [{ limit, amount: 1 }], now))[0]?.count
}

type Reached = { limit: Limit; endsAt: number }

/** Returns without a write or a lock if a limit is reached already. */
export async function countEach(tx: Db, limits: readonly Limit[], now: number): Promise<Reached[]> {
  const reached = await findReached(tx, limits, now)
  return reached.length > 0 ? reached : await addOneEach(tx, limits, now)
}

/** Locks the row on PostgreSQL, even at the limit. @returns when the window ends if the limit is reached, else undefined */
export async function countUse(tx: Db, limit: Limit, now: number): Promise<number | undefined> {
  return (await addOneEach(tx, [limit], now))[0]?.endsAt
}

async function addOneEach(tx: Db, limits: readonly Limit[], now: number): Promise<Reached[]> {
  const once = limits.map((limit) => ({ limit, amount: 1 }))
  const counted = await add(tx, once, now)
  const over = counted.filter(({ limit, count }) => count > limit.max)
  if (over.length > 0) {
    for (const each of counted) await correctSpent(tx, each, 0)
    const keys = limits.map(({ key }) => key)
    await tx.deleteFrom('limits').where('key', 'in', keys).where('count', '=', 0).execute()
  }
  return over
}

/** Counts each expense as far as its limit allows. @returns the amounts counted, in the same order */
export async function takeUpTo(tx: Db, expenses: readonly Expense[], now: number): Promise<number[]> {
  const counted = await add(tx, expenses, now)
  const taken = counted.map(({ limit, amount, count }) => amount - Math.max(0, Math.min(amount, count - limit.max)))
  for (const [i, each] of counted.entries()) {
    const granted = taken[i] ?? 0
    if (granted < each.amount) await correctSpent(tx, each, granted)
  }
  return taken
}

async function findReached(tx: Db, limits: readonly Limit[], now: number): Promise<Reached[]> {
  const rows = await tx
    .selectFrom('limits')
    .select(['key', 'ends_at'])
    .where((eb) =>
      eb.or(
        limits.map(({ key, max, windowMs }) =>
          eb.and([
            eb('key', '=', key),
            eb('count', '>=', max),
            isOpen(eb, now, eb.val(now + windowMs + clocksDifferMs)),
          ]),
        ),
      ),
    )
    .execute()
  return limits.flatMap((limit) => {
    const row = rows.find(({ key }) => key === limit.key)
    return row === undefined ? [] : [{ limit, endsAt: row.ends_at }]
  })
}

export async function correctSpent(tx: Db, { limit, amount, endsAt }: Spent, actual: number) {
  await tx
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '+', actual - amount) }))
    .where('key', '=', limit.key)
    .where('ends_at', '=', endsAt)
    .execute()
}

export async function asLimited<T>(write: Promise<T>, now: number): Promise<T | Limited> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    return { outcome: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((error.endsAt - now) / 1_000)) }
  }
}

/** Applies a named limit to one sender, mailbox, or site (`whom`). */
export function limitFor({ name, ...rate }: NamedLimit, whom: string, salt: string): Limit {
  return { key: limitKey(name, whom, salt), ...rate }
}

/** The key of someone's limit. Their identity is hashed with a salt that never leaves the database. */
export function limitKey(purpose: string, whom: string, salt: string): string {
  return `${purpose}:${keyedHash(salt, whom)}`
}

export async function readLimit(db: Db, key: string): Promise<LimitRow | undefined> {
  return await db.selectFrom('limits').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function deleteLimit(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

const rowsPerStep = 500

/** Skips locked rows. @returns how many were deleted: at most one step's worth, 0 at the end */
export async function deleteEndedLimits(tx: Db, now: number): Promise<number> {
  const ended = tx
    .selectFrom('limits')
    .select('key')
    .where('ends_at', '<=', now)
    .limit(rowsPerStep)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.deleteFrom('limits').where('key', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}

/** One recipient domain's share of the hourly limit: more than a studio needs, but not enough for a flood. */
const domainShare = 1 / 4
/** Share for posts that the page's script didn't send, so that a flood of them leaves the rest to people. */
export const barePostShare = 2 / 3

/** `spare`: how many uses are reserved for emails whose link proves who owns the mailbox. */
type Needs = { limits: Limits; salt: string; spare?: number }

/** Ordered from the narrowest limit to the widest, as `countEach` requires. */
export function recipientLimits(ofKind: NamedLimit, room: NamedLimit, to: string, needs: Needs, max = 1): Limit[] {
  return [limitFor(ofKind, mailboxKey(to), needs.salt), mailboxLimit(to, needs), ...outboxLimits(room, to, needs, max)]
}

export function mailboxLimit(to: string, { limits: { emailsToMailbox }, salt, spare = 0 }: Needs): Limit {
  return limitFor({ ...emailsToMailbox, max: emailsToMailbox.max - spare }, mailboxKey(to), salt)
}

export function outboxLimits(room: NamedLimit, to: string, { salt }: Needs, max: number): Limit[] {
  const shareFor = (whom: string, share: number) => limitFor({ ...room, max: Math.floor(share * room.max) }, whom, salt)
  return [shareFor(domainOf(mailboxKey(to)), domainShare), shareFor('all', max)]
}

/** Using a link in an email proves that the person owns the mailbox and wanted the email. */
export async function forgetMailboxUses(tx: Db, email: string, salt: string): Promise<void> {
  for (const key of mailboxLimitKeys(email, salt)) await deleteLimit(tx, key)
}

export function mailboxLimitKeys(email: string, salt: string): string[] {
  return mailboxLimitNames.map((name) => limitKey(name, mailboxKey(email), salt))
}

const rowBytes = 200

/** All writes of a visitor's data use this function, which counts their bytes toward the sender's quota. */
export async function writeWithQuota<T>(
  { database, salt, limits }: { database: Database; salt: string; limits: Limits },
  sender: string,
  now: number,
  work: Work<T>,
): Promise<T | Limited> {
  const limit = limitFor(limits.bytesOfSender, limitedSender(sender), salt)
  const write = database.write(async (tx) => {
    const [reached] = await findReached(tx, [limit], now)
    if (reached !== undefined) throw new LimitReached(limit, reached.endsAt)
    const count = { bytes: 0 }
    const result = await work(tx.withPlugin(countingBytes(count)))
    // Last, so that writes with limits in common always lock them in the same order.
    if (count.bytes > 0) await reserveAll(tx, [{ limit, amount: count.bytes }], now)
    return result
  })
  return await asLimited(write, now)
}

/** Adds up the bytes of inserts and updates. An insert that met an existing row stored nothing. */
function countingBytes(count: { bytes: number }): KyselyPlugin {
  const written = new WeakMap<object, number>()
  return {
    transformQuery: ({ node, queryId }) => {
      const bytes = bytesOf(node)
      if (bytes > 0) written.set(queryId, bytes)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n) count.bytes += written.get(queryId) ?? 0
      return result
    },
  }
}

function bytesOf(node: RootOperationNode): number {
  if (InsertQueryNode.is(node)) return rowBytes + bytesIn(node.values)
  return UpdateQueryNode.is(node) ? bytesIn(node.updates) : 0
}

function bytesIn(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  if (isNode(part) && ValueNode.is(part)) return sizeOf(part.value)
  const inner =
    isNode(part) && PrimitiveValueListNode.is(part) ? part.values.map(sizeOf) : Object.values(part).map(bytesIn)
  return inner.reduce((sum, bytes) => sum + bytes, 0)
}

function isNode(part: object): part is Parameters<typeof ValueNode.is>[0] {
  return 'kind' in part
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 8
}
