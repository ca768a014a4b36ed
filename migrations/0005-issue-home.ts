import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const issueHome: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('home', 'text').execute()
  },
}
