import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { type Database, StorageError, Undone, type Work } from './database.ts'

/** Keeps the time for which one transaction holds the process in the range of a few milliseconds. */
const largestGroup = 64
const patienceMs = 5_000
const retryMs = 10

type Waiting = {
  run: (tx: Kysely<Tables>) => Promise<void>
  /** When it gives up, on the clock. */
  endsAt: number
  done: () => void
  fail: (error: unknown) => void
}

/** In milliseconds; in a test's hand, the one is called in place of waiting for the other. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<unknown> }

/**
 * Writes for SQLite, where a commit costs a wait for the disk: works that come in while one group is being written share
 * the next commit. Each has a savepoint of its own, so that one that fails leaves the others alone, and none is told that
 * it succeeded before the commit of its group is on the disk.
 */
export function createGroupCommit(
  db: Kysely<Tables>,
  inTransaction: () => boolean,
  clock: Clock = { now: () => performance.now(), wait: delay },
): Database['write'] {
  const queue: Waiting[] = []
  let writing = false

  async function writeGroups(): Promise<void> {
    while (queue.length > 0) {
      try {
        await db.connection().execute(async (only) => {
          await begin(only, queue, clock)
          await writeGroup(only, queue.splice(0, largestGroup), inTransaction)
        })
      } catch (error) {
        // The database is full or broken, or was closed meanwhile.
        for (const waiting of queue.splice(0, largestGroup)) waiting.fail(error)
      }
      // Lets the process read what has come in meanwhile; it joins the next group.
      await new Promise(setImmediate)
    }
    writing = false
  }

  return <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let result: T
      queue.push({
        run: async (tx) => {
          result = await work(tx)
        },
        endsAt: clock.now() + patienceMs,
        done: () => resolve(result),
        fail: (error) => reject(error instanceof Undone ? error : storageError(error)),
      })
      if (writing) return
      writing = true
      // Not at once: whatever else the process is about to read belongs to the same group.
      setImmediate(writeGroups)
    })
}

async function writeGroup(tx: Kysely<Tables>, group: readonly Waiting[], inTransaction: () => boolean): Promise<void> {
  const written: Waiting[] = []
  try {
    for (const waiting of group) {
      if (await writeOne(tx, waiting, inTransaction)) written.push(waiting)
    }
    await sql`commit`.execute(tx)
  } catch (error) {
    if (inTransaction()) await sql`rollback`.execute(tx)
    // A promise settles once, so that those which failed on their own keep their own error.
    for (const waiting of group) waiting.fail(error)
    return
  }
  for (const waiting of written) waiting.done()
}

/**
 * Waits for another process that is writing, an owner's command or a backup, without holding up this one: while SQLite
 * waits by itself, no page is served. Each write waits so long from when it came, however many stand before it.
 */
async function begin(tx: Kysely<Tables>, queue: Waiting[], clock: Clock): Promise<void> {
  for (;;) {
    try {
      await sql`begin immediate`.execute(tx)
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      while (queue[0] !== undefined && queue[0].endsAt <= clock.now()) queue.shift()?.fail(error)
      if (queue.length === 0) throw error
    }
    await clock.wait(retryMs)
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** Whether the work's changes stand. @throws when the whole group is lost: SQLite gives up a transaction on a full disk */
async function writeOne(tx: Kysely<Tables>, waiting: Waiting, inTransaction: () => boolean): Promise<boolean> {
  await sql`savepoint work`.execute(tx)
  try {
    await waiting.run(tx)
    await sql`release work`.execute(tx)
    return true
  } catch (error) {
    if (!inTransaction()) throw error
    await sql`rollback to work`.execute(tx)
    await sql`release work`.execute(tx)
    waiting.fail(error)
    return false
  }
}

function storageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError('The database could not be written', error)
}
