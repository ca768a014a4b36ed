import { setTimeout as delay } from 'node:timers/promises'
import { type SelectModifierNode, SqliteDialect, SqliteQueryCompiler, sql } from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import { storageError } from '../disk-space.ts'
import { type Database, type DatabaseLocation, Rollback, StorageError, type Work } from './database.ts'

/** Maximum wait of a write for its turn and for other processes' locks. */
const timeoutMs = 5_000
/** Delay between attempts to lock the database. */
const retryMs = 10

/** Runs SQLite's writes in order. Waits for other processes' locks itself: SQLite's wait would block the process. */
export function createWriteQueue(
  db: Db,
  location: DatabaseLocation,
  clock = { now: () => performance.now(), wait: (ms: number): Promise<unknown> => delay(ms) },
): Pick<Database, 'write' | 'writeSoon'> {
  let last: Promise<unknown> = Promise.resolve()

  async function writeUntil<T>(endsAt: number, work: Work<T>, isDurable: boolean): Promise<T> {
    // Let the process serve requests between two writes.
    await new Promise(setImmediate)
    for (;;) {
      try {
        return await db.connection().execute((connection) => inTransaction(connection, work, isDurable))
      } catch (error) {
        if (error instanceof Rollback || error instanceof StorageError) throw error
        const isLate = clock.now() >= endsAt
        if (isLate || !isBusy(error)) throw await storageError('Couldn’t write to the database', error, location)
        await clock.wait(retryMs)
      }
    }
  }

  function queue<T>(work: Work<T>, isDurable: boolean): Promise<T> {
    const endsAt = clock.now() + timeoutMs
    const written = last.then(() => writeUntil(endsAt, work, isDurable))
    last = written.catch(() => {})
    return written
  }
  return { write: (work) => queue(work, true), writeSoon: (work) => queue(work, false) }
}

/** Runs a transaction. If it isn't durable, the next durable commit also syncs it, in order (sqlite.org, WAL, 2.3). */
async function inTransaction<T>(connection: Db, work: Work<T>, isDurable: boolean): Promise<T> {
  if (!isDurable) await sql`pragma synchronous = normal`.execute(connection)
  try {
    await sql`begin immediate`.execute(connection)
    const result = await work(connection)
    await sql`commit`.execute(connection)
    return result
  } catch (error) {
    // If the disk is full, SQLite has already rolled back.
    await sql`rollback`.execute(connection).catch(() => {})
    throw error
  } finally {
    if (!isDurable) await sql`pragma synchronous = full`.execute(connection)
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** A dialect without `for update`, which SQLite doesn't support. With a single writer, row locks aren't needed. */
export class SingleWriterDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SingleWriterCompiler()
  }
}

class SingleWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node)
  }
}
