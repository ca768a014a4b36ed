import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { type Database, Rollback, StorageError, type Work } from './database.ts'

/** Keeps the time for which one transaction holds the process in the range of a few milliseconds. */
const largestGroup = 64
const timeoutMs = 5_000
const retryMs = 10

type Waiting = {
  /** @returns what tells its success, to be called after the commit */
  run: (tx: Kysely<Tables>) => Promise<() => void>
  fail: (error: unknown) => void
  endsAt: number
}

/**
 * Writes for SQLite, where a commit costs a wait for the disk: what comes in meanwhile shares the next commit. Another
 * process that writes is waited for here: while SQLite waits by itself, this process serves no page.
 */
export function createGroupCommit(
  db: Kysely<Tables>,
  inTransaction: () => boolean,
  clock = { now: () => performance.now(), wait: (ms: number): Promise<unknown> => delay(ms) },
): Database['write'] {
  const queue: Waiting[] = []
  let writing = false

  async function writeGroups(): Promise<void> {
    while (queue.length > 0) {
      try {
        await db.connection().execute(async (only) => {
          await sql`begin immediate`.execute(only)
          await writeGroup(only, queue.splice(0, largestGroup), inTransaction)
        })
      } catch (error) {
        const latest = isBusy(error) ? clock.now() : Number.POSITIVE_INFINITY
        while (queue[0] !== undefined && queue[0].endsAt <= latest) queue.shift()?.fail(error)
        if (queue.length > 0) await clock.wait(retryMs)
      }
      // Lets the process read what has come in meanwhile; it joins the next group.
      await new Promise(setImmediate)
    }
    writing = false
  }

  return <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({
        run: async (tx) => {
          const result = await work(tx)
          return () => resolve(result)
        },
        fail: (error) => reject(error instanceof Rollback ? error : storageError(error)),
        endsAt: clock.now() + timeoutMs,
      })
      if (writing) return
      writing = true
      // Not at once: whatever else the process is about to read belongs to the same group.
      setImmediate(writeGroups)
    })
}

async function writeGroup(tx: Kysely<Tables>, group: readonly Waiting[], inTransaction: () => boolean): Promise<void> {
  const successes: (() => void)[] = []
  try {
    for (const waiting of group) successes.push(await writeOne(tx, waiting, inTransaction))
    await sql`commit`.execute(tx)
    for (const tell of successes) tell()
  } catch (error) {
    // A promise settles once: those which failed on their own keep their own error.
    for (const waiting of group) waiting.fail(error)
    if (inTransaction()) await sql`rollback`.execute(tx)
  }
}

/** With a savepoint of its own. @throws when the whole group is lost: SQLite gives up a transaction on a full disk */
async function writeOne(tx: Kysely<Tables>, { run, fail }: Waiting, inTransaction: () => boolean): Promise<() => void> {
  await sql`savepoint work`.execute(tx)
  try {
    const success = await run(tx)
    await sql`release work`.execute(tx)
    return success
  } catch (error) {
    if (!inTransaction()) throw error
    await sql`rollback to work`.execute(tx)
    await sql`release work`.execute(tx)
    return () => fail(error)
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

function storageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError('The database could not be written', error)
}
