import type { Generated } from 'kysely'

/**
 * The database as the queries see it; migrations/ makes it so. Times are milliseconds since 1970, lists and maps are
 * JSON in text, truths are 0 and 1: what SQLite and PostgreSQL hold alike.
 */
export type Tables = {
  leads: LeadRow
  outbox: OutboxRow
  subscribers: SubscriberRow
  waiting_mails: WaitingMailRow
  suppressions: SuppressionRow
  issues: Omit<IssueRow, 'deferrals'> & { deferrals: Generated<number> }
  issue_mails: IssueMailRow
  limits: LimitRow
  settings: SettingRow
}

export type TableName = keyof Tables

/**
 * The primary key of every table: one that is not named here cannot be added. What is referred to stands before what refers
 * to it.
 */
export const keysOf = {
  leads: ['reference'],
  outbox: ['id'],
  subscribers: ['id'],
  waiting_mails: ['subscriber_id'],
  suppressions: ['email_hash'],
  issues: ['slug'],
  issue_mails: ['issue', 'subscriber_id'],
  limits: ['key'],
  settings: ['key'],
} as const satisfies Record<TableName, readonly string[]>

export const tableNames = Object.keys(keysOf) as TableName[]

export type LeadRow = {
  /** Primary key, and what the visitor is told. */
  reference: string
  kind: 'contact' | 'consultation'
  status: LeadStatus
  /** JSON: why it is held. */
  reasons: string
  /** Unique; what makes a repeat a repeat. */
  request_key: string | null
  name: string
  email: string
  /** `email` in lower case, to find all of one person. */
  email_key: string
  project: string
  page: string | null
  referrer: string | null
  /** JSON: the utm_* parameters. */
  campaign: string
  language: string | null
  /** The sender's address, shortened to /24 or /48. */
  network: string | null
  /** The owner's own words on it. */
  note: string | null
  /** When the owner said that it is answered; null while it waits. */
  answered_at: number | null
  /** Id of the mail that tells the owner of it together with others; null where it has one of its own. */
  digest: string | null
  created_at: number
} & ConsultationColumns

/** What only a consultation has; a contact has null in all of it, and what is not known is null too, or ''. */
export type ConsultationColumns = {
  company: string | null
  budget: string | null
  timeline: string | null
  requirements: string | null
  /** JSON: the talk that it came from (src/features/leads/transcript.ts). */
  transcript: string | null
  /** 1 while the visitor has left without sending it; 0 once it was sent. */
  abandoned: number | null
  /** What the visitor has agreed to, as it was shown. Later edits of the content leave it as it was. */
  consent_words: string | null
  consent_at: number | null
  /** When anything above was last changed. */
  updated_at: number | null
}

type LeadStatus = 'ok' | 'held' | 'spam'

export type OutboxRow = {
  id: string
  /** What it is for, in the words of the feature that wrote it; for lists and logs. */
  kind: string
  /** Reference of the lead that it is about; it goes with the lead. */
  about: string | null
  from_name: string
  from_address: string
  to_name: string
  to_address: string
  reply_to_name: string | null
  reply_to_address: string | null
  /** This and the two below are '' and null where the words are made when it is sent (src/server/mail/mail-words.ts). */
  subject: string
  text: string
  html: string | null
  /** Stays the same however often the mail is tried, so that a receiver can tell a repeat. */
  message_id: string
  /** JSON: further headers. */
  headers: string
  state: MailState
  attempts: number
  /** Of a queued mail: when to try. Of one being sent: when the claim on it ends. */
  due_at: number
  last_error: string | null
  created_at: number
  sent_at: number | null
}

export type MailState = 'queued' | 'sending' | 'sent' | 'failed'

export type SubscriberRow = {
  /** Random; what the links in mails name. */
  id: string
  /** What the reader is told; always the same for one address, so that it tells nobody whether the address was known. */
  reference: string
  email: string
  /** Unique; one for all spellings of an address. */
  email_key: string
  state: SubscriberState
  /** JSON: why it is held. */
  reasons: string
  /** The form's idempotency key of the sign-up that the row stems from. */
  request_key: string | null
  /** The words beside the button that was pressed. Later edits of the content leave them as they were. */
  consent_words: string
  consent_page: string | null
  /** The sender's address, shortened to /24 or /48. */
  consent_network: string | null
  consent_at: number
  /** Of the last time; null before it. */
  confirmed_at: number | null
  /** When it ended, in whatever way; null before it. */
  unsubscribed_at: number | null
  created_at: number
}

/**
 * `held`: signed up by something that looks like a robot; no mail was sent. Only `confirmed` ones get letters. `bounced`:
 * their mail server says that there is no such mailbox; `complained`: they called a letter unwanted.
 */
export type SubscriberState = 'held' | 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained'

/** A subscription whose mail could not go at once, and goes when there is room (src/features/newsletter/newsletter-mails.ts). */
export type WaitingMailRow = {
  /** Primary key; the row goes with the subscription. */
  subscriber_id: string
  /** Of whoever asked for the mail, shortened to /24 or /48. */
  network: string | null
  /** Whether whoever asked brought the marks of the page. */
  is_credible: number
  wanted_at: number
  /** When it may be tried again. */
  due_at: number
}

/** An address that must get no letter, whatever is imported; it outlives the subscriber's row, and cannot be read back. */
export type SuppressionRow = {
  email_hash: string
  reason: SuppressionReason
  /** 0 where a list from elsewhere says that they had left there. */
  created_at: number
}

type SuppressionReason = 'unsubscribed' | 'forgotten' | 'removed' | 'bounced' | 'complained'

/** An article on its way to the readers, as it was rendered when the owner sent it: later edits leave it as it is. */
export type IssueRow = {
  /** Of the article; primary key, so that no article goes out twice. */
  slug: string
  subject: string
  from_name: string
  from_address: string
  /** Both hold `unsubscribePlace` where each reader's own link is put. */
  text: string
  html: string
  /** How many were to get it; fewer rows than that are the readers who left before their turn. */
  readers: number
  state: IssueState
  /** Why it waits for the owner, in words; null while it does not. */
  paused_because: string | null
  /** How many mails in a row were refused for good, or have ended without an answer. */
  refusals: number
  /** How many pauses in a row the mail server has caused: not there, or asking to come later. */
  deferrals: number
  /** When the next mail may go: the pace, and the pauses that a mail server asks for. */
  next_at: number
  created_at: number
  /** When its last mail was settled; null as long as a row of it is queued or sending. */
  finished_at: number | null
  /** Which database the owner has let it go out from (`Database.identity`). */
  home: string
}

/** `paused` waits for the owner, who has also `cancelled` it. `done`: no row is queued or sending any more. */
export type IssueState = 'sending' | 'paused' | 'done' | 'cancelled'

/** One reader's mail of one issue; the pair is the primary key. It names no address: the subscriber's row has it. */
export type IssueMailRow = {
  issue: string
  subscriber_id: string
  state: IssueMailState
  attempts: number
  /** Of a queued mail: when to try. Of one being sent: when the claim on it ends. */
  due_at: number
  /** What the mail server said last, without addresses. */
  answer: string | null
  /** Also of one that is tried again: when it may have been sent. */
  sent_at: number | null
}

/**
 * `sending` is written before the transmission begins, so that whatever was under way when the power went is known.
 * `unknown`: it may have arrived, and nobody can tell; never sent again unless the owner says so.
 */
export type IssueMailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown'

export type LimitRow = { key: string; count: number; ends_at: number }

type SettingRow = { key: string; value: string }
