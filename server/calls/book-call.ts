import { randomUUID } from 'node:crypto'
import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { mailboxKey } from '../../platform/email/address.ts'
import type { FormInput } from '../../platform/fields.ts'
import type { FormContext } from '../../platform/http/form.ts'
import { scoreSpam } from '../../platform/http/spam-score.ts'
import { countOne, oneUseOf } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { acceptLead, formKey, type LeadResult, newLead } from '../leads/accept-lead.ts'
import type { callFields } from '../leads/fields.ts'
import { notifyOwnerOfLead } from '../leads/notify.ts'
import { type Upserted, updateLead, upsertLead } from '../leads/store.ts'
import { type Calendar, freeTimes, leavesEnoughFree, type Refused, readCalendar, withNearestTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { isCallback } from './kinds.ts'
import { notifyOwner, notifyVisitor, queueReminders } from './notify.ts'
import { assertNoOtherCall, findCall, insertCall, NotBooked, openCalendar } from './store.ts'

/** The booking form's values. `start` is in epoch ms. */
export type CallInput = Omit<FormInput<typeof callFields>, 'start' | 'zone' | 'kind'> & {
  start: number
  zone: string
  /** Defaults to the first kind. */
  kind?: CallKind
  /** Answers to the kind's questions. */
  answers?: readonly (readonly [question: string, answer: string])[]
  requestId?: string | undefined
}

/**
 * Books a call for a visitor. Resolves once the call, its lead, and the emails are durable.
 * @throws StorageError, LimitReached (both store nothing)
 */
export async function bookCall(
  context: CallContext,
  { start, zone, kind = context.calls.kinds[0], answers = [], requestId, about = '', ...fields }: CallInput,
  form: FormContext,
): Promise<LeadResult | Refused> {
  const { isCredible } = scoreSpam(form)
  const callStart = kind.id === '' ? `${start}` : `${start} ${kind.id}`
  const values = { ...fields, project: about }
  const input = { kind: 'call', values, answers, requestId, callStart, context: form } as const
  const store = async (tx: Db, upserted: Upserted) => {
    const draft = { lead: upserted.lead, kind, start, zone, isCredible, sender: form.sender }
    if (upserted.outcome === 'new') return await storeCall(tx, context, draft)
    if (await restoreIfVerified(tx, upserted)) return
    await notifyOwnerOfLead(tx, context, upserted, { firstKind: 'call-booked-owner' })
  }
  return await withNearestTimes(context, { start, kind, zone }, () => acceptLead(context, input, store))
}

/** Undoes a repeated request's change to a lead with a verified mailbox. Someone else could have sent the request. */
async function restoreIfVerified(tx: Db, { lead, before }: Upserted): Promise<boolean> {
  const call = await findCall(tx, lead.reference)
  if (call?.is_verified !== 1 || before === undefined) return false
  await updateLead(tx, before.reference, before)
  return true
}

type CallDraft = Pick<CallInput, 'start' | 'zone'> & {
  lead: LeadRow
  kind: CallKind
  isCredible: boolean
  sender: string
}

async function storeCall(tx: Db, context: CallContext, draft: CallDraft): Promise<void> {
  const { lead, kind, start, isCredible, sender } = draft
  const now = context.now()
  await openCalendar(tx, now)
  const calendar = await readCalendar(tx, context.calls, context.calendarKeys, now)
  if (!freeTimes(kind, calendar).includes(start)) throw new NotBooked('taken')
  await assertNoOtherCall(tx, mailboxKey(lead.email))
  const call = newCall(context, draft, calendar)
  await insertCall(tx, call, kind.pauseMinutes)
  const isBooked = call.state === 'booked'
  if (isBooked) {
    await notifyOwner(tx, context, { call, lead, news: 'booked' }, now)
    await queueReminders(tx, context, { call, lead }, now)
  } else await notifyOwnerOfLead(tx, context, { lead, outcome: 'new' }, { now })
  const recipient = { to: lead.email, sender, isCredible }
  await countOne(tx, oneUseOf(emailLimits(context.limits.calls, recipient, context)), now)
  await notifyVisitor(tx, context, { call, lead, news: isBooked ? 'booked' : 'confirm' }, now)
}

/**
 * Creates a booked or reserved call. If that would leave too few times for others, the call starts out canceled, and the
 * visitor has to confirm it.
 */
function newCall(
  context: CallContext,
  { lead, kind, start, zone, isCredible }: CallDraft,
  calendar: Calendar,
): CallRow {
  const { reserveMinutes } = context
  const { now } = calendar
  const ends_at = start + kind.minutes * minuteMs
  const call = newCallRow(context, {
    id: lead.reference,
    lead: lead.reference,
    kind: kind.id || null,
    state: 'booked',
    starts_at: start,
    ends_at,
    zone,
    open_key: mailboxKey(lead.email),
  })
  const fits = (state: 'booked' | 'reserved') =>
    leavesEnoughFree(context.calls, calendar, { ...call, state, network: lead.network })
  if (isCredible && fits('booked')) return call
  if (fits('reserved')) return { ...call, state: 'reserved', reserved_until: now + reserveMinutes * minuteMs }
  return { ...call, state: 'cancelled', open_key: null }
}

type OwnerCall = {
  name: string
  email: string
  about: string
  phone: string
  start: number
  zone: string
  kind: CallKind
}

/**
 * Books a call for the owner, on behalf of a visitor. Resolves once the call, its lead, and the emails are durable.
 * @throws Refusal if the phone number to call is missing
 */
export async function bookForVisitor(context: CallContext, input: OwnerCall): Promise<{ reference: string } | Refused> {
  const { start, zone, kind, phone } = input
  if (isCallback(kind) && phone === '') throw new Refusal('Enter the phone number to call.')
  const result = await withNearestTimes(context, { start, kind, zone }, () =>
    context.database.write((tx) => storeOwnerCall(tx, context, input)),
  )
  if ('reference' in result) context.notifyOutbox()
  return result
}

async function storeOwnerCall(tx: Db, context: CallContext, input: OwnerCall): Promise<{ reference: string }> {
  const { start, zone, about, kind, ...fields } = input
  const now = context.now()
  const values = { ...fields, project: about }
  // Use a random key, so two calls with the same fields get separate leads.
  const key = formKey(randomUUID())
  const draft = newLead({ kind: 'call', values, context: { sender: '', honeypot: false } }, key, now)
  const { lead } = await upsertLead(tx, { ...draft, network: null }, key)
  await openCalendar(tx, now)
  // Leave out `open_key`: only visitors are limited to one upcoming call.
  const call = newCallRow(context, {
    id: lead.reference,
    lead: lead.reference,
    kind: kind.id || null,
    state: 'booked',
    starts_at: start,
    ends_at: start + kind.minutes * minuteMs,
    zone,
    is_verified: 1,
    booked_by: 'owner',
  })
  await insertCall(tx, call, kind.pauseMinutes)
  const update = { call, lead, news: 'booked' } as const
  await notifyOwner(tx, context, update, now)
  await queueReminders(tx, context, update, now)
  await notifyVisitor(tx, context, update, now)
  return { reference: lead.reference }
}

export function newCallRow(
  { siteUrl, now }: CallContext,
  row: Pick<CallRow, 'id' | 'lead' | 'state' | 'starts_at' | 'ends_at' | 'zone'> & Partial<CallRow>,
): CallRow {
  return {
    uid: `${randomUUID()}@${new URL(siteUrl).hostname}`,
    kind: null,
    open_key: null,
    sequence: 0,
    reserved_until: null,
    is_verified: 0,
    booked_by: 'visitor',
    note: null,
    created_at: now(),
    changed_at: now(),
    ...row,
  }
}
