import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the owner's calendars said last: times alone. The key is a hash, since the address of a calendar is a secret. */
const statement = `
create table busy_calendars (
  key text primary key,
  spans text not null,
  until bigint not null,
  failing_since bigint,
  told bigint not null
)`

export const busyCalendars: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(statement).execute(db)
  },
}
