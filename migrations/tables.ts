import type { Generated, Kysely } from 'kysely'
import type { DetailColumn, LeadKind, RequiredColumn } from '../server/leads/fields.ts'

/** Both engines store times as ms since 1970, lists and maps as JSON, and booleans as 0 and 1. */
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
    /** A keyed hash. The key is deleted with the day, and after 24 hours. */
    visitor: string
    /** When the key was made (ISO 8601). */
    day: string
    /** JSON: `VisitEvent[]` */
    events: string
  }
  /** Today's numbers so far: `DayNumbers[kind][name]`. */
  visit_sums: {
    kind: 'done' | 'devices' | 'speed'
    /** Unique among all kinds. */
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

/** The database, or a transaction in it. */
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
  /** ID of the digest email that lists this lead; null if the lead has its own email. */
  digest: string | null
  /** JSON: `[question, answer][]`, as the questions were when the call was booked. */
  answers: string | null
  created_at: number
  /** The chat of a consultation, as JSON. */
  transcript: string | null
  /** 1 if the visitor left without sending it; 0 once it was sent. */
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
  /** The lead it's about. */
  about: string | null
  /** The issue it belongs to. Issue emails go out after all others, at most once. */
  batch: string | null
  /** The subscriber who gets the email. Issue emails store no email address, so erasing the subscriber leaves no copy of it. */
  recipient: string | null
  /** The columns from here to `headers` are empty until the email is rendered, just before it's sent. */
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
  /** When to send it; while it's being sent, when the claim expires. */
  due_at: number
  /** The mail server's last reply. */
  last_error: string | null
  /** JSON: `Failure[]`, the latest failed attempts, or null. */
  failures: string | null
  created_at: number
  /** When it was sent or, in other states, when an earlier attempt might have arrived. */
  sent_at: number | null
  /** Data for its limits, as JSON. Null once it's counted and rendered. */
  details: string | null
}

/** `sending` is set before transmission. An `unknown` issue email might have arrived, so only the owner can retry it. */
export type EmailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown'

export type SubscriberRow = {
  id: string
  /** A keyed hash of the email address, so it doesn't reveal whether the address was already on the list. */
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

/** `suspicious`: perhaps signed up by a bot. `bounced`: no such mailbox. `complained`: reported an issue as spam. */
export type SubscriberState = 'suspicious' | 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'

/** The hash of an address that must get no issue, even if it's imported again. Outlives the subscriber. */
export type SuppressionRow = {
  email_hash: string
  reason: 'unsubscribed' | 'forgotten' | 'removed' | 'bounced' | 'complained'
  created_at: number
}

/** An issue as it was rendered when the owner sent it. */
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
  /** Consecutive emails that were refused permanently or got no reply. */
  refusals: number
  deferrals: number
  /** Earliest time for the next email. A scheduled issue starts then. */
  next_at: number
  created_at: number
  finished_at: number | null
  /** The database it's sent from (`Database.identity`). */
  database_id: string
}

/** A `scheduled` issue queues its emails at its time. A `paused` issue without emails hasn't started. */
export type IssueState = 'scheduled' | 'sending' | 'paused' | 'done' | 'cancelled'

/** The owner's settings for an issue before it's sent. */
export type IssueDraftRow = {
  slug: string
  /** Null if it's the article's title. */
  subject: string | null
  /** Null if it's the article's description. */
  preview: string | null
  /** When the last test was sent. */
  tested_at: number | null
}

export type LimitRow = { key: string; count: number; ends_at: number }

/** A call, or a blocked time without a lead. */
export type CallRow = {
  /** A call's lead reference, or a blocked time's own. */
  id: string
  /** Its kind in content/calls.yaml; null if there's only one. */
  kind: string | null
  lead: string | null
  /** Identifies the event in calendars (RFC 5545, 3.8.4.7). */
  uid: string
  /**
   * `reserved`: unconfirmed. Expires as `cancelled` with sequence 0. The visitor can still confirm it while the time is free.
   * `requested`: confirmed, but its time stays free until the owner approves it.
   */
  state: 'booked' | 'reserved' | 'requested' | 'cancelled' | 'blocked'
  starts_at: number
  ends_at: number
  /** The visitor's time zone (IANA). */
  zone: string
  /** The mailbox of an upcoming call. It's unique, so a mailbox has at most one. */
  open_key: string | null
  /** Grows with each change (RFC 5546, 2.1.4). */
  sequence: number
  /** When the time becomes free unless the call is confirmed by email. */
  reserved_until: number | null
  /** 1 once someone used a link in its emails within the shares of verified calls, or the owner changed it. */
  is_verified: number
  /** Who booked it. The owner books for people who ask by phone, for example. */
  booked_by: 'visitor' | 'owner'
  /** Why the owner blocked or canceled it, or why the visitor canceled it. */
  note: string | null
  created_at: number
  changed_at: number
}

/** One of the owner's calendars, as last read. */
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
  /** 1 once the owner got an email about the failure. */
  is_reported: number
}
