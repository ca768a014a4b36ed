import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrations } from '../../migrations/all.ts'
import type { Tables } from '../../migrations/tables.ts'
import { migrate, StorageError } from '../../platform/db/database.ts'

/**
 * Rejects anything migrations don't create. The file is untrusted: reading or checking a table runs expressions in its
 * schema, and a single index can block SQLite for minutes.
 */
export async function checkSchema(copy: Sqlite.Database): Promise<void> {
  const found = schemaOf(copy)
  const current = await ownSchema(Object.keys(migrations))
  const isAboutVersion = (part: string) => part.includes('kysely_migration')
  const hasVersion = found.filter(isAboutVersion).join() === current.filter(isAboutVersion).join()
  const applied = hasVersion ? copy.prepare('select name from kysely_migration').pluck().all().map(String) : []
  const own = await ownSchema(applied)
  const foreign = found.find((part) => !own.includes(part))
  if (foreign === undefined) return
  throw new StorageError(`The file contains the ${foreign.split('\n', 1)}, which Kitewright never creates.`)
}

/** Lists a schema's tables, indexes, and so on. Each starts with a line like `table leads`. */
function schemaOf(database: Sqlite.Database): string[] {
  const parts = "select type || ' ' || name || char(10) || tbl_name || ifnull(sql, '') from sqlite_schema order by 1"
  return database.prepare(parts).pluck().all().map(String)
}

async function ownSchema(applied: readonly string[]): Promise<string[]> {
  const own = new Sqlite(':memory:')
  await createTables(own, applied)
  return schemaOf(own)
}

/** Migrates an empty database to the version with these migrations. @throws StorageError for an unknown version */
export async function createTables(database: Sqlite.Database, applied: readonly string[]): Promise<void> {
  if (!applied.includes(Object.keys(migrations)[0] ?? '')) {
    throw new StorageError('This isn’t a Kitewright database.')
  }
  if (applied.some((name) => !(name in migrations))) {
    throw new StorageError('The backup was made by a newer version of Kitewright. Update this installation first.')
  }
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => applied.includes(name)))
  await migrate(new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }), steps)
}
