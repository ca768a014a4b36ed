import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../../../migrations/tables.ts'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { StorageError } from './database.ts'
import { createWriteQueue } from './write-queue.ts'

/** A table `n`, the writes to it, and another process's lock; `clock` goes on only where something waits. */
function openLocked() {
  const file = join(temporaryFolder(), 'a.sqlite')
  const connection = new Sqlite(file, { timeout: 0 })
  connection.exec('pragma journal_mode = wal; create table n (at integer)')
  const other = new Sqlite(file)
  other.exec('begin immediate')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })
  onTestFinished(async () => {
    await db.destroy()
    other.close()
  })
  const clock = { ms: 0, atEach: (_ms: number) => {} }
  const { write } = createWriteQueue(db, {
    now: () => clock.ms,
    wait: async (ms) => {
      await new Promise(setImmediate)
      clock.ms += ms
      clock.atEach(clock.ms)
    },
  })
  const add = () => write((tx) => sql`insert into n values (${clock.ms})`.execute(tx))
  return { add, clock, other, count: () => connection.prepare('select count(*) from n').pluck().get() }
}

test('while another process writes, each write waits 5 s from when it came, however many stand before it', async () => {
  const { add, clock, count } = openLocked()
  const failed: number[] = []
  const writes: Promise<void>[] = []
  const note = () =>
    writes.push(
      add().then(
        () => expect.unreachable(),
        (error: unknown) => {
          expect(error).toBeInstanceOf(StorageError)
          failed.push(clock.ms)
        },
      ),
    )
  for (let i = 0; i < 150; i++) note()
  clock.atEach = (ms) => {
    if (ms === 4_000) note()
  }
  while (writes.length < 151) await new Promise(setImmediate)
  await Promise.all(writes)
  expect(failed).toEqual([...Array<number>(150).fill(5_000), 9_000])
  expect(count()).toBe(0)
})

test('what waits is written as soon as the other process is done', async () => {
  const { add, clock, other, count } = openLocked()
  clock.atEach = (ms) => {
    if (ms === 4_990) other.exec('rollback')
  }
  await Promise.all(Array.from({ length: 150 }, add))
  expect([count(), clock.ms]).toEqual([150, 4_990])
})
