import type { Kysely } from 'kysely'
import type { ConsultationColumns, LeadRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { emailKey } from '../../platform/email/mail-address.ts'
import type { FormContext } from '../../platform/http/form-route.ts'
import { limitedSender, shortenedSender } from '../../platform/http/ip-network.ts'
import { keyedHash } from '../../platform/http/keyed-hash.ts'
import { isRequestId } from '../../platform/http/request-id.ts'
import { scoreSpam } from '../../platform/http/spam-score.ts'
import { asLimited, consume, type Limited, limitFor } from '../../platform/limits/count-use.ts'
import type { NamedLimit } from '../../platform/limits/limits.ts'
import { writeOfStranger } from '../../platform/limits/stranger-write.ts'
import { shortText } from '../../platform/text/plain-text.ts'
import { type LeadDraft, type ResolveConflict, releaseWordKeys, type Upserted, upsertLead } from './lead.repository.ts'
import { type MailDeps, sendReceipt, tellOwner } from './lead-mails.ts'

/** How long the same words from the same sender are one request, where the form brought no key. */
export const sameWordsMs = 60 * 60_000

export type LeadDeps = MailDeps & {
  database: Database
  now: () => number
  notifyOutbox: () => void
  referencePrefix: string
}

export type LeadKind = {
  kind: LeadRow['kind']
  posts?: NamedLimit
  room?: { sender: NamedLimit; all: NamedLimit } | undefined
  resolveConflict: ResolveConflict
  /** What a new one brings along, told to owner and visitor in its own way. */
  store?: (tx: Kysely<Tables>, put: Upserted) => Promise<void>
}

export type LeadInput = {
  words: Pick<LeadRow, 'name' | 'email' | 'project'>
  consultation?: ConsultationColumns
  requestId?: string | undefined
  /** Chosen beside the words: with another choice it is another request. */
  choice?: string
  context: FormContext
}

export type LeadResult = { outcome: 'stored'; reference: string; replayed: boolean } | Limited

/** Resolves once lead and mails are durable; a repeat gets the first one's reference. @throws StorageError: nothing stored */
export async function acceptLead(deps: LeadDeps, input: LeadInput, kind: LeadKind): Promise<LeadResult> {
  const now = deps.now()
  const sender = limitedSender(input.context.sender)
  const key = requestKey(deps.salt, input, sender)
  const result = await writeOfStranger(deps, input.context.sender, now, async (tx) => {
    if (!key.chosen) await releaseWordKeys(tx, now - sameWordsMs, key.text)
    const draft = newLead(input, kind.kind, key.text, now)
    const put = await upsertLead(tx, draft, key.otherwise, kind.resolveConflict, deps)
    const replayed = put.outcome === 'repeat'
    if (kind.posts && !(replayed && key.chosen)) await consume(tx, limitFor(kind.posts, sender, deps.salt), now)
    if (kind.room && put.outcome === 'new') {
      await consume(tx, limitFor(kind.room.sender, sender, deps.salt), now)
      await consume(tx, limitFor(kind.room.all, 'all', deps.salt), now)
    }
    if (!replayed && kind.store) await kind.store(tx, put)
    else if (!replayed) {
      await tellOwner(tx, deps, put, now)
      if (scoreSpam(input.context).isCredible) await sendReceipt(tx, deps, put, now)
    }
    return { outcome: 'stored', reference: put.lead.reference, replayed } as const
  })
  if (result.outcome === 'stored' && !result.replayed) deps.notifyOutbox()
  return result
}

/** Counts a post before its words are parsed. @returns when to come back, if limited */
export async function countPost(
  { database, salt, now }: Pick<LeadDeps, 'database' | 'salt' | 'now'>,
  limit: NamedLimit,
  sender: string,
): Promise<Limited | undefined> {
  const own = limitFor(limit, limitedSender(sender), salt)
  return await asLimited<undefined>(
    database.write((tx) => consume(tx, own, now()).then(() => undefined)),
    now(),
  )
}

const noConsultation: ConsultationColumns = {
  company: null,
  budget: null,
  timeline: null,
  requirements: null,
  transcript: null,
  abandoned: null,
  consent_words: null,
  consent_at: null,
  updated_at: null,
}

/** The form's key, or a hash of sender and words; `otherwise` is used where other words have taken a chosen key. */
function requestKey(salt: string, { requestId, words, consultation, choice }: LeadInput, sender: string) {
  const { company, budget, timeline } = consultation ?? {}
  const also = choice === undefined ? [] : [choice]
  const said = [words.name, words.email, words.project, ...(consultation ? [company, budget, timeline] : []), ...also]
  const hash = (...texts: unknown[]) => keyedHash(salt, JSON.stringify(texts))
  if (isRequestId(requestId)) {
    const text = [chosenKey(requestId), ...also].join(':')
    return { text, otherwise: `${text}:${hash(...said)}`, chosen: true }
  }
  const text = `words:${hash(sender, ...said)}`
  return { text, otherwise: text, chosen: false }
}

export function chosenKey(requestId: string): string {
  return `id:${requestId}`
}

function newLead(
  { words, consultation, context }: LeadInput,
  kind: LeadRow['kind'],
  key: string,
  now: number,
): LeadDraft {
  const { status, reasons } = scoreSpam(context)
  return {
    kind,
    status,
    reasons: JSON.stringify(reasons),
    request_key: key,
    ...words,
    email_key: emailKey(words.email),
    page: shortText(context.page),
    referrer: shortText(context.referrer?.split(/[?#]/, 1).join()),
    campaign: JSON.stringify(campaignIn(context.parameters ?? {})),
    language: shortText(context.language),
    network: shortenedSender(context.sender),
    note: null,
    answered_at: null,
    digest: null,
    created_at: now,
    ...(consultation ?? noConsultation),
  }
}

const longestCampaignValue = 200
const mostCampaignKeys = 10

function campaignIn(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(parameters).flatMap(([key, value]) => {
    const text = shortText(value, longestCampaignValue)
    return /^utm_[a-z_]{1,30}$/.test(key) && text !== null ? [[key, text] as const] : []
  })
  return Object.fromEntries(kept.slice(0, mostCampaignKeys))
}
