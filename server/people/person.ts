import type { CallRow, Db, LeadRow, SubscriberRow } from '../../migrations/tables.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { historyOf, type LeadEvent } from '../calls/lead-history.ts'
import { findCallsOf } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { maxNoteLength } from '../leads/mark-lead.ts'
import { leadsWithEmails, type StoredLead } from '../leads/store.ts'
import { waitsForReply } from '../leads/waiting.ts'
import { readArticlesNow } from '../newsletter/issues/current-articles.ts'
import { inStateSince, subscriberStateLabels } from '../newsletter/list-subscribers.ts'
import { findSubscriber } from '../newsletter/store.ts'
import { findSuppression } from '../newsletter/suppressions.ts'
import { sourceOfLead } from '../visits/source.ts'

/** Maximum number of newest leads and issues in a timeline. `people.export` has all of them. */
const maxLeads = 50
const maxIssues = 100

/** `reference`: the lead the event is about. `issue`: the subject of an issue they got. */
type PersonEvent = LeadEvent & { reference?: string; issue?: string }

/** Reads a person's data and timeline, newest first. @returns null if the studio doesn't know them */
export async function readPerson({ database: { db }, environment, salt, now }: Context, address: string) {
  const key = emailKey(address)
  const leads = await findNewestLeads(db, key)
  const calls = await findCallsOf(db, key)
  const subscriber = await findSubscriber(db, { email_key: key })
  const suppression = await findSuppression(db, key, salt)
  if (leads.length === 0 && subscriber === undefined && suppression === undefined) return null
  const latest = leads[0]
  const issues = subscriber === undefined ? [] : await findIssues(db, subscriber.id)
  const timeline: PersonEvent[] = [
    ...leads.flatMap((lead) => leadEvents(lead, calls, { isLatest: lead === latest })),
    ...(subscriber === undefined ? [] : subscriptionEvents(subscriber)),
    ...issues.map(({ subject, sent_at }) => ({ at: sent_at, text: `Got the issue “${subject}”`, issue: subject })),
  ]
  const times = timeline.flatMap(({ at }) => at ?? [])
  const emails = leads.flatMap((lead) => lead.emails).filter(({ kind }) => !kind.endsWith('-owner'))
  const first = leads.at(-1)
  const upcoming = calls.findLast(({ state, ends_at }) => state === 'booked' && ends_at > now())
  return {
    email: latest?.email ?? subscriber?.email ?? address,
    name: leads.find(({ name }) => name !== '')?.name ?? '',
    company: leads.find(({ company }) => company)?.company ?? null,
    zone: calls[0]?.zone ?? null,
    cameFrom: first ? sourceOfLead(first, environment.siteUrl) : null,
    since: times.length === 0 ? null : Math.min(...times),
    latest: latest ? { reference: latest.reference, note: latest.note ?? '', maxNoteLength } : null,
    upcoming: upcoming ? callSummary(upcoming, leads) : null,
    timeline: foldIssues(timeline.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))),
    leads: leads.map(({ reference }) => reference),
    waiting: await countRows(db.selectFrom('leads').where('email_key', '=', key).where(waitsForReply)),
    calls: calls.flatMap(({ id, state, starts_at }) => (state === 'booked' ? { id, starts_at } : [])),
    emails: { count: emails.length + issues.length, failed: emails.filter(({ state }) => state === 'failed').length },
    newsletter: subscriber ? { state: subscriberStateLabels[subscriber.state], since: inStateSince(subscriber) } : null,
    suppressed: suppression?.reason ?? null,
    consents: consentsOf(leads, subscriber),
  }
}

async function findNewestLeads(db: Db, key: string): Promise<StoredLead[]> {
  const leads = db.selectFrom('leads').select('reference').where('email_key', '=', key)
  const newest = await leads.orderBy('created_at', 'desc').orderBy('reference').limit(maxLeads).execute()
  const references = newest.map(({ reference }) => reference)
  return await leadsWithEmails(db, references)
}

async function findIssues(db: Db, recipient: string) {
  const emails = db.selectFrom('outbox').innerJoin('issues', 'slug', 'batch').select(['issues.subject', 'sent_at'])
  const sent = emails.where('recipient', '=', recipient).where('outbox.state', '=', 'sent')
  return await sent.orderBy('sent_at', 'desc').limit(maxIssues).execute()
}

/** Merges consecutive issues into one event: `Got 3 issues, last “…”`. */
export function foldIssues(newestFirst: readonly PersonEvent[]): PersonEvent[] {
  return newestFirst.flatMap((event, i) => {
    if (event.issue === undefined) return event
    if (newestFirst[i - 1]?.issue !== undefined) return []
    const next = newestFirst.findIndex(({ issue }, n) => n > i && issue === undefined)
    const count = (next === -1 ? newestFirst.length : next) - i
    return count === 1 ? event : { ...event, text: `Got ${count} issues, last “${event.issue}”` }
  })
}

/** A lead's events, without automatic emails other than failed ones and notices of moved calls. The first event quotes the message. */
function leadEvents(lead: StoredLead, calls: readonly CallRow[], { isLatest }: { isLatest: boolean }): PersonEvent[] {
  const emails = lead.emails.filter(({ kind, state }) => kind === 'call-moved' || state === 'failed')
  const call = calls.find(({ id }) => id === lead.reference)
  const events = historyOf({ ...lead, emails }, call, null)
  return events.map((event, i) => {
    const personEvent: PersonEvent = { ...event, reference: lead.reference }
    if (i === events.length - 1 && lead.project !== '') personEvent.quote = lead.project
    if (!isLatest) delete personEvent.isCurrentNote
    return personEvent
  })
}

function callSummary({ id, starts_at, ends_at }: CallRow, leads: readonly LeadRow[]) {
  return { id, starts_at, ends_at, about: leads.find(({ reference }) => reference === id)?.project ?? '' }
}

const endTexts: Readonly<Record<string, string>> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Removed from the list because their mailbox doesn’t exist',
  complained: 'Removed from the list for reporting an issue as spam',
}

function subscriptionEvents({ state, consent_at, consent_page, confirmed_at, unsubscribed_at }: SubscriberRow) {
  const article = readArticlesNow().articles.find(({ path }) => path === consent_page)
  const place = article === undefined ? '' : ` below “${article.title}”`
  return [
    { at: consent_at, text: `Signed up for the newsletter${place}` },
    ...(confirmed_at === null ? [] : [{ at: confirmed_at, text: 'Confirmed the newsletter' }]),
    ...(unsubscribed_at === null ? [] : [{ at: unsubscribed_at, text: endTexts[state] ?? 'Left the newsletter' }]),
  ]
}

/** A person's consents: the text they agreed to, and the time. */
function consentsOf(leads: readonly LeadRow[], subscriber: SubscriberRow | undefined) {
  const rows = subscriber === undefined ? leads : [subscriber, ...leads]
  return rows.flatMap((row) => {
    if (row.consent_words === null) return []
    const confirmedAt = 'confirmed_at' in row ? row.confirmed_at : null
    // The consent text ends with the form's button: `Send me articles [Subscribe]`.
    const words = row.consent_words.replace(/ \[[^[\]]*\]$/, '')
    return { words, at: row.consent_at ?? row.created_at, confirmedAt }
  })
}
