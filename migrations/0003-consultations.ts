import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const columns = {
  company: 'text',
  budget: 'text',
  timeline: 'text',
  requirements: 'text',
  transcript: 'text',
  abandoned: 'bigint',
  consent_words: 'text',
  consent_at: 'bigint',
  updated_at: 'bigint',
} as const

export const consultations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // One by one: SQLite adds a single column at a time.
    for (const [name, type] of Object.entries(columns)) {
      await db.schema.alterTable('leads').addColumn(name, type).execute()
    }
  },
}
