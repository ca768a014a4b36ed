import { Kysely, SqliteDialect } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { createSilentLog, type Log } from '../log.ts'
import type { Database, DatabaseLocation } from './database.ts'

/**
 * On a full disk, SQLite can't grow the -shm file that processes share, but doesn't need it if it locks the database
 * exclusively. Other processes then can't use the database, so allow this only if it's closed again soon.
 */
type OpenOptions = { mayLockExclusively?: boolean }

/**
 * Opens and migrates a database.
 * @throws StorageError if it doesn't open, is too old, or isn't durable
 */
export async function openDatabase(
  location: DatabaseLocation,
  log: Log,
  { mayLockExclusively = false }: OpenOptions = {},
): Promise<Database> {
  // Loads only the driver in use: the other needs about 10 MB.
  if (location.databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite.ts')
    return await openSqlite(location, mayLockExclusively)
  }
  const { openPostgres } = await import('./postgres.ts')
  return await openPostgres(location.databaseUrl, log)
}

/** Opens the database, calls `use`, and closes the database. */
export async function withDatabase<T>(location: DatabaseLocation, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(location, createSilentLog(), { mayLockExclusively: true })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Stands in for a database that couldn't be opened. Rejects all work with the error. */
export function closedDatabase(error: unknown): Database {
  const fail = () => Promise.reject(error)
  const close = async () => {}
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: fail }) })
  return { engine: 'sqlite', identity: '', isClosed: true, db, write: fail, writeSoon: fail, scrub: fail, close }
}
