import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const issues: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('issues')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('from_name', 'text', (column) => column.notNull())
      .addColumn('from_address', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('readers', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('paused_because', 'text')
      .addColumn('home', 'text', (column) => column.notNull())
      .addColumn('refusals', 'bigint', (column) => column.notNull())
      .addColumn('deferrals', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()

    await db.schema
      .createTable('issue_mails')
      .addColumn('issue', 'text', (column) => column.notNull().references('issues.slug'))
      .addColumn('subscriber_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('sent_at', 'bigint')
      .addPrimaryKeyConstraint('issue_mails_once', ['issue', 'subscriber_id'])
      .execute()
    await db.schema.createIndex('issue_mails_due').on('issue_mails').columns(['issue', 'state', 'due_at']).execute()
    await db.schema.createIndex('issue_mails_subscriber').on('issue_mails').column('subscriber_id').execute()

    await db.schema.alterTable('leads').addColumn('note', 'text').execute()
    await db.schema.alterTable('leads').addColumn('answered_at', 'bigint').execute()

    // What the owner looks at each morning: who waits, and what has not gone out. A lead's row is long; these columns are not.
    await db.schema
      .createIndex('leads_answered')
      .on('leads')
      .columns(['status', 'answered_at', 'created_at', 'reference'])
      .execute()
    await db.schema.createIndex('outbox_state').on('outbox').columns(['state', 'created_at', 'id']).execute()
  },
}
