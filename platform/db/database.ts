import { Migrator } from 'kysely/migration'
import { migrations } from '../../migrations/all.ts'
import type { Db } from '../../migrations/tables.ts'

/** The work of a write. Use only `tx`: the database's own handle would wait for the write to end. */
export type Work<T> = (tx: Db) => Promise<T>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Identifies the database. Copies get another identity. Restarting or moving the file doesn't change it. */
  readonly identity: string
  readonly db: Db
  readonly isClosed?: true
  /** Resolves once the write is on disk. A failed write changes nothing. @throws StorageError, or the work's Rollback */
  write<T>(work: Work<T>): Promise<T>
  /** Like `write`, but resolves before the write is on disk. Use it for counts: a power cut can undo the latest writes. */
  writeSoon<T>(work: Work<T>): Promise<T>
  /** Overwrites traces of deleted rows on disk. @throws StorageError if another process is using the database */
  scrub(): Promise<void>
  close(): Promise<void>
}

export const sqliteFileName = 'kitewright.sqlite'

/** `dataDir` contains the SQLite file, which isn't used if `databaseUrl` is set. */
export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined; backupDir?: string | undefined }

/** Thrown if a write failed or its outcome is unknown. `cause` has the reason. */
export class StorageError extends Error {
  override name = 'StorageError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** Checks for error codes from SQLite (including for a -shm file that can't grow), the system, and PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = Object(error)
  const isFull = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100'].includes(code)
  return isFull || (cause !== undefined && isDiskFull(cause))
}

/** Returns an error's message. For a refused connection, Node.js throws an AggregateError with an error per address. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Throw this inside a write to undo it. `write` rethrows it unchanged. */
export abstract class Rollback extends Error {}

export async function migrate(db: Db, steps = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const [, newer] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? []
  if (newer === undefined) throw error
  throw new Error(`it was migrated by a newer version (${newer}). Run that version or a later one`)
}
