import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/all.ts'
import type { Tables } from '../../../migrations/tables.ts'

/** Brings the database to the newest shape. @throws what the failing statement threw; Error for one of a newer version */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const [, newer] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? []
  if (newer === undefined) throw error
  throw new Error(`a newer version of this program has written it (${newer}), and can go on with it`)
}
