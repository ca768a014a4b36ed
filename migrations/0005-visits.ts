import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A row per visitor and day, and the sums of today. What is in `visit_marks` is moved in steps by the running site. */
const statements = [
  'create table visits (visitor text primary key, day text not null, marks text not null)',
  'create index visits_by_day on visits (day)',
  'create table visit_sums (name text primary key, kind text not null, value text not null)',
]

export const visits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
