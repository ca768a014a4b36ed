import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const waitingMails: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('waiting_mails')
      .addColumn('subscriber_id', 'text', (column) =>
        column.primaryKey().references('subscribers.id').onDelete('cascade'),
      )
      .addColumn('network', 'text')
      .addColumn('is_credible', 'bigint', (column) => column.notNull())
      .addColumn('wanted_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('waiting_mails_due')
      .on('waiting_mails')
      .columns(['due_at', 'is_credible', 'wanted_at'])
      .execute()
  },
}
