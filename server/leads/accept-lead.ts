import type { Db, LeadRow } from '../../migrations/tables.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { type EmailAddress, emailKey } from '../../platform/email/email-address.ts'
import { automatic, enqueue, hasUntriedEmail } from '../../platform/email/outbox-store.ts'
import type { FormInput } from '../../platform/fields.ts'
import { type FormContext, scoreSpam } from '../../platform/http/form.ts'
import { limitedSender, truncatedSender } from '../../platform/http/ip-address.ts'
import { isRequestId } from '../../platform/ids.ts'
import { countEach, countOne, oneUseOf } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { limitFor, visitorLimits } from '../../platform/limits/sender-limits.ts'
import { writeWithQuota } from '../../platform/limits/stored-bytes.ts'
import { keyedHash } from '../../platform/signing.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import { hourMs, minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import {
  allColumns,
  columnsOf,
  type contactFields,
  type DetailColumn,
  type LeadColumn,
  type LeadKind,
  leadKinds,
  type RequiredColumn,
} from './fields.ts'
import { type LeadDraft, releaseWordKeys, type Upserted, updateLead, upsertLead } from './store.ts'

/** For how long identical posts from one sender are one lead, if the form sent no key. */
export const sameWordsMs = hourMs

export type LeadDeps = Context & EmailDeps & { referencePrefix: string }

type LeadInput = {
  kind: LeadKind
  /** By column; null or missing if it wasn't mentioned. */
  values: Record<RequiredColumn, string> & { [Column in DetailColumn]?: string | null | undefined }
  consultation?: Partial<LeadDraft>
  /** To the owner's questions about a call. */
  answers?: readonly (readonly [question: string, answer: string])[]
  requestId?: string | undefined
  callStart?: string
  context: FormContext
}

export type LeadResult = { outcome: 'stored'; reference: string; replayed: boolean }

/** @throws StorageError if storing it fails, LimitReached */
export async function submitContact(
  deps: LeadDeps,
  { requestId, ...values }: FormInput<typeof contactFields> & { requestId?: string | undefined },
  context: FormContext,
): Promise<LeadResult> {
  return await acceptLead(deps, { kind: 'contact', values, requestId, context })
}

/**
 * Stores a lead. Resolves oneUseOf the lead and its emails are durable. A repeated post gets the first one's reference.
 * @param store runs in the same transaction for a new or changed lead; by default, it queues emails
 * @throws StorageError if storing it fails, LimitReached
 */
export async function acceptLead(
  deps: LeadDeps,
  input: LeadInput,
  store = async (tx: Db, upserted: Upserted) => await queueEmails(tx, deps, upserted, input.context),
): Promise<LeadResult> {
  const { limits, salt } = deps
  const now = deps.now()
  const { sender } = input.context
  const key = requestKey(salt, input, limitedSender(sender))
  const result = await writeWithQuota(deps, sender, now, async (tx) => {
    if (!key.isFromForm) await releaseWordKeys(tx, now - sameWordsMs, key.text)
    const upserted = await upsertLead(tx, newLead(input, key.text, now), key.fallback, deps.referencePrefix)
    const replayed = upserted.outcome === 'repeat'
    if (upserted.outcome === 'new' && upserted.lead.abandoned === 1)
      await countOne(tx, oneUseOf(visitorLimits(limits.unsentLeads, sender, salt)), now)
    if (!replayed) await store(tx, upserted)
    return { outcome: 'stored', reference: upserted.lead.reference, replayed } as const
  })
  if (!result.replayed) deps.notifyOutbox()
  return result
}

async function queueEmails(tx: Db, deps: LeadDeps, upserted: Upserted, context: FormContext): Promise<void> {
  await notifyOfLead(tx, deps, upserted, deps.now())
  if (scoreSpam(context).isCredible) await queueReceipt(tx, deps, upserted, context.sender)
}

/** The form's key, or a hash of sender and fields. `fallback` is for other fields under the same key of the form. */
function requestKey(salt: string, { kind, values, requestId, callStart }: LeadInput, sender: string) {
  // Visitor and time identify a call; other fields may change.
  const identity =
    kind === 'call' ? [values.name, values.email, callStart] : columnsOf(kind).map((column) => values[column])
  const hash = (...texts: unknown[]) => keyedHash(salt, JSON.stringify([...texts, kind, ...identity]))
  if (!isRequestId(requestId)) {
    const text = `words:${hash(sender)}`
    return { text, fallback: text, isFromForm: false }
  }
  const text = [formKey(requestId), callStart].filter(Boolean).join(':')
  return { text, fallback: `${text}:${hash()}`, isFromForm: true }
}

export function formKey(requestId: string): string {
  return `id:${requestId}`
}

export function newLead(
  { kind, values, consultation, answers = [], context }: LeadInput,
  key: string,
  now: number,
): LeadDraft {
  const { status, reasons } = scoreSpam(context)
  const { name, email, project } = values
  const columns = allColumns().map((column) => [column, values[column] ?? null])
  return {
    kind,
    status,
    reasons: JSON.stringify(reasons),
    request_key: key,
    ...(Object.fromEntries(columns) as Record<LeadColumn, string | null>),
    ...{ name, email, project },
    email_key: emailKey(email),
    page: shortText(context.page),
    referrer: shortText(context.referrer?.split(/[?#]/, 1).join()),
    campaign: JSON.stringify(campaignIn(context.parameters ?? {})),
    language: shortText(context.language),
    network: truncatedSender(context.sender),
    note: null,
    noted_at: null,
    answered_at: null,
    digest: null,
    answers: answers.length > 0 ? JSON.stringify(answers) : null,
    created_at: now,
    ...{ transcript: null, abandoned: null, consent_words: null, consent_at: null, updated_at: null, ...consultation },
  }
}

const maxCampaignValue = 200
const maxCampaignKeys = 10

function campaignIn(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(parameters).flatMap(([key, value]) => {
    const text = shortText(value, maxCampaignValue)
    return /^utm_[a-z_]{1,30}$/.test(key) && text !== null ? [[key, text] as const] : []
  })
  return Object.fromEntries(entries.slice(0, maxCampaignKeys))
}

/** A visitor who left may return and send the form. */
export const abandonedEmailDelayMs = 10 * minuteMs
export const digestPauseMs = 10 * minuteMs
export const digestKind = 'leads-digest'

export type EmailDeps = {
  salt: string
  limits: Limits
  emailSettings: { from: EmailAddress; leadsTo: EmailAddress }
}

/** Notifies the owner by an email that is still queued, by a new one, or by the next digest. */
export async function notifyOfLead(tx: Db, deps: EmailDeps, upserted: Upserted, now: number, ownKind?: string) {
  const { lead, before } = upserted
  const isAbandoned = lead.abandoned === 1
  const [first, update] = ownerEmailKinds(lead.kind)
  const kinds = [first, update, ...(ownKind === undefined ? [] : [ownKind])]
  if (before !== undefined && (await hasPendingNotification(tx, before, kinds, isAbandoned ? undefined : now))) return
  // On PostgreSQL, the lock on the limit's row makes other processes wait from here.
  const { ownerEmails, ownerCallEmails } = deps.limits
  const limit = limitFor(lead.kind === 'call' ? ownerCallEmails : ownerEmails, 'all', deps.salt)
  if ((await countEach(tx, [limit], now)).length > 0) return await joinDigest(tx, deps, lead.reference, now)
  const kind = before === undefined ? (ownKind ?? first) : update
  const email = { kind, about: lead.reference, ...toOwner(deps) }
  await enqueue(tx, email, now, isAbandoned ? now + abandonedEmailDelayMs : now)
}

async function hasPendingNotification(
  tx: Db,
  { reference, digest }: LeadRow,
  kinds: readonly string[],
  dueAt: number | undefined,
): Promise<boolean> {
  const isWaiting = await hasUntriedEmail(tx, { about: reference, kinds }, dueAt)
  if (isWaiting || digest === null) return isWaiting
  return (await openDigests(tx).where('id', '=', digest).executeTakeFirst()) !== undefined
}

async function joinDigest(tx: Db, deps: EmailDeps, reference: string, now: number): Promise<void> {
  const last = await openDigests(tx).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const isOpen =
    last !== undefined &&
    (await countRows(tx.selectFrom('leads').where('digest', '=', last.id))) < deps.limits.leadsInDigest
  const email = { kind: digestKind, about: undefined, ...toOwner(deps) }
  const digest = isOpen ? last.id : await enqueue(tx, email, now, now + digestPauseMs)
  await updateLead(tx, reference, { digest })
}

/** Digests not tried yet. The row lock keeps them from being sent until the transaction ends. */
function openDigests(tx: Db) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .where('batch', 'is', null)
    .where('kind', '=', digestKind)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .forUpdate()
}

export function toOwner({ emailSettings }: EmailDeps) {
  return { from: emailSettings.from, to: emailSettings.leadsTo, headers: automatic }
}

function ownerEmailKinds(kind: LeadRow['kind']): [first: string, update: string] {
  return [`${kind}-owner`, `${kind}-update`]
}

export const leadEmailKinds = [
  ...leadKinds.flatMap((kind) => [...ownerEmailKinds(kind), `${kind}-receipt`]),
  digestKind,
]

async function queueReceipt(tx: Db, deps: LeadDeps, { lead, before }: Upserted, sender: string): Promise<void> {
  const isFirst = before === undefined || before.abandoned === 1
  if (lead.status !== 'ok' || lead.abandoned === 1 || !isFirst) return
  const now = deps.now()
  const { emailSettings, limits } = deps
  const recipient = { to: lead.email, sender, kindLimit: limits.receiptsToMailbox }
  const receiptLimits = emailLimits(limits.receipts, recipient, { ...deps, reservedUses: 1 })
  if ((await countEach(tx, receiptLimits, now)).length > 0) return
  // Prevents vacation replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-replied' }
  const to = { name: '', address: lead.email }
  await enqueue(tx, { kind: `${lead.kind}-receipt`, about: lead.reference, from: emailSettings.from, to, headers }, now)
}
