import type { Kysely } from 'kysely'
import type { CallRow, OutboxRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { pagesOf } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/email-address.ts'
import { type EmailComposers, findEmailsOf, withWordsIfAny } from '../../platform/email/outbox-store.ts'
import { mailboxLimitKeys } from '../../platform/email/recipient-limits.ts'
import { readLimit } from '../../platform/limits/count-use.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import { findCall } from '../calls/store.ts'
import { findLeadsOf } from '../leads/lead.repository.ts'
import { leadRecord } from '../leads/lead-record.ts'
import { findSubscriberData } from '../newsletter/subscribers.ts'
import { referenceIn } from './erase-words.ts'
import { createPersonMatcher } from './person-matcher.ts'
import { asFarAsRead, subscriberData } from './subscriber-data.ts'

type Needs = { database: Database; salt: string; composers: EmailComposers; now: () => number }

/** Times are ISO 8601, UTC. Of what others have said about the person it holds the references alone. */
export async function exportPerson({ database, salt, composers, now }: Needs, email: string) {
  const { db } = database
  const key = emailKey(email)
  const leads = await findLeadsOf(db, key)
  const references = leads.map(({ reference }) => reference)
  const calls = await Promise.all(references.map((reference) => findCall(db, reference)))
  const rows = await findEmailsOf(db, key, references)
  const emails = rows.map(async (row) => emailRecord(await withWordsIfAny(db, row, composers), key))
  const subscriber = await findSubscriberData(db, key, salt)
  const [all, receipts, issueEmails] = await Promise.all(mailboxLimitKeys(key, salt).map((each) => readLimit(db, each)))
  const counters = [
    { of: 'mails to the mailbox', limit: all },
    { of: 'receipts to the mailbox', limit: receipts },
    { of: 'newsletter mails to the mailbox', limit: issueEmails },
    { of: 'newsletter mails', limit: subscriber.emailLimit },
  ]
  return {
    email,
    exportedAt: new Date(now()).toISOString(),
    leads: leads.map((lead) => asFarAsRead(lead, leadRecord)),
    calls: calls.filter((call) => call !== undefined).map(callRecord),
    emails: await Promise.all(emails),
    ...subscriberData(subscriber),
    counters: counters.flatMap(({ of, limit }) =>
      limit === undefined ? [] : [{ of, count: limit.count, until: isoTime(limit.ends_at) }],
    ),
    mentionedIn: await referencesNaming(db, email, new Set(references)),
  }
}

/** References of requests by others whose own words, or whose mails, name the person. */
async function referencesNaming(db: Kysely<Tables>, email: string, own: ReadonlySet<string>): Promise<string[]> {
  const person = createPersonMatcher([email])
  const found = new Set<string>()
  for (const table of ['leads', 'outbox'] as const) {
    for await (const page of pagesOf(db, table)) {
      for (const row of page) {
        const reference = referenceIn(table, row)
        if (reference === undefined || own.has(reference) || found.has(reference)) continue
        if (Object.values(row).some((value) => typeof value === 'string' && person.isIn(value))) found.add(reference)
      }
    }
  }
  return [...found].toSorted()
}

function callRecord({ id, state, starts_at, ends_at, zone, created_at, changed_at }: CallRow) {
  const [startsAt, endsAt] = [isoTime(starts_at), isoTime(ends_at)]
  return { lead: id, state, startsAt, endsAt, zone, createdAt: isoTime(created_at), changedAt: isoTime(changed_at) }
}

/** The owner's mails about a request say what is above. */
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
