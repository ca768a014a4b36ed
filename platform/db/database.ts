import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../migrations/all.ts'
import type { Tables } from '../../migrations/tables.ts'
import { createSilentLog, type Log } from '../log.ts'

/** Inside a write use this handle alone: the database's own would wait for the write to end. */
export type Work<T> = (tx: Kysely<Tables>) => Promise<T>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Tells this database from its copies, over restarts and moves of the file. */
  readonly identity: string
  readonly db: Kysely<Tables>
  /** Resolves when it is on the disk. @throws Rollback as the work threw it, else StorageError; then nothing was written */
  write<T>(work: Work<T>): Promise<T>
  /**
   * The same, but resolves before it is on the disk (PostgreSQL's asynchronous commit, SQLite's synchronous=NORMAL): a
   * power cut takes the last of these writes back, whole and in their order. For counts, of which nobody was told.
   */
  writeSoon<T>(work: Work<T>): Promise<T>
  /** Removes the traces of deleted rows from the database's files. @throws StorageError when another process is in the way */
  scrub(): Promise<void>
  close(): Promise<void>
}

/** Without `databaseUrl`: the file in `dataDir`. */
type Place = { dataDir: string; databaseUrl?: string | undefined }

/** @throws StorageError when it can't be opened, is too old or not durable */
export async function openDatabase(at: Place, log: Log): Promise<Database> {
  // Only the driver that is used: the other one would take some 10 MB for nothing.
  if (at.databaseUrl === undefined) return await (await import('./sqlite.ts')).openSqlite(at.dataDir)
  return await (await import('./postgres.ts')).openPostgres(at.databaseUrl, log)
}

/** Opens it for this work alone. */
export async function withDatabase<T>(at: Place, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(at, createSilentLog())
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Nothing was written, or it is unknown whether it was; `cause` says why. */
export class StorageError extends Error {
  override name = 'StorageError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** A refused connection has its words in the errors that it collects, one per address that was tried. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Thrown inside a write to take it back; `write` hands it on as it is. */
export abstract class Rollback extends Error {}

export async function migrate(db: Kysely<Tables>, steps = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const [, newer] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? []
  if (newer === undefined) throw error
  throw new Error(`a newer version of this program has written it (${newer}), and can go on with it`)
}
