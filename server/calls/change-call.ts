import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { mailboxKey } from '../../platform/email/address.ts'
import { changeableStates, deleteEmailsAbout } from '../../platform/email/outbox/store.ts'
import { countEach, countOne, LimitReached, oneUseOf } from '../../platform/limits/count-use.ts'
import { forgetMailboxUses, mailboxLimit } from '../../platform/limits/email-limits.ts'
import { limitFor } from '../../platform/limits/sender-limits.ts'
import type { Context } from '../context.ts'
import { lockLead, updateLead } from '../leads/store.ts'
import { freeTimes, leavesEnoughFree, type Refused, readCalendar, withNearestTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { kindOfCall } from './kinds.ts'
import { changeableMs, type KeyHolder } from './links.ts'
import { deleteReminders, notifyOwner, notifyVisitor, queueReminders } from './notify.ts'
import {
  assertNoOtherCall,
  findCall,
  NotBooked,
  openCalendar,
  releaseSlots,
  reserveSlots,
  updateCall,
} from './store.ts'

export type CallChange =
  | { outcome: 'done'; call: CallRow; before: CallRow; isChanged: boolean }
  | { outcome: 'late' | 'gone' | 'limited' }
  | Refused

export const whyUnchanged: Readonly<Record<CallChange['outcome'], string>> = {
  done: 'It’s already booked for that time.',
  gone: 'There’s no such upcoming call.',
  late: 'It has already started.',
  taken: 'That time is already taken. Choose another time.',
  limited: 'It was changed too many times today.',
  alreadyBooked: 'The visitor has another upcoming call.',
}

type Changer = 'owner' | KeyHolder

/** Moves a call. The owner can move any upcoming call, even if it's unconfirmed, to any time. */
export async function moveCall(
  context: CallContext,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(context, { id, start, zone, by }, async (tx, { call, lead, kind }) => {
    // Visitors must confirm the call before moving it.
    if (call.state !== 'booked' && by !== 'owner') return undefined
    if (call.state === 'booked' && call.starts_at === start) return undefined
    const calendar = await readCalendar(tx, context.calls, context.calendarKeys, context.now())
    await releaseSlots(tx, id)
    if (by !== 'owner' && !freeTimes(kind, calendar, id).includes(start)) throw new NotBooked('taken')
    const ends_at = start + (call.ends_at - call.starts_at)
    const moved = { ...call, starts_at: start, ends_at, state: 'booked', network: lead.network } as const
    const fits = (is_verified: number) => leavesEnoughFree(context.calls, calendar, { ...moved, is_verified })
    if (by === 'unverified' && call.is_verified === 0 && !fits(0)) throw new NotBooked('taken')
    await reserveSlots(tx, moved, kind.pauseMinutes)
    const isVerified = call.is_verified === 1 || by === 'owner' || (by === 'visitor' && fits(1))
    const times = { starts_at: start, ends_at, zone: zone ?? call.zone }
    const fields = { ...times, state: 'booked', reserved_until: null, is_verified: isVerified ? 1 : 0 } as const
    return { news: 'moved', fields }
  })
}

export async function cancelCall(
  context: CallContext,
  { id, note = null }: { id: string; note?: string | null },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(context, { id, by }, async (tx) => {
    await releaseSlots(tx, id)
    return { news: 'cancelled', fields: { ...canceled, note } }
  })
}

const canceled = { state: 'cancelled', open_key: null, reserved_until: null } as const

/**
 * Confirms a call through the link in its email. If the reservation has expired, the time must still be free. If verified
 * calls have used up their share of times, the call waits for the owner's approval, and its time stays free.
 */
export async function confirmCall(context: CallContext, id: string): Promise<CallChange> {
  return await changeCall(context, { id, by: 'visitor', isConfirmation: true }, async (tx, { call, lead, kind }) => {
    if (!isUnconfirmed(call)) return undefined
    const open_key = mailboxKey(lead.email)
    const isExpired = call.state === 'cancelled'
    if (isExpired) await assertNoOtherCall(tx, open_key)
    await releaseSlots(tx, id)
    const calendar = await readCalendar(tx, context.calls, context.calendarKeys, context.now())
    if (isExpired && !freeTimes(kind, calendar).includes(call.starts_at)) throw new NotBooked('taken')
    const booked = { ...call, open_key, network: lead.network, state: 'booked', reserved_until: null } as const
    const fits = (is_verified: number) => leavesEnoughFree(context.calls, calendar, { ...booked, is_verified })
    const is_verified = fits(1) ? 1 : 0
    if (is_verified === 0 && !fits(0))
      return { news: 'requested', fields: { open_key, state: 'requested', reserved_until: null } }
    await reserveSlots(tx, call, kind.pauseMinutes)
    return { news: 'booked', fields: { open_key, state: 'booked', reserved_until: null, is_verified } }
  })
}

/** Books a call that's waiting for the owner's approval. */
export async function approveCall(context: CallContext, id: string): Promise<CallChange> {
  return await changeCall(context, { id, by: 'owner' }, async (tx, { call, kind }) => {
    if (call.state !== 'requested') return undefined
    await reserveSlots(tx, call, kind.pauseMinutes)
    return { news: 'booked', fields: { state: 'booked' } }
  })
}

/** Sets a lead's status. Spam drops the lead's unsent emails and cancels its call. @returns undefined for an unknown lead */
export async function setLeadStatus({ database, now }: Context, reference: string, status: LeadRow['status']) {
  return await database.write(async (tx) => {
    // Lock the calendar before the lead, like `decideAndStore`, to avoid deadlocks on PostgreSQL.
    await openCalendar(tx, now())
    const lead = await lockLead(tx, reference)
    if (lead === undefined) return undefined
    await updateLead(tx, reference, { status })
    if (status !== 'spam') return { before: lead.status, droppedEmails: 0, isFreed: false }
    const dropped = await deleteEmailsAbout(tx, [reference], { states: changeableStates })
    const isFreed = await releaseCall(tx, reference, now())
    return { before: lead.status, droppedEmails: dropped.length, isFreed }
  })
}

/**
 * Cancels a spam lead's call without notifying the visitor or the owner. Also invalidates its confirmation link.
 * @returns whether this frees the call's time
 */
async function releaseCall(tx: Db, id: string, now: number): Promise<boolean> {
  const call = await findCall(tx, id)
  if (call === undefined || call.starts_at <= now) return false
  if (call.state === 'cancelled' && !isUnconfirmed(call)) return false
  await releaseSlots(tx, id)
  await updateCall(tx, id, { ...canceled, sequence: call.sequence + 1, changed_at: changedAt(call, now) })
  return call.state !== 'cancelled'
}

/** Whether the visitor can still confirm the call. Canceling raises `sequence` above 0, expiring doesn't. */
export function isUnconfirmed({ state, sequence }: CallRow): boolean {
  return state === 'reserved' || (state === 'cancelled' && sequence === 0)
}

/** Returns a time after the last change, even within 1 ms or across processes. Makes all earlier emails outdated. */
function changedAt({ changed_at }: CallRow, now: number): number {
  return Math.max(now, changed_at + 1)
}

/** A requested change to a call. `start`: the requested time, which might be taken. */
type ChangeRequest = { id: string; by: Changer; start?: number; zone?: string | undefined; isConfirmation?: boolean }
type Decision = { news: 'booked' | 'moved' | 'cancelled' | 'requested'; fields: Partial<CallRow> }
type StoredCall = { call: CallRow; lead: LeadRow; kind: CallKind }
/** Decides how a call changes, in the transaction that locks it. Returns undefined to keep the call as it is. */
type Decide = (tx: Db, stored: StoredCall) => Promise<Decision | undefined>

async function changeCall(context: CallContext, request: ChangeRequest, decide: Decide): Promise<CallChange> {
  const { id, start = context.now(), zone } = request
  const result = await withNearestTimes(context, { start, id, zone }, () =>
    context.database.write((tx) => decideAndStore(tx, context, request, decide)),
  ).catch(asLimited)
  if (result.outcome === 'done') context.notifyOutbox()
  return result
}

async function decideAndStore(
  tx: Db,
  context: CallContext,
  { id, by, isConfirmation = false }: ChangeRequest,
  decide: Decide,
): Promise<CallChange> {
  const now = context.now()
  await openCalendar(tx, now)
  // Lock the lead first, in case `forget` is deleting it and the call.
  const lead = await lockLead(tx, id)
  const call = await findCall(tx, id)
  if (call === undefined || lead === undefined) return { outcome: 'gone' }
  const wasUnconfirmed = isUnconfirmed(call)
  if (call.state === 'cancelled' && !(wasUnconfirmed && isConfirmation)) return { outcome: 'gone' }
  // Visitors can confirm until the call starts.
  const isTooLate = by !== 'owner' && !isConfirmation && call.starts_at - changeableMs < now
  if (call.starts_at <= now || isTooLate) return { outcome: 'late' }
  const decision = await decide(tx, { call, lead, kind: kindOfCall(context.calls, call) })
  if (decision === undefined) return { outcome: 'done', call, before: call, isChanged: false }
  const { news, fields } = decision
  await deleteReminders(tx, id)
  // Canceling only works once, so it needs no limit.
  if (by !== 'owner' && news !== 'cancelled')
    await countOne(tx, oneUseOf([limitFor(context.limits.callChanges, id, context.salt)]), now)
  if (by === 'visitor') await forgetMailboxUses(tx, lead.email, context.salt)
  const isFirstNews = (wasUnconfirmed || call.state === 'requested') && news !== 'cancelled'
  const changed: CallRow = {
    ...call,
    is_verified: by === 'owner' ? 1 : call.is_verified,
    ...fields,
    sequence: isFirstNews ? 0 : call.sequence + 1,
    changed_at: changedAt(call, now),
  }
  await updateCall(tx, id, changed)
  if (!(wasUnconfirmed && news === 'cancelled')) {
    const update = { call: changed, lead, news: isFirstNews && news === 'moved' ? 'booked' : news } as const
    await notifyOwner(tx, context, update, now)
    if (changed.state === 'booked') await queueReminders(tx, context, update, now)
    const isEmailed = by !== 'unverified' || (await countEmail(tx, context, lead.email, news))
    if (isEmailed) await notifyVisitor(tx, context, update, now)
  }
  return { outcome: 'done', call: changed, before: call, isChanged: true }
}

/**
 * Counts the email about a change made with the page's key. Canceling always works, but if only one email is left today,
 * its email is skipped, to save that one for an email with a link.
 * @returns whether to send the email @throws LimitReached
 */
async function countEmail(tx: Db, context: CallContext, email: string, news: Decision['news']): Promise<boolean> {
  const now = context.now()
  if (news === 'cancelled') {
    const exceeded = await countEach(tx, [mailboxLimit(email, { ...context, reservedUses: 1 })], now)
    return exceeded.length === 0
  }
  await countOne(tx, oneUseOf([mailboxLimit(email, context)]), now)
  return true
}

function asLimited(error: unknown): { outcome: 'limited' } {
  if (error instanceof LimitReached) return { outcome: 'limited' }
  throw error
}
