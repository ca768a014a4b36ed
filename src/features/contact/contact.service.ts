import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { networkOf } from '../../lib/ip-network.ts'
import type { Database } from '../../server/database.ts'
import { countUse, limitKey } from '../../server/limits.ts'
import { enqueue } from '../../server/outbox.repository.ts'
import { Undone } from '../../server/storage-error.ts'
import type { LeadRow, Tables } from '../../server/tables.ts'
import type { ContactValues } from './ContactFormView.tsx'
import { type ContactMailSettings, ownerMail, receiptMail } from './contact.email.ts'
import { findRequest, insertLead, releaseRequestKey } from './contact.repository.ts'
import { emailKey } from './email-key.ts'
import { campaignOf, shortText } from './lead-context.ts'
import { createReference } from './lead-reference.ts'
import { scoreSpam } from './spam-score.ts'

const minuteMs = 60_000

export const contactRate = { max: 20, windowMs: 10 * minuteMs } as const
const receiptRate = { max: 1, windowMs: 24 * 60 * minuteMs }
/** How long the same words from the same sender are one request, where the form brought no key. */
const sameWordsMs = 60 * minuteMs

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

export type ContactResult =
  | { outcome: 'stored'; reference: string; replayed: boolean }
  | { outcome: 'limited'; retryAfterSeconds: number }

class LimitReached extends Undone {
  readonly endsAt: number

  constructor(endsAt: number) {
    super('the limit is reached')
    this.endsAt = endsAt
  }
}

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
  const sender = networkOf(context.sender, { v4: 32, v6: 64 }) ?? context.sender
  const key = requestKey(deps.salt, input, sender)
  const limit = { key: limitKey('contact', sender, deps.salt), ...contactRate }
  try {
    const result = await deps.database.write(async (tx) => {
      if (!key.chosen) await releaseRequestKey(tx, key.text, now - sameWordsMs)
      const { lead, replayed } = await insertOnce(tx, newLead(input, context, key.text, now), key.otherwise)
      if (!(replayed && key.chosen)) {
        const endsAt = await countUse(tx, limit, now)
        if (endsAt !== undefined) throw new LimitReached(endsAt)
      }
      if (!replayed) await enqueueMails(tx, deps, lead, now)
      return { outcome: 'stored', reference: lead.reference, replayed } as const
    })
    if (!result.replayed) deps.wakeOutbox()
    return result
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    return { outcome: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((error.endsAt - now) / 1_000)) }
  }
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
  const hash = (...words: string[]) => createHmac('sha256', salt).update(JSON.stringify(words)).digest('base64url')
  if (requestId !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(requestId)) {
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
    referrer: shortText(context.referrer),
    campaign: JSON.stringify(campaignOf(context.campaign ?? {})),
    language: shortText(context.language),
    network: networkOf(context.sender, { v4: 24, v6: 48 }) ?? null,
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
