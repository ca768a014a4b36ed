import type { Generated, Kysely } from 'kysely'
import type { DetailColumn, LeadKind, RequiredColumn } from '../server/leads/fields.ts'

/** Both engines store times as ms since 1970, lists and maps as JSON, and booleans as 0 and 1. */
export type Tables = {
  leads: LeadRow
  outbox: OutboxRow
  subscribers: SubscriberRow
  suppressions: SuppressionRow
  issues: Omit<IssueRow, 'deferrals'> & { deferrals: Generated<number> }
  calls: CallRow
  call_moments: CallMomentRow
  busy_calendars: BusyCalendarRow
  visits: VisitRow
  visit_sums: VisitSumRow
  daily_visits: DailyVisitRow
  limits: LimitRow
  settings: SettingRow
}

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>

export type TableName = keyof Tables

/** Primary keys. Tables come before those that reference them. */
export const keysOf = {
  leads: ['reference'],
  subscribers: ['id'],
  suppressions: ['email_hash'],
  issues: ['slug'],
  outbox: ['id'],
  calls: ['id'],
  call_moments: ['moment'],
  busy_calendars: ['key'],
  visits: ['visitor'],
  visit_sums: ['name'],
  daily_visits: ['day'],
  limits: ['key'],
  settings: ['key'],
} as const satisfies Record<TableName, readonly string[]>

export const tableNames = Object.keys(keysOf) as TableName[]

export type LeadRow = {
  reference: string
  kind: LeadKind
  status: LeadStatus
  reasons: string
  request_key: string | null
  email_key: string
  page: string | null
  referrer: string | null
  campaign: string
  language: string | null
  network: string | null
  note: string | null
  answered_at: number | null
  /** Id of the email that announces several leads; null if the lead has its own. */
  digest: string | null
  created_at: number
  /** JSON: the chat of a consultation. */
  transcript: string | null
  /** 1 if the visitor left without sending it; 0 once it was sent. */
  abandoned: number | null
  /** The text as the visitor saw it. */
  consent_words: string | null
  consent_at: number | null
  updated_at: number | null
} & Record<RequiredColumn, string> &
  Record<DetailColumn, string | null>

type LeadStatus = 'ok' | 'suspicious' | 'spam'

export type OutboxRow = {
  id: string
  kind: string
  /** The lead it's about. */
  about: string | null
  /** The issue it belongs to. Such an email goes out after all others, and never twice. */
  batch: string | null
  /** The subscriber it's to. Without an address in a batch, since it may be forgotten. */
  recipient: string | null
  /** Empty, like all up to `headers`, if it's read when the email is sent. */
  from_name: string
  from_address: string
  to_name: string
  to_address: string
  reply_to_name: string | null
  reply_to_address: string | null
  subject: string
  text: string
  html: string | null
  headers: string
  state: EmailState
  attempts: number
  /** If queued, when to try; if being sent, when the claim ends. */
  due_at: number
  /** The mail server's last answer; null if it was sent, except in a batch. */
  last_error: string | null
  created_at: number
  sent_at: number | null
  /** JSON: what decides, when it's due, whether its limits allow it. Null once it's counted and written. */
  details: string | null
}

/** `sending` is set before the transmission. `unknown` (in a batch only) may have arrived, so only the owner retries it. */
export type EmailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown'

export type SubscriberRow = {
  id: string
  /** Always the same for an address, so that it doesn't reveal whether the address was known. */
  reference: string
  email: string
  email_key: string
  state: SubscriberState
  reasons: string
  request_key: string | null
  consent_words: string
  consent_page: string | null
  consent_network: string | null
  consent_at: number
  confirmed_at: number | null
  unsubscribed_at: number | null
  created_at: number
}

/** `suspicious`: may come from a robot. `bounced`: no such mailbox. `complained`: reported an issue as spam. */
export type SubscriberState = 'suspicious' | 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'

/** An address that must get no issue, even if imported again. Outlives the subscriber and can't be read back. */
export type SuppressionRow = {
  email_hash: string
  reason: SuppressionReason
  created_at: number
}

type SuppressionReason = 'unsubscribed' | 'forgotten' | 'removed' | 'bounced' | 'complained'

/** As rendered when the owner sent it. */
export type IssueRow = {
  slug: string
  subject: string
  from_name: string
  from_address: string
  /** `text` and `html` contain `unsubscribePlaceholder` for each subscriber's own link. */
  text: string
  html: string
  subscribers: number
  state: IssueState
  paused_because: string | null
  /** Consecutive emails that were refused permanently, or ended without an answer. */
  refusals: number
  deferrals: number
  next_at: number
  created_at: number
  finished_at: number | null
  /** The database it's sent from (`Database.identity`). */
  database_id: string
}

export type IssueState = 'sending' | 'paused' | 'done' | 'cancelled'

export type LimitRow = { key: string; count: number; ends_at: number }

type SettingRow = { key: string; value: string }

/** A call, or a blocked time, which has no lead. */
export type CallRow = {
  /** A call has the reference of its lead. */
  id: string
  lead: string | null
  /** Identifies the event in calendars (RFC 5545, 3.8.4.7). */
  uid: string
  state: CallState
  starts_at: number
  ends_at: number
  /** The visitor's time zone (IANA). */
  zone: string
  /** The mailbox of an upcoming call. Unique, so a mailbox has at most one. */
  open_key: string | null
  /** Grows with each change (RFC 5546, 2.1.4). */
  sequence: number
  /** When the time of a call that isn't confirmed by email becomes free. */
  reserved_until: number | null
  /** 1 once somebody used a link in its emails, or the owner changed it. */
  is_proven: number
  /** Reminders sent so far. */
  reminders: number
  /** Why the owner blocked or canceled it. */
  note: string | null
  created_at: number
  changed_at: number
}

/** `reserved`: unconfirmed; ends as `cancelled` with sequence 0, and can be confirmed while the time is free. */
type CallState = 'booked' | 'reserved' | 'cancelled' | 'blocked'

/** The start of each five-minute slot of a call, including the pause after it. */
type CallMomentRow = { moment: number; call: string }

/** One of the owner's calendars, as last read. */
export type BusyCalendarRow = {
  key: string
  /** JSON: `[from, to]` of busy times. */
  spans: string
  until: number
  failing_since: number | null
  /** 1 once the owner has an email about it. */
  is_reported: number
}

/** What a visitor did on a day; deleted soon after midnight. */
type VisitRow = {
  /** A keyed hash. The key is deleted with the day. */
  visitor: string
  day: string
  /** JSON: `VisitEvent[]` */
  events: string
}

/** Today's numbers so far: `DayNumbers[kind][name]`. */
type VisitSumRow = {
  kind: 'done' | 'devices' | 'speed'
  /** Unique among all kinds. */
  name: string
  /** JSON */
  value: string
}

type DailyVisitRow = {
  day: string
  /** JSON: `DayNumbers` */
  numbers: string
}
