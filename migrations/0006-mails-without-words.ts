import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mailsWithoutWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // The owner's mails are made of the lead when they are sent; those that are there already must not tell an old one.
    await sql`
      update outbox
      set subject = '', text = '', html = null, reply_to_name = null, reply_to_address = null
      where kind in ('contact-owner', 'consultation-owner', 'consultation-update') and lead_reference is not null
    `.execute(db)
    await db.schema.alterTable('leads').addColumn('digest', 'text').execute()
    await db.schema.createIndex('leads_digest').on('leads').column('digest').execute()
    // Each lead looks for the digest that waits, also while thousands of other mails do.
    await db.schema.createIndex('outbox_kind').on('outbox').columns(['kind', 'state']).execute()
  },
}
