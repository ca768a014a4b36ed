import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { Db, Tables } from '../../migrations/tables.ts'
import { storageError } from '../disk-space.ts'
import { giveToFolderOwner } from '../folder-owner.ts'
import {
  type Database,
  type DatabaseLocation,
  isDiskFull,
  migrate,
  reasonOf,
  StorageError,
  sqliteFileName,
} from './database.ts'
import { createSecrets } from './settings.ts'
import { createWriteQueue, SingleWriterDialect } from './write-queue.ts'

/** Older versions can corrupt the file when a checkpoint meets a write (sqlite.org, changes of 3.51.3 and 3.53.0). */
const oldestVersion = '3.51.3'
const busyTimeoutMs = 5_000
const scrubTimeoutMs = 30_000

/** Settings for durability and erasure. Each is read back, since SQLite ignores unsupported values. */
const pragmas = {
  journal_mode: 'wal',
  synchronous: 2, // FULL: a commit is on disk before it returns
  foreign_keys: 1,
  secure_delete: 1, // deleted bytes are overwritten
}

export async function openSqlite(location: DatabaseLocation, mayLockExclusively: boolean): Promise<Database> {
  const connection = await connect(location, mayLockExclusively)
  const db = new Kysely<Tables>({ dialect: new SingleWriterDialect({ database: connection }) })
  try {
    await db.connection().execute(async (transaction) => {
      await sql`begin immediate`.execute(transaction)
      await migrate(transaction)
      await createSecrets(transaction)
      await sql`commit`.execute(transaction)
    })
    connection.pragma('busy_timeout = 0')
  } catch (error) {
    connection.close()
    throw await storageError(`Couldn’t migrate the database in DATA_DIR (${location.dataDir})`, error, location)
  }
  return {
    engine: 'sqlite',
    identity: identityOf(join(location.dataDir, sqliteFileName)),
    db,
    ...createWriteQueue(db, location),
    scrub: async () => {
      connection.pragma(`busy_timeout = ${scrubTimeoutMs}`)
      await scrub(db).finally(() => connection.pragma('busy_timeout = 0'))
    },
    close: () => db.destroy(),
  }
}

async function connect(
  location: DatabaseLocation,
  mayLockExclusively: boolean,
  locking = 'normal',
): Promise<Sqlite.Database> {
  let connection: Sqlite.Database | undefined
  try {
    mkdirSync(location.dataDir, { recursive: true, mode: 0o700 })
    const file = join(location.dataDir, sqliteFileName)
    // Create the file readable only by its owner. Don't open an existing file: closing it would drop this process's locks
    // (sqlite.org, How To Corrupt, 2.2).
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    giveToFolderOwner(file)
    connection = new Sqlite(file, { timeout: busyTimeoutMs })
    connection.pragma(`locking_mode = ${locking}`)
    for (const [name, value] of Object.entries(pragmas)) connection.pragma(`${name} = ${value}`)
    assertDurable(connection)
    return connection
  } catch (error) {
    connection?.close()
    if (error instanceof StorageError) throw error
    // SQLite needs no -shm file if it has the database to itself.
    if (mayLockExclusively && locking === 'normal' && isDiskFull(error))
      return await connect(location, mayLockExclusively, 'exclusive')
    throw await storageError(`Couldn’t use DATA_DIR (${location.dataDir})`, error, location)
  }
}

export function assertDurable(connection: Sqlite.Database): void {
  for (const [name, wanted] of Object.entries(pragmas)) {
    const found = connection.pragma(name, { simple: true })
    if (found !== wanted) throw new StorageError(`SQLite runs with ${name} = ${found}, but needs ${wanted}`)
  }
  const version = String(connection.prepare('select sqlite_version()').pluck().get())
  if (version.localeCompare(oldestVersion, 'en', { numeric: true }) < 0) {
    throw new StorageError(`SQLite ${version} is too old. Kitewright needs ${oldestVersion} or later`)
  }
}

/** Combines the file's inode and birth time (0 if the file system doesn't store it). Both differ in a copy. */
function identityOf(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true })
  return `${ino}.${birthtimeNs}`
}

/** Rewrites the file without free pages (VACUUM), then empties the WAL, which has old versions of other pages. */
async function scrub(db: Db): Promise<void> {
  try {
    await sql`vacuum`.execute(db)
    for (let tries = 0; tries < 50; tries++) {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
      if (rows[0]?.busy === 0) return
      await delay(100)
    }
  } catch (error) {
    throw new StorageError(`Couldn’t rewrite the database: ${reasonOf(error)}`, error)
  }
  throw new StorageError('Couldn’t empty the write-ahead log: another process is using the database')
}
