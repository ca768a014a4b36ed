import { sql } from 'kysely'
import type { CallRow, Db, OutboxRow } from '../../migrations/tables.ts'
import { pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { findEmailsOf, renderForDisplay } from '../../platform/email/outbox/store.ts'
import { mailboxLimitKeys } from '../../platform/limits/email-limits.ts'
import { readLimit } from '../../platform/limits/limit-rows.ts'
import { parsedOrRaw } from '../../platform/text/csv.ts'
import { formatIsoTime } from '../../platform/text/time-text.ts'
import { findCall } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { leadRecord } from '../leads/lead-record.ts'
import { findLeadsOf } from '../leads/store.ts'
import { emailLimitKey } from '../newsletter/email-limits.ts'
import { exportSubscriber } from '../newsletter/export-subscriber.ts'
import { referenceIn } from './erase-mentions.ts'
import { createPersonMatcher } from './person-matcher.ts'

/** Exports everything stored about a person. Times are ISO 8601 in UTC. `mentionedIn`: other people's leads. */
export async function exportPerson({ database, salt, renderEmail, now }: Context, email: string) {
  const { db } = database
  const key = emailKey(email)
  const leads = await findLeadsOf(db, key)
  const references = leads.map(({ reference }) => reference)
  const calls = await Promise.all(references.map((reference) => findCall(db, reference)))
  const rows = await findEmailsOf(db, key, references)
  const emails = rows.map(async (row) => emailRecord(await renderForDisplay(db, row, renderEmail), key))
  return {
    email,
    exportedAt: new Date(now()).toISOString(),
    leads: leads.map((lead) => parsedOrRaw(lead, leadRecord)),
    calls: calls.filter((call) => call !== undefined).map(callRecord),
    emails: await Promise.all(emails),
    ...(await exportSubscriber(db, key, salt)),
    counters: await readCounters(db, key, salt),
    mentionedIn: await referencesMentioning(db, email, references),
  }
}

/** Counts the emails to a mailbox in each current limit window. */
async function readCounters(db: Db, key: string, salt: string) {
  // Same order as `mailboxLimitNames`.
  const [receipts = '', newsletterToMailbox = '', allEmails = ''] = mailboxLimitKeys(key, salt)
  const keysByName = {
    'emails to the mailbox': allEmails,
    'receipts to the mailbox': receipts,
    'newsletter emails to the mailbox': newsletterToMailbox,
    'newsletter emails': emailLimitKey(key, salt),
  }
  const counters: { of: string; count: number; until: string | null }[] = []
  for (const [of, limitKey] of Object.entries(keysByName)) {
    const limit = await readLimit(db, limitKey)
    if (limit !== undefined) counters.push({ of, count: limit.count, until: formatIsoTime(limit.ends_at) })
  }
  return counters
}

/** The column with a lead's reference, by table to search. */
const referenceColumns = { leads: 'reference', outbox: 'about' } as const
/** Maximum rows in memory. A lead with its chat can have 30 kB. */
const pageSize = 200

/** Finds references of other people's leads that mention the person, either in the lead or in its emails. */
async function referencesMentioning(db: Db, email: string, own: readonly string[]): Promise<string[]> {
  const person = createPersonMatcher([email])
  const mentioning = new Set<string>()
  const isMentionedIn = (row: Row) =>
    Object.values(row).some((value) => typeof value === 'string' && person.isIn(value))
  for (const table of ['leads', 'outbox'] as const) {
    const hasReference = sql`${sql.ref(referenceColumns[table])} is not null`
    for await (const page of pagesOf(db, table, pageSize, hasReference)) {
      for (const row of page) {
        const reference = referenceIn(table, row)
        if (reference === undefined || own.includes(reference) || mentioning.has(reference)) continue
        if (isMentionedIn(row)) mentioning.add(reference)
      }
    }
  }
  return [...mentioning].toSorted()
}

function callRecord({ id, state, starts_at, ends_at, zone, created_at, changed_at }: CallRow) {
  const times = { startsAt: formatIsoTime(starts_at), endsAt: formatIsoTime(ends_at) }
  return { lead: id, state, ...times, zone, createdAt: formatIsoTime(created_at), changedAt: formatIsoTime(changed_at) }
}

/** Exports an email. Leaves out the text of emails to the owner, which repeats the lead. */
function emailRecord(email: OutboxRow, key: string) {
  return {
    lead: email.about,
    kind: email.kind,
    to: email.to_address,
    ...(emailKey(email.to_address) === key && { subject: email.subject, text: email.text }),
    state: email.state,
    attempts: email.attempts,
    createdAt: formatIsoTime(email.created_at),
    sentAt: formatIsoTime(email.sent_at),
    answer: email.last_error,
  }
}
