import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What visitors did today, deleted at midnight, and the numbers that every day before has become. */
const statements = `
create table visit_marks (
  visitor text not null,
  what text not null,
  at bigint not null,
  device text not null,
  source text,
  speed text,
  primary key (visitor, what)
);

create table counted_days (day text primary key, totals text not null, numbers text not null);
`

export const counting: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements.trim().split(/;\s*/).filter(Boolean)) await sql.raw(statement).execute(db)
  },
}
