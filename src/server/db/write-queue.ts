import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { type Database, Rollback, StorageError, type Work } from './database.ts'

const timeoutMs = 5_000
const retryMs = 10

/**
 * Writes for SQLite, one after the other. Another process that writes is waited for here: while SQLite waits by itself,
 * this process serves no page.
 */
export function createWriteQueue(
  db: Kysely<Tables>,
  clock = { now: () => performance.now(), wait: (ms: number): Promise<unknown> => delay(ms) },
): Database['write'] {
  let last: Promise<unknown> = Promise.resolve()

  async function write<T>(work: Work<T>, endsAt: number): Promise<T> {
    // Lets the process answer others between two writes.
    await new Promise(setImmediate)
    for (;;) {
      try {
        return await inTransaction(db, work)
      } catch (error) {
        if (error instanceof Rollback || error instanceof StorageError) throw error
        const isLate = clock.now() >= endsAt
        if (isLate || !isBusy(error)) throw new StorageError('The database could not be written', error)
        await clock.wait(retryMs)
      }
    }
  }

  return (work) => {
    const endsAt = clock.now() + timeoutMs
    const written = last.then(() => write(work, endsAt))
    last = written.catch(() => {})
    return written
  }
}

async function inTransaction<T>(db: Kysely<Tables>, work: Work<T>): Promise<T> {
  return await db.connection().execute(async (only) => {
    await sql`begin immediate`.execute(only)
    try {
      const result = await work(only)
      await sql`commit`.execute(only)
      return result
    } catch (error) {
      // On a full disk SQLite has given up the transaction by itself.
      await sql`rollback`.execute(only).catch(() => {})
      throw error
    }
  })
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
