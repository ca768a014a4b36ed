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

const rowBytes = 200

/** Writes a visitor's data and counts its bytes. All such writes use this function. @throws LimitReached */
export async function writeWithQuota<T>(
  { database, salt, limits }: { database: Database; salt: string; limits: Limits },
  sender: string,
  now: number,
  work: Work<T>,
): Promise<T> {
  return await database.write(async (tx) => {
    const count = { bytes: 0 }
    const result = await work(tx.withPlugin(countingBytes(count)))
    // Count bytes last: all writes must lock shared limits in the same order.
    const charges = visitorLimits(limits.storedBytes, sender, salt).map((limit) => ({ limit, amount: count.bytes }))
    if (count.bytes > 0) await countOne(tx, charges, now)
    return result
  })
}

/** Share of the total limit. Ordinary days stay far below it. */
const unusualShare = 1 / 8

/** Warns if visitors added unusually many bytes today. */
export async function unusualBytes(
  db: Db,
  { salt, limits, now }: { salt: string; limits: Limits; now: () => number },
): Promise<string | undefined> {
  const [, , everyone] = visitorLimits(limits.storedBytes, '', salt)
  const row = await readLimit(db, everyone.key)
  if (row === undefined || row.ends_at <= now() || row.count < everyone.max * unusualShare) return undefined
  const megabytes = Math.floor(row.count / 1e6)
  return `Visitors added ${megabytes} MB to the database within a day, which could be an attack. At ${everyone.max / 1e6} MB, forms stop accepting submissions until tomorrow.`
}

/** Adds up the bytes of inserts and updates. Inserts skipped because of an existing row store nothing. */
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
  if (isNode(part) && PrimitiveValueListNode.is(part)) return sumOf(part.values.map(sizeOf))
  return sumOf(Object.values(part).map(bytesIn))
}

function isNode(part: object): part is Parameters<typeof ValueNode.is>[0] {
  return 'kind' in part
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 8
}
