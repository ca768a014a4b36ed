import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { Log } from '../log.ts'

/** Inside a write: use this handle alone; the database's own would wait for the write to end. */
export type Work<T> = (tx: Kysely<Tables>) => Promise<T>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Tells this database from its copies: another file, or another database of a server. The same over every restart, and
   * wherever the file is moved; a disk that was cloned whole is not told apart.
   */
  readonly identity: string
  /** For reading. */
  readonly db: Kysely<Tables>
  /**
   * Runs the work in a transaction; when the promise resolves, it is on the disk.
   * @throws Undone as the work threw it, StorageError for every other failure; in both cases nothing was written
   */
  write<T>(work: Work<T>): Promise<T>
  /** Removes the traces of deleted rows from the database's files. @throws StorageError when another process is in the way */
  scrub(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database at its newest shape: PostgreSQL when an address is given, else the SQLite file in `dataDir`.
 * @throws StorageError in one line, when it can't be opened, is too old or not durable
 */
export async function openDatabase(
  at: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<Database> {
  // Only the driver that is used: the other one would take some 10 MB for nothing.
  if (at.databaseUrl === undefined) return await (await import('./sqlite.ts')).openSqlite(at.dataDir)
  return await (await import('./postgres.ts')).openPostgres(at.databaseUrl, log)
}
