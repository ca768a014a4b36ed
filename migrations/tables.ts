import type { Generated, Kysely } from 'kysely'
import type { DetailColumn, LeadKind, RequiredColumn } from '../server/leads/fields.ts'

/** The database schema. Both engines store times as ms since 1970, lists and maps as JSON, and booleans as 0 and 1. */
export type Tables = {
  leads: LeadRow
  outbox: OutboxRow
  subscribers: SubscriberRow
  suppressions: SuppressionRow
  issues: Omit<IssueRow, 'deferrals'> & { deferrals: Generated<number> }
  issue_drafts: IssueDraftRow
  calls: CallRow
  /** The start of each five-minute slot of a call, including the pause after it. */
  call_moments: { moment: number; call: string }
  busy_calendars: BusyCalendarRow
  /** A visitor's actions today, deleted soon after midnight. */
  visits: {
    /** A keyed hash of the visitor. The key is deleted at the end of the day, and after at most 24 hours. */
    visitor: string
    /** When the key was made (ISO 8601). */
    day: string
    /** JSON: `VisitEvent[]` */
    events: string
  }
  /** Today's numbers so far: `DayNumbers[kind][name]`. */
  visit_sums: {
    kind: 'done' | 'devices' | 'speed'
    /** Unique across all kinds. */
    name: string
    /** JSON */
    value: string
  }
  daily_visits: {
    day: string
    /** JSON: `DayNumbers` */
    numbers: string
  }
  limits: LimitRow
  settings: { key: string; value: string }
}

/** A database handle or a transaction. */
export type Db = Kysely<Tables>

export type TableName = keyof Tables

/** Primary keys. Tables come before those that reference them. */
export const keysOf = {
  leads: ['reference'],
  subscribers: ['id'],
  suppressions: ['email_hash'],
  issues: ['slug'],
  issue_drafts: ['slug'],
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
  status: 'ok' | 'suspicious' | 'spam'
  reasons: string
  request_key: string | null
  email_key: string
  page: string | null
  referrer: string | null
  campaign: string
  language: string | null
  network: string | null
  note: string | null
  noted_at: number | null
  answered_at: number | null
  /** ID of the digest email that lists this lead. Null if the lead has its own email. */
  digest: string | null
  /** JSON: `[question, answer][]`, with the questions' wording at the time of booking. */
  answers: string | null
  created_at: number
  /** The chat of a consultation, as JSON. */
  transcript: string | null
  /** 1 if the visitor left without sending the form, 0 once they sent it. */
  abandoned: number | null
  /** The consent text the visitor saw. */
  consent_words: string | null
  consent_at: number | null
  updated_at: number | null
} & Record<RequiredColumn, string> &
  Record<DetailColumn, string | null>

export type OutboxRow = {
  id: string
  kind: string
  /** Reference of the lead the email is about. */
  about: string | null
  /** The issue the email belongs to. Issue emails go out after all others, at most once. */
  batch: string | null
  /** The subscriber who gets the email. Issue emails store no email address, so erasing the subscriber leaves no copy of it. */
  recipient: string | null
  /** The columns from `from_name` to `headers` are empty until the email is rendered, just before it's sent. */
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
  /** When to send the email. While it's being sent, the time its claim expires. */
  due_at: number
  /** The mail server's last reply. */
  last_error: string | null
  /** JSON: `Failure[]`, the latest failed attempts, or null. */
  failures: string | null
  created_at: number
  /** When the email was sent. In other states, the time of an earlier attempt that might have arrived. */
  sent_at: number | null
  /** Data for counting the email against its limits, as JSON. Null once it's counted and rendered. */
  details: string | null
}

/** `sending`: set before transmission. `unknown`: an issue email might have arrived, so only the owner can retry it. */
export type EmailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown'

export type SubscriberRow = {
  id: string
  /** A keyed hash of the email address. Repeated sign-ups get the same one, so it doesn't reveal who's on the list. */
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

/** `suspicious`: possibly signed up by a bot. `bounced`: no such mailbox. `complained`: reported an issue as spam. */
export type SubscriberState = 'suspicious' | 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'

/** The hash of an address that must not get issues, even if it's imported again. Outlives the subscriber. */
export type SuppressionRow = {
  email_hash: string
  reason: 'unsubscribed' | 'forgotten' | 'removed' | 'bounced' | 'complained'
  created_at: number
}

/** An issue, rendered when the owner sent it. */
export type IssueRow = {
  slug: string
  subject: string
  from_name: string
  from_address: string
  /** `text` and `html` contain `unsubscribePlaceholder` for each subscriber's own link. */
  text: string
  html: string
  /** Number of recipients. For a scheduled issue, the number the owner confirmed. */
  subscribers: number
  state: IssueState
  paused_because: string | null
  /** Number of consecutive emails that were refused permanently or got no reply. */
  refusals: number
  deferrals: number
  /** Earliest time for the next email. A scheduled issue starts then. */
  next_at: number
  created_at: number
  finished_at: number | null
  /** The database the issue is sent from (`Database.identity`). */
  database_id: string
}

/** A `scheduled` issue queues its emails at `next_at`. A `paused` issue without emails hasn't started. */
export type IssueState = 'scheduled' | 'sending' | 'paused' | 'done' | 'cancelled'

/** The owner's settings for an issue before it's sent. */
export type IssueDraftRow = {
  slug: string
  /** Null to use the article's title. */
  subject: string | null
  /** Null to use the article's description. */
  preview: string | null
  /** When the last test was sent. */
  tested_at: number | null
}

export type LimitRow = { key: string; count: number; ends_at: number }

/** A call, or a blocked time without a lead. */
export type CallRow = {
  /** Reference of the call's lead, or of the blocked time itself. */
  id: string
  /** The call's kind in content/calls.yaml. Null if there's only one kind. */
  kind: string | null
  lead: string | null
  /** Identifies the event in calendars (RFC 5545, 3.8.4.7). */
  uid: string
  /**
   * `reserved`: unconfirmed. Expires as `cancelled` with sequence 0. Can still be confirmed while the time is free.
   * `requested`: confirmed by the visitor. The time stays free until the owner approves the call.
   */
  state: 'booked' | 'reserved' | 'requested' | 'cancelled' | 'blocked'
  starts_at: number
  ends_at: number
  /** The visitor's time zone (IANA). */
  zone: string
  /** The visitor's mailbox while the call is upcoming. Unique, so a mailbox has at most one upcoming call. */
  open_key: string | null
  /** Incremented with each change (RFC 5546, 2.1.4). */
  sequence: number
  /** When the reservation expires, unless the visitor confirms the call by email. */
  reserved_until: number | null
  /** 1 once the owner changed the call, or someone used a link in its emails without exceeding `timeShares.verified`. */
  is_verified: number
  /** Who booked the call. The owner can book for someone who phones, for example. */
  booked_by: 'visitor' | 'owner'
  /** The owner's reason for blocking the time, or either side's reason for canceling the call. */
  note: string | null
  created_at: number
  changed_at: number
}

/** One of the owner's calendars, as of the last sync. */
export type BusyCalendarRow = {
  key: string
  /** JSON: `[from, to]` of busy times. */
  spans: string
  /** JSON: `[from, to, title][]`, for the owner only */
  events: string
  until: number
  /** Null until the first sync. */
  synced_at: number | null
  failing_since: number | null
  /** 1 once the owner got an email about the sync failure. */
  is_reported: number
}
