import { Kysely, SqliteDialect } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { createSilentLog, type Log } from '../log.ts'
import { type Database, type DatabaseLocation, isDiskFull, reasonOf } from './database.ts'

/**
 * Opens and migrates a database.
 * @param isBrief whether it's closed again soon, so on a full disk, it can be locked exclusively
 * @throws StorageError if it doesn't open, is too old, or isn't durable
 */
export async function openDatabase(location: DatabaseLocation, log: Log, isBrief = false): Promise<Database> {
  // Loads only the driver in use: the other needs about 10 MB.
  if (location.databaseUrl === undefined) return await (await import('./sqlite.ts')).openSqlite(location, isBrief)
  return await (await import('./postgres.ts')).openPostgres(location.databaseUrl, log)
}

/** Opens the database for some work, then closes it. */
export async function withDatabase<T>(location: DatabaseLocation, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(location, createSilentLog(), true)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Rejects all work while the disk is too full to open the database. @throws the error if it has another reason */
export function closedDatabase(error: unknown, log: Log): Database {
  if (!isDiskFull(error)) throw error
  log.error({ reason: reasonOf(error) }, 'forms are refused until the database opens')
  const fail = () => Promise.reject(error)
  const close = async () => {}
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: fail }) })
  return { engine: 'sqlite', identity: '', isClosed: true, db, write: fail, writeSoon: fail, scrub: fail, close }
}
