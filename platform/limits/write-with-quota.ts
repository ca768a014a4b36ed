import {
  InsertQueryNode,
  type KyselyPlugin,
  PrimitiveValueListNode,
  type RootOperationNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely'
import type { Database, Work } from '../db/database.ts'
import { limitedSender } from '../http/sender.ts'
import { asLimited, assertCapacity, type Limited, limitFor, reserveAll } from './count-use.ts'
import type { Limits } from './limits.ts'

const rowBytes = 200

/** Every write of a visitor's data goes through here: its bytes count toward the sender's quota. */
export async function writeWithQuota<T>(
  { database, salt, limits }: { database: Database; salt: string; limits: Limits },
  sender: string,
  now: number,
  work: Work<T>,
): Promise<T | Limited> {
  const limit = limitFor(limits.bytesOfSender, limitedSender(sender), salt)
  const write = database.write(async (tx) => {
    await assertCapacity(tx, limit, now)
    const count = { bytes: 0 }
    const result = await work(tx.withPlugin(countingBytes(count)))
    // After all other limits, so that writes that share several lock them in the same order.
    if (count.bytes > 0) await reserveAll(tx, [{ limit, amount: count.bytes }], now)
    return result
  })
  return await asLimited(write, now)
}

/** Adds up the bytes of inserts and updates. An insert that found a row in its place stored nothing. */
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
