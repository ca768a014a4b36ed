import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { limitedSender, shortenedSender } from '../../lib/ip-network.ts'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { isRequestId } from '../../lib/request-id.ts'
import { shortText } from '../../lib/short-text.ts'
import { scoreSpam } from '../../lib/spam-score.ts'
import type { Database } from '../../server/database.ts'
import { countOrUndo, countUse, type Limited, limitKey, unlessLimited } from '../../server/limits.ts'
import { enqueue } from '../../server/outbox.repository.ts'
import type { LeadRow, Tables } from '../../server/tables.ts'
import type { ContactValues } from './ContactFormView.tsx'
import { type ContactMailSettings, ownerMail, receiptMail } from './contact.email.ts'
import { findRequest, insertLead, releaseRequestKey } from './contact.repository.ts'
import { campaignOf } from './lead-context.ts'
import { createReference } from './lead-reference.ts'

const minuteMs = 60_000

export const contactRate = { max: 20, windowMs: 10 * minuteMs } as const
const receiptRate = { max: 1, windowMs: 24 * 60 * minuteMs }
/** How long the same words from the same sender are one request, where the form brought no key. */
export const sameWordsMs = 60 * minuteMs

export type ContactDeps = {
  database: Database
  now: () => number
  /** The database's own secret. */
  salt: string
  mail: ContactMailSettings
  wakeOutbox: () => void
}

export type ContactContext = {
  /** The sender's whole IP address; it is kept shortened, and hashed for the limit. */
  sender: string
  page?: string | undefined
  referrer?: string | undefined
  /** Parameters of the visited address; only utm_* ones are kept. */
  campaign?: Readonly<Record<string, string>> | undefined
  language?: string | undefined
  honeypot: boolean
  elapsedMs?: number | undefined
}

export type ContactResult = { outcome: 'stored'; reference: string; replayed: boolean } | Limited

/**
 * Takes a request: the lead and its mails are on the disk when this resolves. A repeat has no effect, and the first one's
 * reference.
 * @param input values that `checkContact` passed; a `requestId` of a wrong form counts as none
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function submitContact(
  deps: ContactDeps,
  input: ContactValues & { requestId?: string | undefined },
  context: ContactContext,
): Promise<ContactResult> {
  const now = deps.now()
  const sender = limitedSender(context.sender)
  const key = requestKey(deps.salt, input, sender)
  const limit = { key: limitKey('contact', sender, deps.salt), ...contactRate }
  const write = deps.database.write(async (tx) => {
    if (!key.chosen) await releaseRequestKey(tx, key.text, now - sameWordsMs)
    const { lead, replayed } = await insertOnce(tx, newLead(input, context, key.text, now), key.otherwise)
    if (!(replayed && key.chosen)) await countOrUndo(tx, limit, now)
    if (!replayed) await enqueueMails(tx, deps, lead, now)
    return { outcome: 'stored', reference: lead.reference, replayed } as const
  })
  const result = await unlessLimited(write, now)
  if (result.outcome === 'stored' && !result.replayed) deps.wakeOutbox()
  return result
}

/**
 * The key that makes a repeat a repeat: the one that the form chose, or a hash of who wrote what. `otherwise` stands in
 * where a chosen key is taken by other words: to answer for those would lose these.
 */
function requestKey(
  salt: string,
  { requestId, name, email, project }: ContactValues & { requestId?: string | undefined },
  sender: string,
): { text: string; otherwise: string; chosen: boolean } {
  const hash = (...words: string[]) => keyedHash(salt, JSON.stringify(words))
  if (isRequestId(requestId)) {
    const text = `id:${requestId}`
    return { text, otherwise: `${text}:${hash(name, email, project)}`, chosen: true }
  }
  const text = `words:${hash(sender, name, email, project)}`
  return { text, otherwise: text, chosen: false }
}

function newLead(
  values: ContactValues,
  context: ContactContext,
  requestKey: string,
  now: number,
): Omit<LeadRow, 'reference'> {
  const { status, reasons } = scoreSpam({ honeypot: context.honeypot, elapsedMs: context.elapsedMs })
  return {
    kind: 'contact',
    status,
    reasons: JSON.stringify(reasons),
    request_key: requestKey,
    name: values.name,
    email: values.email,
    email_key: emailKey(values.email),
    project: values.project,
    page: shortText(context.page),
    referrer: shortText(context.referrer?.replace(/[?#].*$/s, '')),
    campaign: JSON.stringify(campaignOf(context.campaign ?? {})),
    language: shortText(context.language),
    network: shortenedSender(context.sender),
    created_at: now,
  }
}

/** The unique request key decides who was first, also among many at once. */
async function insertOnce(
  tx: Kysely<Tables>,
  draft: Omit<LeadRow, 'reference'>,
  otherwise: string,
): Promise<{ lead: LeadRow; replayed: boolean }> {
  let requestKey = draft.request_key ?? otherwise
  for (let tries = 0; tries < 5; tries++) {
    const lead: LeadRow = { ...draft, request_key: requestKey, reference: createReference() }
    if (await insertLead(tx, lead)) return { lead, replayed: false }
    const first = await findRequest(tx, requestKey)
    if (first === undefined) continue
    if (isSameText(first, draft)) return { lead: { ...lead, reference: first.reference }, replayed: true }
    requestKey = otherwise
  }
  throw new Error('no free reference was found')
}

function isSameText(a: ContactValues, b: ContactValues): boolean {
  return a.name === b.name && a.email === b.email && a.project === b.project
}

async function enqueueMails(tx: Kysely<Tables>, deps: ContactDeps, lead: LeadRow, now: number): Promise<void> {
  await enqueue(tx, ownerMail(lead, deps.mail), now)
  if (lead.status !== 'ok') return
  const receipts = { key: limitKey('receipt', lead.email_key, deps.salt), ...receiptRate }
  const alreadyToday = (await countUse(tx, receipts, now)) !== undefined
  if (!alreadyToday) await enqueue(tx, receiptMail(lead.reference, lead.email, deps.mail), now)
}
