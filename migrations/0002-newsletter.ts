import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const newsletter: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('subscribers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reasons', 'text', (column) => column.notNull())
      .addColumn('request_key', 'text')
      .addColumn('consent_words', 'text', (column) => column.notNull())
      .addColumn('consent_page', 'text')
      .addColumn('consent_network', 'text')
      .addColumn('consent_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('unsubscribed_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('subscribers_state').on('subscribers').columns(['state', 'created_at', 'id']).execute()

    await db.schema
      .createTable('suppressions')
      .addColumn('email_hash', 'text', (column) => column.primaryKey())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
