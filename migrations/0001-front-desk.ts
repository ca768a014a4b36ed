import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const frontDesk: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('limits_ends_at').on('limits').column('ends_at').execute()

    await db.schema
      .createTable('leads')
      .addColumn('reference', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reasons', 'text', (column) => column.notNull())
      .addColumn('request_key', 'text', (column) => column.unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('project', 'text', (column) => column.notNull())
      .addColumn('page', 'text')
      .addColumn('referrer', 'text')
      .addColumn('campaign', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('network', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('leads_created_at').on('leads').columns(['created_at', 'reference']).execute()
    await db.schema.createIndex('leads_email_key').on('leads').column('email_key').execute()

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('lead_reference', 'text', (column) => column.references('leads.reference').onDelete('cascade'))
      .addColumn('from_name', 'text', (column) => column.notNull())
      .addColumn('from_address', 'text', (column) => column.notNull())
      .addColumn('to_name', 'text', (column) => column.notNull())
      .addColumn('to_address', 'text', (column) => column.notNull())
      .addColumn('reply_to_name', 'text')
      .addColumn('reply_to_address', 'text')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('html', 'text')
      .addColumn('message_id', 'text', (column) => column.notNull().unique())
      .addColumn('headers', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sent_at', 'bigint')
      .execute()
    await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'due_at']).execute()
    await db.schema.createIndex('outbox_lead_reference').on('outbox').column('lead_reference').execute()
  },
}
