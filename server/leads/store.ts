import { randomInt } from 'node:crypto'
import type { Db, LeadRow, Tables } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { referencePrefix } from '../../platform/content/studio.ts'
import { rowsInPages } from '../../platform/db/stored-rows.ts'
import { deleteEmailsAbout } from '../../platform/email/outbox/store.ts'
import { formatReference } from '../../platform/ids.ts'
import { columnsOf } from './fields.ts'
import { readTranscript } from './transcript.ts'

export type LeadDraft = Omit<LeadRow, 'reference'>

export type Upserted = {
  lead: LeadRow
  outcome: 'new' | 'repeat' | 'changed'
  before?: LeadRow
}

const maxTries = 5

/** Inserts a lead, or updates the lead with the same key. A unique index serializes concurrent writers. */
export async function upsertLead(tx: Db, draft: LeadDraft, fallbackKey: string): Promise<Upserted> {
  const prefix = referencePrefix(siteContent().studio)
  let requestKey = draft.request_key ?? fallbackKey
  for (let tries = 0; tries < maxTries; tries++) {
    const reference = formatReference(prefix, (below) => randomInt(below))
    const lead: LeadRow = { ...draft, request_key: requestKey, reference }
    if (await insertLead(tx, lead)) return { lead, outcome: 'new' }
    const known = await findByRequestKey(tx, requestKey)
    // The key was free but the reference was taken, so try another.
    if (known === undefined) continue
    const resolved = resolveRepeat(known, draft)
    if (resolved === 'repeat') return { lead: known, outcome: 'repeat' }
    if (resolved !== 'another lead') {
      await updateLead(tx, known.reference, resolved.change)
      return { lead: { ...known, ...resolved.change }, outcome: 'changed', before: known }
    }
    requestKey = fallbackKey
  }
  throw new Error('no reference is free')
}

type Repeat = 'repeat' | 'another lead' | { change: Partial<LeadDraft> }

/** Decides whether a submission with a known key repeats the lead, changes it, or is another lead. */
function resolveRepeat(known: LeadRow, draft: LeadDraft): Repeat {
  if (known.kind !== draft.kind) return 'another lead'
  if (draft.kind === 'consultation') return resolveConsultation(known, draft)
  const changed = (['answers', ...columnsOf(draft.kind)] as const).filter(
    (column) => (known[column] ?? '') !== (draft[column] ?? ''),
  )
  if (changed.length === 0) return 'repeat'
  // A call's key contains its time, so a visitor can't book the same time twice.
  if (draft.kind === 'contact' || changed.includes('name') || changed.includes('email')) return 'another lead'
  const values = Object.fromEntries(changed.map((column) => [column, draft[column]]))
  return { change: { ...values, updated_at: draft.created_at } }
}

/** A sent form takes precedence over an abandoned form. A sent lead's key with another address is another person. */
function resolveConsultation(known: LeadRow, draft: LeadDraft): Repeat {
  const wasSent = known.abandoned === 0
  if (wasSent && draft.abandoned === 1) return 'repeat'
  if (wasSent && known.email_key !== draft.email_key) return 'another lead'
  const { updated_at, ...next } = merge(known, draft)
  const isChanged = Object.entries(next).some(([column, value]) => Reflect.get(known, column) !== value)
  return isChanged ? { change: { ...next, updated_at } } : 'repeat'
}

/** Merges a draft into the stored lead. Null (not mentioned) keeps the stored value, and '' clears the field. */
function merge(known: LeadRow, draft: LeadDraft) {
  const isSameConsent = draft.consent_words === null || draft.consent_words === known.consent_words
  const columns = columnsOf('consultation').map((column) => [column, draft[column] ?? known[column]])
  const requirements = draft.requirements ?? known.requirements
  return {
    ...(Object.fromEntries(columns) as Partial<LeadDraft>),
    name: draft.name || known.name,
    email_key: draft.email_key,
    project: requirements === draft.requirements ? draft.project : known.project,
    transcript: newerChat(known.transcript, draft.transcript),
    abandoned: known.abandoned === 1 && draft.abandoned === 1 ? 1 : 0,
    consent_words: isSameConsent ? known.consent_words : draft.consent_words,
    consent_at: isSameConsent ? known.consent_at : draft.consent_at,
    status: known.status === 'ok' ? draft.status : known.status,
    reasons: known.status === 'ok' ? draft.reasons : known.reasons,
    updated_at: draft.updated_at,
  }
}

/** Returns the newer of two chats. Chats only grow, so a draft that lacks the known chat's last message arrived late. */
function newerChat(known: string | null, draft: string | null): string | null {
  if (known === null || draft === null) return draft ?? known
  const knownMessages = sentMessages(known)
  const draftMessages = sentMessages(draft)
  const lastKnown = knownMessages.at(-1)
  const lastDraft = draftMessages.at(-1)
  const isMissingLast = lastKnown !== undefined && !draftMessages.includes(lastKnown)
  const isLate = isMissingLast && (lastDraft === undefined || knownMessages.includes(lastDraft))
  return isLate ? known : draft
}

function sentMessages(transcript: string): string[] {
  return readTranscript(transcript).flatMap(({ role, content, unsent }) => (unsent ? [] : `${role}: ${content}`))
}

/** @returns false if the request key or the reference is taken */
async function insertLead(tx: Db, lead: LeadRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('leads')
    .values(lead)
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findByRequestKey(tx: Db, requestKey: string): Promise<LeadRow | undefined> {
  return await lockedLeads(tx).where('request_key', '=', requestKey).executeTakeFirst()
}

function lockedLeads(tx: Db) {
  return tx.selectFrom('leads').selectAll().forUpdate()
}

/** Deletes a lead with its emails, unless any of them might have been sent. */
export async function deleteUnreported(
  tx: Db,
  { reference, digest }: Pick<LeadRow, 'reference' | 'digest'>,
): Promise<void> {
  const emails = await tx
    .selectFrom('outbox')
    .select(['state', 'attempts'])
    .where((eb) => eb.or([eb('about', '=', reference), eb('id', '=', digest)]))
    .forUpdate()
    .execute()
  if (emails.some(({ state, attempts }) => state !== 'queued' || attempts > 0)) return
  await tx.deleteFrom('leads').where('reference', '=', reference).execute()
}

export async function updateLead(tx: Db, reference: string, change: Partial<LeadRow>): Promise<void> {
  await tx.updateTable('leads').set(change).where('reference', '=', reference).execute()
}

/** Deletes old fingerprints, which could reveal a sender's address. @param key by default, all keys */
export async function deleteFingerprints(tx: Db, olderThan: number, key?: string): Promise<void> {
  await tx
    .updateTable('leads')
    .set({ request_key: null })
    .where('request_key', key === undefined ? 'like' : '=', key ?? 'words:%')
    .where('created_at', '<=', olderThan)
    .execute()
}

export async function readLead(db: Db, reference: string): Promise<LeadRow | undefined> {
  return await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** Finds the lead an email is about. */
export async function leadOfEmail(db: Db, { about }: { about: string | null }): Promise<LeadRow | undefined> {
  return about === null ? undefined : await readLead(db, about)
}

export async function lockLead(tx: Db, reference: string): Promise<LeadRow | undefined> {
  return await lockedLeads(tx).where('reference', '=', reference).executeTakeFirst()
}

export type StoredEmail = Pick<
  Tables['outbox'],
  'id' | 'kind' | 'about' | 'state' | 'attempts' | 'due_at' | 'last_error' | 'sent_at' | 'created_at' | 'text'
>
export type StoredLead = LeadRow & { emails: StoredEmail[] }

export async function findLead(db: Db, reference: string): Promise<StoredLead | undefined> {
  return (await leadsWithEmails(db, [reference]))[0]
}

export async function leadsWithEmails(db: Db, references: readonly string[]): Promise<StoredLead[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').selectAll().where('reference', 'in', references).execute()
  const digests = leads.flatMap(({ digest }) => digest ?? [])
  const emails = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'about', 'state', 'attempts', 'due_at', 'last_error', 'sent_at', 'created_at', 'text'])
    .where((eb) => eb.or([eb('about', 'in', references), ...(digests.length > 0 ? [eb('id', 'in', digests)] : [])]))
    .orderBy('kind')
    .execute()
  const byLead = Map.groupBy(emails, ({ about }) => about)
  const leadOf = new Map(leads.map((lead) => [lead.reference, lead]))
  return references.flatMap((reference) => {
    const lead = leadOf.get(reference)
    const digest = emails.filter(({ id }) => id === lead?.digest)
    return lead === undefined ? [] : { ...lead, emails: [...(byLead.get(reference) ?? []), ...digest] }
  })
}

const pageSize = 500
const oldest = { created_at: 0, reference: '' }

export function allLeads(db: Db): AsyncGenerator<LeadRow> {
  return rowsInPages<LeadRow>(pageSize, ({ created_at, reference }: typeof oldest = oldest) =>
    db
      .selectFrom('leads')
      .selectAll()
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'reference'), '>', tuple(created_at, reference)))
      .orderBy('created_at')
      .orderBy('reference')
      .limit(pageSize)
      .execute(),
  )
}

export async function findLeadsOf(db: Db, emailKey: string): Promise<LeadRow[]> {
  return await db.selectFrom('leads').selectAll().where('email_key', '=', emailKey).orderBy('created_at').execute()
}

/** Finds other email addresses used in leads with the same name. */
export async function findOtherAddresses(db: Db, { name, email_key }: LeadRow): Promise<string[]> {
  const same = db.selectFrom('leads').select('email').distinct().where('name', '=', name).where('name', '!=', '')
  const others = same.where('email_key', '!=', email_key).where('status', '!=', 'spam')
  return (await others.orderBy('email').limit(5).execute()).map(({ email }) => email)
}

/** Deletes leads with their emails. `leftBefore` (in ms since 1970) selects unanswered leads that were never sent. */
export async function deleteLeads(
  tx: Db,
  which: { email_key: string } | { reference: string } | { leftBefore: number },
): Promise<{ leads: number; emailIds: string[] }> {
  const all = tx.selectFrom('leads').select('reference')
  const query =
    'leftBefore' in which
      ? all.where('abandoned', '=', 1).where('answered_at', 'is', null).where('created_at', '<=', which.leftBefore)
      : all.where((eb) => eb.and(which))
  const references = (await query.execute()).map(({ reference }) => reference)
  const emailIds = await deleteEmailsAbout(tx, references)
  for (const reference of references) await tx.deleteFrom('leads').where('reference', '=', reference).execute()
  return { leads: references.length, emailIds }
}
