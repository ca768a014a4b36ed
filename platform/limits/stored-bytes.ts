import {
  InsertQueryNode,
  type KyselyPlugin,
  PrimitiveValueListNode,
  type RootOperationNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import type { Database, Work } from '../db/database.ts'
import { countOne } from './count-use.ts'
import { readLimit } from './limit-rows.ts'
import type { Limits } from './limits.ts'
import { visitorLimits } from './sender-limits.ts'

/** Writes a visitor's data and counts its bytes. Use this for all such writes. @throws LimitReached */
export async function writeWithQuota<T>(
  { database, salt, limits }: { database: Database; salt: string; limits: Limits },
  sender: string,
  now: number,
  work: Work<T>,
): Promise<T> {
  return await database.write(async (tx) => {
    const { plugin, total } = byteCounter()
    const result = await work(tx.withPlugin(plugin))
    // Count bytes last because all writes must lock shared limits in the same order.
    const amount = total()
    const charges = Object.values(visitorLimits(limits.storedBytes, sender, salt)).map((limit) => ({ limit, amount }))
    if (amount > 0) await countOne(tx, charges, now)
    return result
  })
}

/** Returns a plugin that adds up the bytes of inserts and updates, except inserts skipped because the row exists. */
function byteCounter(): { plugin: KyselyPlugin; total: () => number } {
  const bytesByQuery = new WeakMap<object, number>()
  let total = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const bytes = writtenBytes(node)
      if (bytes > 0) bytesByQuery.set(queryId, bytes)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      const hasWritten = result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n
      if (hasWritten) total += bytesByQuery.get(queryId) ?? 0
      return result
    },
  }
  return { plugin, total: () => total }
}

/** Estimated size of a new row apart from its values: the header and the entries in the table's indexes. */
const estimatedRowBytes = 200
/** Size of values that aren't strings: numbers, which need at most 8 bytes in both databases. */
const otherValueBytes = 8

function writtenBytes(node: RootOperationNode): number {
  if (InsertQueryNode.is(node)) return estimatedRowBytes + boundValueBytes(node.values)
  return UpdateQueryNode.is(node) ? boundValueBytes(node.updates) : 0
}

/** Adds up the sizes of a query's bound values, which can be anywhere in its tree. */
function boundValueBytes(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  if (isNode(part) && ValueNode.is(part)) return sizeOf(part.value)
  if (isNode(part) && PrimitiveValueListNode.is(part)) return sumOf(part.values.map(sizeOf))
  return sumOf(Object.values(part).map(boundValueBytes))
}

function isNode(part: object): part is Parameters<typeof ValueNode.is>[0] {
  return 'kind' in part
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : otherValueBytes
}

/** Fraction of the total limit that triggers a warning. Ordinary days stay far below it. */
const unusualShare = 1 / 8

/** Returns a warning for the owner if visitors added an unusual amount of data today. */
export async function unusualBytesWarning(
  db: Db,
  { salt, limits, now }: { salt: string; limits: Limits; now: () => number },
): Promise<string | undefined> {
  // The sender doesn't matter: `everyone` is shared by all.
  const { everyone } = visitorLimits(limits.storedBytes, '', salt)
  const row = await readLimit(db, everyone.key)
  if (row === undefined || row.ends_at <= now() || row.count < everyone.max * unusualShare) return undefined
  const megabytes = Math.floor(row.count / 1e6)
  return `Visitors added ${megabytes} MB to the database within a day, which could be an attack. At ${everyone.max / 1e6} MB, forms stop accepting submissions until tomorrow.`
}
