import { Kysely, SqliteDialect } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { createSilentLog, type Log } from '../log.ts'
import { type Database, type DatabaseLocation, isDiskFull, reasonOf } from './database.ts'

/**
 * Opens and migrates a database.
 * @param isBrief whether the caller closes it soon, so it can be locked exclusively if the disk is full
 * @throws StorageError if the database doesn't open, is too old, or isn't durable
 */
export async function openDatabase(location: DatabaseLocation, log: Log, isBrief = false): Promise<Database> {
  // Load only the driver in use: each needs about 10 MB.
  if (location.databaseUrl === undefined) return await (await import('./sqlite.ts')).openSqlite(location, isBrief)
  return await (await import('./postgres.ts')).openPostgres(location.databaseUrl, log)
}

/** Opens the database, calls `use`, and closes the database. */
export async function withDatabase<T>(location: DatabaseLocation, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(location, createSilentLog(), true)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Returns a database that rejects all work, for when the disk is full. @throws `error` if it has another cause */
export function closedDatabase(error: unknown, log: Log): Database {
  if (!isDiskFull(error)) throw error
  log.error({ reason: reasonOf(error) }, 'forms are refused until the database opens')
  const fail = () => Promise.reject(error)
  const close = async () => {}
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: fail }) })
  return { engine: 'sqlite', identity: '', isClosed: true, db, write: fail, writeSoon: fail, scrub: fail, close }
}
