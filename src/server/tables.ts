/**
 * The database as the queries see it; migrations/ makes it so. Times are milliseconds since 1970, lists and maps are
 * JSON in text, truths are 0 and 1: what SQLite and PostgreSQL hold alike.
 */
export type Tables = {
  leads: LeadRow
  outbox: OutboxRow
  limits: LimitRow
  settings: SettingRow
}

export type LeadRow = {
  /** Primary key, and what the visitor is told. */
  reference: string
  kind: 'contact'
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
  created_at: number
}

type LeadStatus = 'ok' | 'held' | 'spam'

export type OutboxRow = {
  id: string
  /** What it is for, in the words of the feature that wrote it; for lists and logs. */
  kind: string
  lead_reference: string | null
  from_name: string
  from_address: string
  to_name: string
  to_address: string
  reply_to_name: string | null
  reply_to_address: string | null
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

type LimitRow = { key: string; count: number; ends_at: number }

type SettingRow = { key: string; value: string }
