/** Creates the first tables. */
export const frontDesk = `
create table settings (key text primary key, value text not null);

create table limits (key text primary key, count bigint not null, ends_at bigint not null);
create index limits_ends_at on limits (ends_at);

create table leads (
  reference text primary key,
  kind text not null,
  status text not null,
  reasons text not null,
  request_key text unique,
  name text not null,
  email text not null,
  email_key text not null,
  project text not null,
  page text,
  referrer text,
  campaign text not null,
  language text,
  network text,
  note text,
  answered_at bigint,
  digest text,
  created_at bigint not null,
  company text,
  budget text,
  timeline text,
  requirements text,
  transcript text,
  abandoned bigint,
  consent_words text,
  consent_at bigint,
  updated_at bigint
);
create index leads_created_at on leads (created_at, reference);
create index leads_email_key on leads (email_key);
create index leads_answered on leads (status, answered_at, created_at, reference);
create index leads_digest on leads (digest);

create table outbox (
  id text primary key,
  kind text not null,
  about text references leads (reference) on delete cascade,
  from_name text not null,
  from_address text not null,
  to_name text not null,
  to_address text not null,
  reply_to_name text,
  reply_to_address text,
  subject text not null,
  text text not null,
  html text,
  message_id text not null unique,
  headers text not null,
  state text not null,
  attempts bigint not null,
  due_at bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint
);
create index outbox_due on outbox (state, due_at);
create index outbox_about on outbox (about);
create index outbox_state on outbox (state, created_at, id);
create index outbox_kind on outbox (kind, state);

create table subscribers (
  id text primary key,
  reference text not null,
  email text not null,
  email_key text not null unique,
  state text not null,
  reasons text not null,
  request_key text,
  consent_words text not null,
  consent_page text,
  consent_network text,
  consent_at bigint not null,
  confirmed_at bigint,
  unsubscribed_at bigint,
  created_at bigint not null
);
create index subscribers_state on subscribers (state, created_at, id);

create table waiting_mails (
  subscriber_id text primary key references subscribers (id) on delete cascade,
  network text,
  is_credible bigint not null,
  wanted_at bigint not null,
  due_at bigint not null
);
create index waiting_mails_due on waiting_mails (due_at, is_credible, wanted_at);

create table suppressions (email_hash text primary key, reason text not null, created_at bigint not null);

create table issues (
  slug text primary key,
  subject text not null,
  from_name text not null,
  from_address text not null,
  text text not null,
  html text not null,
  readers bigint not null,
  state text not null,
  paused_because text,
  database_id text not null,
  refusals bigint not null,
  deferrals bigint not null default 0,
  next_at bigint not null,
  created_at bigint not null,
  finished_at bigint
);

create table issue_mails (
  issue text not null references issues (slug),
  subscriber_id text not null,
  state text not null,
  attempts bigint not null,
  due_at bigint not null,
  answer text,
  sent_at bigint,
  primary key (issue, subscriber_id)
);
create index issue_mails_due on issue_mails (issue, state, due_at);
create index issue_mails_subscriber on issue_mails (subscriber_id);
`
