import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A call takes each five minutes as a row of its own, so that the key refuses a second call, on both engines alike. */
const statements = `
create table calls (
  id text primary key,
  lead text unique references leads (reference) on delete cascade,
  uid text not null,
  state text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  zone text not null,
  open_key text unique,
  sequence bigint not null,
  held_until bigint,
  reminders bigint not null,
  note text,
  created_at bigint not null,
  changed_at bigint not null
);
create index calls_starts_at on calls (starts_at, id);
create index calls_held_until on calls (held_until);

create table call_moments (moment bigint primary key, call text not null references calls (id) on delete cascade);
create index call_moments_call on call_moments (call);
`

export const calls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements.trim().split(/;\s*/).filter(Boolean)) await sql.raw(statement).execute(db)
  },
}
