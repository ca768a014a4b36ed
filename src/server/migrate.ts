import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../migrations/all.ts'
import type { Tables } from './tables.ts'

/** Brings the database to the newest shape. @throws what the failing statement threw */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
