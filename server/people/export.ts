import { sql } from 'kysely'
import type { CallRow, Db, OutboxRow } from '../../migrations/tables.ts'
import { pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { findEmailsOf, renderForDisplay } from '../../platform/email/outbox/store.ts'
import { mailboxLimitKeys } from '../../platform/limits/email-limits.ts'
import { readLimit } from '../../platform/limits/limit-rows.ts'
import { parsedOrRaw } from '../../platform/text/csv.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { findCall } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { leadRecord } from '../leads/lead-record.ts'
import { findLeadsOf } from '../leads/store.ts'
import { emailLimitKey } from '../newsletter/email-limits.ts'
import { exportSubscriber } from '../newsletter/subscribers.ts'
import { createPersonMatcher, referenceIn } from './erase-mentions.ts'

/** Everything stored about a person. Times are ISO 8601, UTC. Other people's leads that mention them are only named. */
export async function exportPerson({ database, salt, renderEmail, now }: Context, email: string) {
  const { db } = database
  const key = emailKey(email)
  const leads = await findLeadsOf(db, key)
  const references = leads.map(({ reference }) => reference)
  const calls = await Promise.all(references.map((reference) => findCall(db, reference)))
  const rows = await findEmailsOf(db, key, references)
  const emails = rows.map(async (row) => emailRecord(await renderForDisplay(db, row, renderEmail), key))
  const limitKeys = [...mailboxLimitKeys(key, salt), emailLimitKey(key, salt)]
  const limits = limitKeys.map((limitKey) => readLimit(db, limitKey))
  const [receipts, newsletterEmailsToMailbox, all, newsletterEmails] = await Promise.all(limits)
  const allCounters = [
    { of: 'emails to the mailbox', limit: all },
    { of: 'receipts to the mailbox', limit: receipts },
    { of: 'newsletter emails to the mailbox', limit: newsletterEmailsToMailbox },
    { of: 'newsletter emails', limit: newsletterEmails },
  ]
  return {
    email,
    exportedAt: new Date(now()).toISOString(),
    leads: leads.map((lead) => parsedOrRaw(lead, leadRecord)),
    calls: calls.filter((call) => call !== undefined).map(callRecord),
    emails: await Promise.all(emails),
    ...(await exportSubscriber(db, key, salt)),
    counters: allCounters.flatMap(({ of, limit }) => {
      return limit === undefined ? [] : [{ of, count: limit.count, until: isoTime(limit.ends_at) }]
    }),
    mentionedIn: await referencesMentioning(db, email, references),
  }
}

/** References of other people's leads that mention the person, in the lead or its emails. */
async function referencesMentioning(db: Db, email: string, own: readonly string[]): Promise<string[]> {
  const person = createPersonMatcher([email])
  const mentioning = new Set<string>()
  const isMentionedIn = (row: Row) =>
    Object.values(row).some((value) => typeof value === 'string' && person.isIn(value))
  for (const [table, column] of [
    ['leads', 'reference'],
    ['outbox', 'about'],
  ] as const) {
    for await (const page of pagesOf(db, table, 200, sql`${sql.ref(column)} is not null`)) {
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
  const times = { startsAt: isoTime(starts_at), endsAt: isoTime(ends_at) }
  return { lead: id, state, ...times, zone, createdAt: isoTime(created_at), changedAt: isoTime(changed_at) }
}

/** Leaves out what emails to the owner say: they repeat the lead. */
function emailRecord(email: OutboxRow, key: string) {
  return {
    lead: email.about,
    kind: email.kind,
    to: email.to_address,
    ...(emailKey(email.to_address) === key && { subject: email.subject, text: email.text }),
    state: email.state,
    attempts: email.attempts,
    createdAt: isoTime(email.created_at),
    sentAt: isoTime(email.sent_at),
    answer: email.last_error,
  }
}
