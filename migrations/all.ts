import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { frontDesk } from './0001-front-desk.ts'

/** All migrations, in order. Append only. Each runs once, on both engines. tables.ts explains the columns. */
export const migrations: Record<string, Migration> = {
  '0001-front-desk': run(frontDesk),
  // Stores a row for every five minutes of a call. The primary key prevents overlapping calls.
  '0002-calls': run(`
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
`),
  // Stores busy times from the owner's calendars. The key is a hash of the calendar's URL, which is secret.
  '0003-busy-calendars': run(`
create table busy_calendars (
  key text primary key,
  spans text not null,
  until bigint not null,
  failing_since bigint,
  told bigint not null
)
`),
  // Stores today's visitors, who are deleted at midnight, and the numbers of earlier days.
  '0004-counting': run(`
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
`),
  // Stores a row per visitor and day, and today's totals.
  '0005-visits': run(`
create table visits (visitor text primary key, day text not null, marks text not null);
create index visits_by_day on visits (day);
create table visit_sums (name text primary key, kind text not null, value text not null);
`),
  // Stores whether someone used a link in the call's emails. Treats existing calls as verified.
  '0006-proven-calls': run('alter table calls add column is_proven bigint not null default 1'),
  // Renames tables and columns to match the screens. SQLite can't rename an index.
  '0007-one-word': run(`
alter table waiting_mails rename to waiting_emails;
drop index waiting_mails_due;
create index waiting_emails_due on waiting_emails (due_at, is_credible, wanted_at);

alter table issue_mails rename to issue_emails;
drop index issue_mails_due;
drop index issue_mails_subscriber;
create index issue_emails_due on issue_emails (issue, state, due_at);
create index issue_emails_subscriber on issue_emails (subscriber_id);

alter table issues rename column readers to subscribers;

alter table calls rename column held_until to reserved_until;
drop index calls_held_until;
create index calls_reserved_until on calls (reserved_until);
update calls set state = 'reserved' where state = 'held';

alter table busy_calendars rename column told to is_reported;

alter table visits rename column marks to events;
alter table visit_marks rename to visit_events;
alter table counted_days rename to daily_visits;

update leads set status = 'suspicious' where status = 'held';
update subscribers set state = 'suspicious' where state = 'held';
update settings set key = 'paused' where key = 'muted';
update settings set key = 'chat-key' where key = 'talk-key'
`),
  // Drops visit_events, which no release wrote to.
  '0008-no-visit-events': run('drop table visit_events'),
  // Renames “requests” to “leads” in the stored visit totals.
  '0009-leads-of-visits': run(`update daily_visits set totals = replace(totals, '"requests"', '"leads"')`),
  // Moves issue emails into the outbox. The indexes skip them, so 100,000 rows don't slow others down. A Message-ID
  // is derived from the id and the sender.
  '0010-one-outbox': run(`
create table joined_outbox (
  id text primary key,
  kind text not null,
  about text references leads (reference) on delete cascade,
  batch text references issues (slug),
  recipient text,
  from_name text not null,
  from_address text not null,
  to_name text not null,
  to_address text not null,
  reply_to_name text,
  reply_to_address text,
  subject text not null,
  text text not null,
  html text,
  headers text not null,
  state text not null,
  attempts bigint not null,
  due_at bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint
);
insert into joined_outbox
select id, kind, about, null, null, from_name, from_address, to_name, to_address, reply_to_name, reply_to_address,
  subject, text, html, headers, state, attempts, due_at, last_error, created_at, sent_at
from outbox;
insert into joined_outbox
select issue || '.' || subscriber_id, 'issue', null, issue, subscriber_id, '', '', '', '', null, null,
  '', '', null, '{}', issue_emails.state, attempts, due_at, answer, created_at, sent_at
from issue_emails join issues on slug = issue;
drop table outbox;
drop table issue_emails;
alter table joined_outbox rename to outbox;

create index outbox_due on outbox (state, due_at) where batch is null or state = 'sending';
create index outbox_state on outbox (state, created_at, id)
  where batch is null or state = 'failed' or state = 'unknown';
create index outbox_kind on outbox (kind, state) where batch is null;
create index outbox_address on outbox (to_address, id) where batch is null;
create index outbox_about on outbox (about) where about is not null;
create index outbox_batch on outbox (batch, state, due_at) where batch is not null;
create index outbox_recipient on outbox (recipient) where recipient is not null;
create index issues_open on issues (created_at, slug) where finished_at is null
`),
  // Moves waiting_emails into the outbox. A rate-limited email is now a row that's due later and counted when it's sent.
  '0011-later-emails': run(`
alter table outbox add column details text;
insert into outbox (id, kind, recipient, from_name, from_address, to_name, to_address, subject, text, headers, state,
  attempts, due_at, created_at, details)
select 'newsletter.' || id, 'newsletter-confirmation', id, '', '', '', email, '', '', '{}', 'queued',
  0, due_at, wanted_at, '{"network":' || case when network is null then 'null' else '"' || network || '"' end
    || ',"isCredible":' || case when is_credible = 1 then 'true' else 'false' end || '}'
from waiting_emails join subscribers on id = subscriber_id;
drop table waiting_emails
`),
  // Drops daily_visits.totals. It's now computed from the numbers.
  '0012-no-totals': run('alter table daily_visits drop column totals'),
  // Queues call reminders. calls.id is the lead's reference, so it matches outbox.about.
  '0013-reminders': run(`
update outbox set kind = replace(kind, 'call-reminder', 'call-reminder-hour')
where kind like 'call-reminder%' and about in (select id from calls where reminders > 1);
insert into outbox (id, kind, about, from_name, from_address, to_name, to_address, subject, text, headers, state,
  attempts, due_at, created_at)
select email_kind || '.' || calls.id, email_kind, lead, '', '', '', case when is_visitor = 1 then email else '' end, '', '',
  '{"Auto-Submitted":"auto-generated"}', 'queued', 0, starts_at - before_ms, changed_at
from calls join leads on reference = lead join (
  select 'call-reminder' as email_kind, 1 as is_visitor, 0 as sent, 86400000 as before_ms
  union all select 'call-reminder-owner', 0, 0, 86400000
  union all select 'call-reminder-hour', 1, 1, 3600000
  union all select 'call-reminder-hour-owner', 0, 1, 3600000
) as kinds on reminders <= sent
where calls.state = 'booked';
alter table calls drop column reminders
`),
  '0014-verified-calls': run('alter table calls rename column is_proven to is_verified'),
  // Stores when the owner wrote a lead's note. Earlier notes have no time.
  '0016-note-times': run('alter table leads add column noted_at bigint'),
  // Stores the owner's settings for an unsent issue. The index speeds up counting recent sign-ups.
  '0017-issue-drafts': run(`
create table issue_drafts (slug text primary key, subject text, preview text, tested_at bigint);
create index subscribers_confirmed_at on subscribers (confirmed_at)
`),
  // A blocked time can include calls, so it no longer reserves slots.
  '0019-owner-calendar': run(`
alter table busy_calendars add column events text not null default '[]';
alter table busy_calendars add column synced_at bigint;
alter table calls add column booked_by text not null default 'visitor';
update calls set booked_by = 'owner' where state = 'blocked';
delete from call_moments where call in (select id from calls where state = 'blocked')
`),
  // Stores an email's failed attempts, to show them to the owner.
  '0021-email-failures': run('alter table outbox add column failures text'),
  // Stores a call's kind, the visitor's answers to the owner's questions, and the number to call.
  '0022-call-questions': run(`
alter table calls add column kind text;
alter table leads add column answers text;
update calls set zone = 'UTC' where zone like '%[%' or zone like '%:%';
alter table leads add column phone text
`),
}

function run(statements: string): Migration {
  return {
    up: async (db) => {
      for (const statement of statements.trim().split(/;\s*/).filter(Boolean)) await sql.raw(statement).execute(db)
    },
  }
}
