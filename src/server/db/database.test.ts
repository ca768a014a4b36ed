import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../../../migrations/tables.ts'
import { engines, openTestDatabase, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { createSilentLog } from '../log.ts'
import { type Database, openDatabase, Rollback, StorageError } from './database.ts'
import { readSecret } from './settings.ts'
import { assertDurable, sqliteFileName } from './sqlite.ts'

class Refused extends Rollback {}

function set(database: Database, key: string, value = 'x'): Promise<void> {
  return database.write(async (tx) => {
    await tx.insertInto('settings').values({ key, value }).execute()
  })
}

async function keys(database: Database): Promise<string[]> {
  const rows = await database.db.selectFrom('settings').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

describe.each(engines)('a database on $name', (engine) => {
  test('keeps what was written, and nothing of a work that took it back', async () => {
    const database = await openTestDatabase(engine)
    await set(database, 'kept')
    const undone = database.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'taken back', value: 'x' }).execute()
      throw new Refused()
    })
    await expect(undone).rejects.toBeInstanceOf(Refused)
    expect(await keys(database)).toEqual(['kept'])
  })

  test('lets a work that fails leave alone those that are written with it', async () => {
    const database = await openTestDatabase(engine)
    const outcomes = await Promise.allSettled([set(database, 'a'), set(database, 'a'), set(database, 'b')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await keys(database)).toEqual(['a', 'b'])
  })

  test('says with a typed error that a write did not happen', async () => {
    const database = await openTestDatabase(engine)
    await set(database, 'a')
    await expect(set(database, 'a')).rejects.toBeInstanceOf(StorageError)
    const bug = database.write(async () => {
      throw new TypeError('a bug')
    })
    await expect(bug).rejects.toMatchObject({ name: 'StorageError', cause: { message: 'a bug' } })
  })

  test('refuses a write that comes when it is closed', async () => {
    const database = await openDatabase(await engine.createPlace(), createSilentLog())
    await database.close()
    await expect(database.write(async () => {})).rejects.toThrow(StorageError)
  })

  test('that a newer version has written is not called broken', async () => {
    const place = await engine.createPlace()
    const database = await openDatabase(place, createSilentLog())
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(database.db)
    await database.close()
    const opening = openDatabase(place, createSilentLog())
    await expect(opening).rejects.toThrow('a newer version of this program has written it (9999-later)')
    await expect(opening).rejects.toBeInstanceOf(StorageError)
  })

  test('hands out whole numbers as numbers', async () => {
    const database = await openTestDatabase(engine)
    const limit = { key: 'a', count: 1, ends_at: 1_795_000_000_000 }
    await database.write((tx) => tx.insertInto('limits').values(limit).execute())
    expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([limit])
  })

  test('opens again with what it held', async () => {
    const place = await engine.createPlace()
    const first = await openDatabase(place, createSilentLog())
    const salt = await readSecret(first, 'salt')
    await first.close()
    const second = await openDatabase(place, createSilentLog())
    expect(await readSecret(second, 'salt')).toBe(salt)
    await second.close()
  })

  test('does not wait for the disk where it is told so, and for nothing else', async () => {
    const database = await openTestDatabase(engine)
    const waits = (db: Kysely<Tables>) =>
      engine === sqlite
        ? sql<{ synchronous: number }>`pragma synchronous`.execute(db).then(({ rows }) => rows[0]?.synchronous === 2)
        : sql<{ on: boolean }>`select current_setting('synchronous_commit') = 'on' as "on"`
            .execute(db)
            .then(({ rows }) => rows[0]?.on)
    const soon = [database.writeSoon(waits), database.write(waits)]
    expect(await Promise.all(soon)).toEqual([false, true])
    await database.writeSoon(() => Promise.reject(new Refused())).catch(() => {})
    expect([await database.write(waits), await waits(database.db)]).toEqual([true, true])
  })

  test('keeps what it did not wait for in the order of all writes', async () => {
    const database = await openTestDatabase(engine)
    const undone = database.writeSoon(async (tx) => {
      await tx.insertInto('settings').values({ key: 'taken back', value: 'x' }).execute()
      throw new Refused()
    })
    await expect(undone).rejects.toBeInstanceOf(Refused)
    await database.writeSoon((tx) => tx.insertInto('settings').values({ key: 'a', value: 'x' }).execute())
    await database.write((tx) => tx.updateTable('settings').set({ value: 'y' }).where('key', '=', 'a').execute())
    expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'a', value: 'y' }])
  })

  test('scrubs without losing anything', async () => {
    const database = await openTestDatabase(engine)
    await set(database, 'kept')
    await database.scrub()
    expect(await keys(database)).toEqual(['kept'])
  })
})

test('SQLite that would not wait for the disk is refused', () => {
  const connection = new Sqlite(join(temporaryFolder(), 'fast.sqlite'))
  connection.pragma('journal_mode = wal')
  connection.pragma('synchronous = normal')
  expect(() => assertDurable(connection)).toThrow('SQLite runs with synchronous = 1; it must be 2')
  connection.close()
})

test('a full disk is told to everybody who waits, and writing goes on when there is room again', async () => {
  const database = await openTestDatabase(sqlite)
  await sql`pragma max_page_count = 1`.execute(database.db)
  const big = 'x'.repeat(1_000_000)
  const outcomes = await Promise.allSettled([set(database, 'a', big), set(database, 'b', big)])
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'StorageError', cause: { code: 'SQLITE_FULL' } },
    })
  }
  await sql`pragma max_page_count = 1000000`.execute(database.db)
  await set(database, 'c', big)
  expect(await keys(database)).toEqual(['c'])
})

test('a write waits for another process without holding up this one', async () => {
  const place = await sqlite.createPlace()
  const database = await openDatabase(place, createSilentLog())
  const other = new Sqlite(join(place.dataDir, sqliteFileName))
  other.exec('begin immediate')
  const writing = set(database, 'a')
  // Turns of the event loop, in which the write is tried. If SQLite waited by itself these would not come before it gave up.
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  other.exec('rollback')
  other.close()
  await writing
  expect(await keys(database)).toEqual(['a'])
  await database.close()
})

test('the files are for their owner alone', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
  await set(database, 'a')
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  for (const suffix of ['', '-wal', '-shm']) {
    expect(statSync(join(dataDir, sqliteFileName + suffix)).mode & 0o777).toBe(0o600)
  }
  await database.close()
})

test('a folder that cannot be used is named in one line', async () => {
  const blocked = join(temporaryFolder(), 'blocked')
  writeFileSync(blocked, '')
  const opening = openDatabase({ dataDir: blocked, databaseUrl: undefined }, createSilentLog())
  await expect(opening).rejects.toThrow(/^DATA_DIR \(.*blocked\) cannot be used: .*EEXIST/)
})

test('a file that is no database is named in one line', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, sqliteFileName), 'no database, but long enough to look at '.repeat(40))
  const opening = openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
  await expect(opening).rejects.toThrow(/^DATA_DIR \(.*\) cannot be used: file is not a database$/)
})

test.runIf(engines.some(({ name }) => name === 'PostgreSQL'))(
  'a PostgreSQL that was restarted is used again, without a restart here',
  async () => {
    const engine = engines.find(({ name }) => name === 'PostgreSQL')
    if (engine === undefined) return
    const database = await openTestDatabase(engine)
    const killAll = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
    const halfDone = database.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'half done', value: 'x' }).execute()
      await killAll.execute(tx)
    })
    await expect(halfDone).rejects.toBeInstanceOf(StorageError)
    await set(database, 'after')
    expect(await keys(database)).toEqual(['after'])
  },
)

test('a PostgreSQL that does not answer is named without its address', async () => {
  const databaseUrl = 'postgres://me:secret@127.0.0.1:1/kitewright'
  const opening = openDatabase({ dataDir: temporaryFolder(), databaseUrl }, createSilentLog())
  await expect(opening).rejects.toThrow(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/)
})
