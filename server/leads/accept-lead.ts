import type { Db } from '../../migrations/tables.ts'
import { emailKey } from '../../platform/email/address.ts'
import type { FormInput } from '../../platform/fields.ts'
import type { FormContext } from '../../platform/http/form.ts'
import { limitedSender, truncatedSender } from '../../platform/http/ip-address.ts'
import { scoreSpam } from '../../platform/http/spam-score.ts'
import { isRequestId } from '../../platform/ids.ts'
import { countOne, oneUseOf } from '../../platform/limits/count-use.ts'
import { visitorLimits } from '../../platform/limits/sender-limits.ts'
import { writeWithQuota } from '../../platform/limits/stored-bytes.ts'
import { keyedHash } from '../../platform/signing.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import { hourMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import {
  allColumns,
  columnsOf,
  type contactFields,
  type DetailColumn,
  type LeadColumn,
  type LeadKind,
  type RequiredColumn,
} from './fields.ts'
import { notifyOfLead } from './notify.ts'
import { deleteFingerprints, type LeadDraft, type Upserted, upsertLead } from './store.ts'

/** If the form sent no key, a sender's identical submissions within this time are the same lead. */
export const dedupeWindowMs = hourMs

type LeadInput = {
  kind: LeadKind
  /** Values by column. If the visitor didn't mention a value, it's null or missing. */
  values: Record<RequiredColumn, string> & { [Column in DetailColumn]?: string | null | undefined }
  consultation?: Partial<LeadDraft>
  /** The visitor's answers to the owner's questions about a call. */
  answers?: readonly (readonly [question: string, answer: string])[]
  requestId?: string | undefined
  callStart?: string
  context: FormContext
}

export type LeadResult = { outcome: 'stored'; reference: string; replayed: boolean }

/** @throws StorageError, LimitReached */
export async function submitContact(
  context: Context,
  { requestId, ...values }: FormInput<typeof contactFields> & { requestId?: string | undefined },
  form: FormContext,
): Promise<LeadResult> {
  const input = { kind: 'contact', values, requestId, context: form } as const
  return await acceptLead(context, input, (tx, upserted) => notifyOfLead(tx, context, upserted, form))
}

/**
 * Stores a lead. Resolves once the lead and its emails are durable. A repeated submission returns the first reference.
 * @param queueEmails called in the same transaction if the lead is new or changed
 * @throws StorageError, LimitReached
 */
export async function acceptLead(
  context: Context,
  input: LeadInput,
  queueEmails: (tx: Db, upserted: Upserted) => Promise<void>,
): Promise<LeadResult> {
  const { limits, salt } = context
  const now = context.now()
  const { sender } = input.context
  const key = requestKey(salt, input, limitedSender(sender))
  const result = await writeWithQuota(context, sender, now, async (tx) => {
    if (!key.isFromForm) await deleteFingerprints(tx, now - dedupeWindowMs, key.text)
    const upserted = await upsertLead(tx, newLead(input, key.text, now), key.fallback)
    const replayed = upserted.outcome === 'repeat'
    const isNewlyAbandoned = upserted.outcome === 'new' && upserted.lead.abandoned === 1
    if (isNewlyAbandoned) {
      const unsentLimits = Object.values(visitorLimits(limits.unsentLeads, sender, salt))
      await countOne(tx, oneUseOf(unsentLimits), now)
    }
    if (!replayed) await queueEmails(tx, upserted)
    return { outcome: 'stored', reference: upserted.lead.reference, replayed } as const
  })
  if (!result.replayed) context.notifyOutbox()
  return result
}

/** Returns the form's key, or a fingerprint of sender and fields. `fallback`: for other fields with the same key. */
function requestKey(salt: string, { kind, values, requestId, callStart }: LeadInput, sender: string) {
  // A call is identified by its visitor and time. Its other fields can change.
  const identity =
    kind === 'call' ? [values.name, values.email, callStart] : columnsOf(kind).map((column) => values[column])
  const hash = (...parts: unknown[]) => keyedHash(salt, JSON.stringify([...parts, kind, ...identity]))
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
  const columns = allColumns().map((column) => [column, values[column] ?? null])
  return {
    kind,
    status,
    reasons: JSON.stringify(reasons),
    request_key: key,
    ...(Object.fromEntries(columns) as Record<LeadColumn, string | null>),
    name: values.name,
    email: values.email,
    project: values.project,
    email_key: emailKey(values.email),
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
    transcript: null,
    abandoned: null,
    consent_words: null,
    consent_at: null,
    updated_at: null,
    ...consultation,
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
