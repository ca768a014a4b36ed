import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { mailboxKey } from '../../platform/email/email-address.ts'
import { consume, countEach, LimitReached, limitFor, once } from '../../platform/limits/count-use.ts'
import { forgetMailboxUses, mailboxLimit } from '../../platform/limits/email-limits.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { lockLead } from '../leads/store.ts'
import {
  type CallContext,
  freeTimes,
  leavesEnoughFree,
  type Refused,
  readCalendar,
  withNearestTimes,
} from './calendar.ts'
import { kindOfCall } from './kinds.ts'
import type { KeyHolder } from './links.ts'
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

/** How long before its start a call can last be changed by its link. */
export const changeableMs = 120 * minuteMs

export type CallChange =
  | { outcome: 'done'; call: CallRow; before: CallRow; isChanged: boolean }
  | { outcome: 'late' | 'gone' | 'limited' }
  | Refused

export const whyUnchanged: Readonly<Record<CallChange['outcome'], string>> = {
  done: 'It’s already booked for that time.',
  gone: 'There’s no such upcoming call.',
  late: 'It has already started.',
  taken: 'That time is taken; nothing was changed.',
  limited: 'It was changed too many times today.',
  alreadyBooked: 'The visitor has another upcoming call.',
}

type Changer = 'owner' | KeyHolder

/** The owner may move any upcoming call, even an unconfirmed one, to any time. */
export async function moveCall(
  context: CallContext,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(context, { id, start, zone, by }, async (tx, { call, lead, kind }) => {
    // A visitor must confirm the call before moving it.
    if ((call.state !== 'booked' && by !== 'owner') || (call.starts_at === start && call.state === 'booked')) return {}
    const calendar = await readCalendar(tx, context.calls, context.calendarKeys, context.now())
    await releaseSlots(tx, id)
    if (by !== 'owner' && !freeTimes(kind, calendar, id).includes(start)) throw new NotBooked('taken')
    const times = { starts_at: start, ends_at: start + (call.ends_at - call.starts_at) }
    const moved = { ...call, ...times, state: 'booked', network: lead.network } as const
    const leaves = (is_verified: number) => leavesEnoughFree(context.calls, calendar, { ...moved, is_verified })
    if (by === 'stranger' && call.is_verified === 0 && !leaves(0)) throw new NotBooked('taken')
    await reserveSlots(tx, moved, kind.pauseMinutes)
    const isVerified = call.is_verified === 1 || by === 'owner' || (by === 'visitor' && leaves(1))
    const is_verified = isVerified ? 1 : 0
    const change = { ...times, zone: zone ?? call.zone, state: 'booked', reserved_until: null, is_verified } as const
    return { what: 'moved', change }
  })
}

export async function cancelCall(
  context: CallContext,
  { id, note = null }: { id: string; note?: string | null },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(context, { id, by }, async (tx) => {
    await releaseSlots(tx, id)
    return { what: 'cancelled', change: { ...canceled, note } }
  })
}

export const canceled = { state: 'cancelled', open_key: null, reserved_until: null } as const

/**
 * Confirms a call by the link in its email. If its reservation has ended, its time must still be free. If verified calls
 * already take their share of the times, it waits for the owner without taking its time.
 */
export async function confirmCall(context: CallContext, id: string): Promise<CallChange> {
  return await changeCall(context, { id, by: 'visitor', isConfirmation: true }, async (tx, { call, lead, kind }) => {
    if (!isUnconfirmed(call)) return {}
    const open_key = mailboxKey(lead.email)
    if (call.state === 'cancelled') await assertNoOtherCall(tx, open_key)
    await releaseSlots(tx, id)
    const calendar = await readCalendar(tx, context.calls, context.calendarKeys, context.now())
    const isFree = freeTimes(kind, calendar).includes(call.starts_at)
    if (call.state === 'cancelled' && !isFree) throw new NotBooked('taken')
    const booked = { ...call, open_key, network: lead.network, state: 'booked', reserved_until: null } as const
    const is_verified = [1, 0].find((is_verified) =>
      leavesEnoughFree(context.calls, calendar, { ...booked, is_verified }),
    )
    if (is_verified === undefined)
      return { what: 'requested', change: { open_key, state: 'requested', reserved_until: null } }
    await reserveSlots(tx, call, kind.pauseMinutes)
    return { what: 'booked', change: { open_key, state: 'booked', reserved_until: null, is_verified } }
  })
}

/** Books a call that waits for the owner, at its time. */
export async function approveCall(context: CallContext, id: string): Promise<CallChange> {
  return await changeCall(context, { id, by: 'owner' }, async (tx, { call, kind }) => {
    if (call.state !== 'requested') return {}
    await reserveSlots(tx, call, kind.pauseMinutes)
    return { what: 'booked', change: { state: 'booked' } }
  })
}

/** Whether its visitor can still confirm it. Canceling raises `sequence` above 0; expiring doesn't. */
export function isUnconfirmed({ state, sequence }: CallRow): boolean {
  return state === 'reserved' || (state === 'cancelled' && sequence === 0)
}

/** Always later than the last change, even within one ms or across processes, since older emails are outdated. */
export function changedAt({ changed_at }: CallRow, now: number): number {
  return Math.max(now, changed_at + 1)
}

type Change = { what?: 'booked' | 'moved' | 'cancelled' | 'requested'; change?: Partial<CallRow> }

/** @param request.start the new time, if it may be taken @param work returns {} if nothing changes */
async function changeCall(
  context: CallContext,
  request: { id: string; by: Changer; start?: number; zone?: string | undefined; isConfirmation?: true },
  work: (tx: Db, stored: { call: CallRow; lead: LeadRow; kind: CallKind }) => Promise<Change>,
): Promise<CallChange> {
  const now = context.now()
  const { id, by, start = now, zone, isConfirmation } = request
  const change = context.database.write(async (tx): Promise<CallChange> => {
    await openCalendar(tx, now)
    // Locks the lead first, because `forget` may be deleting the lead and the call.
    const lead = await lockLead(tx, id)
    const call = await findCall(tx, id)
    if (call === undefined || lead === undefined) return { outcome: 'gone' }
    const wasUnconfirmed = isUnconfirmed(call)
    if (call.state === 'cancelled' && !(wasUnconfirmed && isConfirmation)) return { outcome: 'gone' }
    // A call can be confirmed until it starts.
    const isTooLate = by !== 'owner' && !isConfirmation && call.starts_at - changeableMs < now
    if (call.starts_at <= now || isTooLate) return { outcome: 'late' }
    const { what, change = {} } = await work(tx, { call, lead, kind: kindOfCall(context.calls, call) })
    if (what === undefined) return { outcome: 'done', call, before: call, isChanged: false }
    await deleteReminders(tx, id)
    // Cancellations need no limit, since a call can be canceled only once.
    if (by !== 'owner' && what !== 'cancelled')
      await consume(tx, once([limitFor(context.limits.callChanges, id, context.salt)]), now)
    if (by === 'visitor') await forgetMailboxUses(tx, lead.email, context.salt)
    const isFirstNews = (wasUnconfirmed || call.state === 'requested') && what !== 'cancelled'
    const sequence = isFirstNews ? 0 : call.sequence + 1
    const is_verified = by === 'owner' ? 1 : call.is_verified
    const changed = { ...call, is_verified, ...change, sequence, changed_at: changedAt(call, now) }
    await updateCall(tx, id, changed)
    if (!(wasUnconfirmed && what === 'cancelled')) {
      const update = { call: changed, lead, news: isFirstNews && what === 'moved' ? 'booked' : what } as const
      await notifyOwner(tx, context, update, now)
      if (changed.state === 'booked') await queueReminders(tx, context, update, now)
      const isEmailed = by !== 'stranger' || (await countEmail(tx, context, lead.email, what))
      if (isEmailed) await notifyVisitor(tx, context, update, now)
    }
    return { outcome: 'done', call: changed, before: call, isChanged: true }
  })
  const result = await withNearestTimes(context, { start, id, zone }, () => change).catch(asLimited)
  if (result.outcome === 'done') context.notifyOutbox()
  return result
}

/**
 * Counts the email about a stranger's change. A cancellation is never refused, but its email is skipped if only the
 * day's last is left, which is reserved for an email with a link.
 * @returns whether to send it @throws LimitReached
 */
async function countEmail(tx: Db, context: CallContext, email: string, what: Change['what']): Promise<boolean> {
  const now = context.now()
  if (what === 'cancelled') {
    const reached = await countEach(tx, [mailboxLimit(email, { ...context, spare: 1 })], now)
    return reached.length === 0
  }
  await consume(tx, once([mailboxLimit(email, context)]), now)
  return true
}

function asLimited(error: unknown): { outcome: 'limited' } {
  if (error instanceof LimitReached) return { outcome: 'limited' }
  throw error
}
