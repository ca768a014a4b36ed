import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether somebody has used a link of the call's emails. Calls from before count as proven. */
export const provenCalls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table calls add column is_proven bigint not null default 1`.execute(db)
  },
}
