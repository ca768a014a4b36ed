import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { limitedSender, shortenedSender } from '../../lib/ip-network.ts'
import { keyedHash } from '../../lib/keyed-hash.ts'
import type { MailAddress } from '../../lib/mail-address.ts'
import { isRequestId } from '../../lib/request-id.ts'
import { shortText } from '../../lib/short-text.ts'
import { scoreSpam } from '../../lib/spam-score.ts'
import type { Database } from '../database.ts'
import { countOrUndo, countUse, type Limited, limitKey, unlessLimited } from '../limits.ts'
import { enqueue } from '../mail/outbox.repository.ts'
import type { ConsultationColumns, LeadRow, Tables } from '../tables.ts'
import { releaseRequestKey } from './lead.repository.ts'
import { campaignOf, type LeadContext } from './lead-context.ts'
import { type LeadDraft, type Met, type PutLead, putLead } from './put-lead.ts'
import { type ReceiptTexts, receiptMail } from './receipt.email.ts'

const minuteMs = 60_000

const receiptRate = { max: 1, windowMs: 24 * 60 * minuteMs }
/** How long the same words from the same sender are one request, where the form brought no key. */
export const sameWordsMs = 60 * minuteMs

export type LeadDeps = {
  database: Database
  now: () => number
  /** The database's own secret. */
  salt: string
  mail: { from: MailAddress; leadsTo: MailAddress; texts: { receipt: ReceiptTexts } }
  wakeOutbox: () => void
}

/** What one kind of request has of its own. */
export type LeadKind = {
  kind: LeadRow['kind']
  /** How many requests are taken from one sender; what has another name is counted apart. */
  rate: { name: string; max: number; windowMs: number }
  meet: (known: LeadRow, draft: LeadDraft) => Met
  tellOwner: (tx: Kysely<Tables>, put: PutLead, now: number) => Promise<void>
}

export type LeadInput = {
  words: Pick<LeadRow, 'name' | 'email' | 'project'>
  /** For a consultation alone. */
  consultation?: ConsultationColumns
  /** A key of a wrong form counts as none. */
  requestId: string | undefined
  context: LeadContext
}

export type LeadResult = { outcome: 'stored'; reference: string; replayed: boolean } | Limited

/**
 * The one way in for every kind of request: the lead and its mails are on the disk when this resolves. A repeat has no
 * effect, and the first one's reference.
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function takeLead(deps: LeadDeps, input: LeadInput, kind: LeadKind): Promise<LeadResult> {
  const now = deps.now()
  const sender = limitedSender(input.context.sender)
  const key = requestKey(deps.salt, input, sender)
  const { name, ...rate } = kind.rate
  const limit = { key: limitKey(name, sender, deps.salt), ...rate }
  const write = deps.database.write(async (tx) => {
    if (!key.chosen) await releaseRequestKey(tx, key.text, now - sameWordsMs)
    const put = await putLead(
      tx,
      newLead(input, kind.kind, key.text, now),
      key.otherwise,
      kind.meet,
      deps.database.engine,
    )
    const replayed = put.outcome === 'repeat'
    if (!(replayed && key.chosen)) await countOrUndo(tx, limit, now)
    if (!replayed) await enqueueMails(tx, deps, put, kind, now)
    return { outcome: 'stored', reference: put.lead.reference, replayed } as const
  })
  const result = await unlessLimited(write, now)
  if (result.outcome === 'stored' && !result.replayed) deps.wakeOutbox()
  return result
}

const noConsultation: ConsultationColumns = {
  company: null,
  budget: null,
  timeline: null,
  requirements: null,
  transcript: null,
  partial: null,
  consent_words: null,
  consent_at: null,
  updated_at: null,
}

/**
 * The key that makes a repeat a repeat: the one that the form chose, or a hash of who wrote what. `otherwise` stands in
 * where a chosen key is taken by other words: to answer for those would lose these.
 */
function requestKey(
  salt: string,
  { requestId, words, consultation }: LeadInput,
  sender: string,
): { text: string; otherwise: string; chosen: boolean } {
  const { company, budget, timeline } = consultation ?? {}
  const said = [words.name, words.email, words.project, ...(consultation ? [company, budget, timeline] : [])]
  const hash = (...texts: unknown[]) => keyedHash(salt, JSON.stringify(texts))
  if (isRequestId(requestId)) {
    const text = chosenKey(requestId)
    return { text, otherwise: `${text}:${hash(...said)}`, chosen: true }
  }
  const text = `words:${hash(sender, ...said)}`
  return { text, otherwise: text, chosen: false }
}

/** As it is kept; never the same as a hash of words. */
export function chosenKey(requestId: string): string {
  return `id:${requestId}`
}

function newLead(
  { words, consultation, context }: LeadInput,
  kind: LeadRow['kind'],
  requestKey: string,
  now: number,
): LeadDraft {
  const { status, reasons } = scoreSpam({ honeypot: context.honeypot, elapsedMs: context.elapsedMs })
  return {
    kind,
    status,
    reasons: JSON.stringify(reasons),
    request_key: requestKey,
    name: words.name,
    email: words.email,
    email_key: emailKey(words.email),
    project: words.project,
    page: shortText(context.page),
    referrer: shortText(context.referrer?.split(/[?#]/, 1).join()),
    campaign: JSON.stringify(campaignOf(context.campaign ?? {})),
    language: shortText(context.language),
    network: shortenedSender(context.sender),
    note: null,
    answered_at: null,
    created_at: now,
    ...(consultation ?? noConsultation),
  }
}

async function enqueueMails(
  tx: Kysely<Tables>,
  { salt, mail }: LeadDeps,
  put: PutLead,
  kind: LeadKind,
  now: number,
): Promise<void> {
  const { lead, before } = put
  await kind.tellOwner(tx, put, now)
  const isSent = lead.partial !== 1 && (before === undefined || before.partial === 1)
  if (!isSent || lead.status !== 'ok') return
  const receipts = { key: receiptLimitKey(lead.email_key, salt), ...receiptRate }
  const alreadyToday = (await countUse(tx, receipts, now)) !== undefined
  if (!alreadyToday) await enqueue(tx, receiptMail(lead, mail.from, mail.texts.receipt), now)
}

export function receiptLimitKey(emailKey: string, salt: string): string {
  return limitKey('receipt', emailKey, salt)
}
