import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { mailboxKey } from '../../platform/email/email-address.ts'
import type { FormInput } from '../../platform/fields.ts'
import { type FormContext, scoreSpam } from '../../platform/http/form.ts'
import { countEach, countOne, LimitReached, oneUseOf } from '../../platform/limits/count-use.ts'
import { emailLimits, forgetMailboxUses, mailboxLimit } from '../../platform/limits/email-limits.ts'
import { limitFor } from '../../platform/limits/sender-limits.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { acceptLead, type LeadResult, notifyOfLead } from '../leads/accept-lead.ts'
import type { callFields } from '../leads/fields.ts'
import { lockLead, type Upserted, updateLead } from '../leads/store.ts'
import {
  type Calendar,
  type CallDeps,
  freeTimes,
  ifStillFree,
  kindOfCall,
  newRow,
  type Refused,
  readCalendar,
} from './calendar.ts'
import type { KeyHolder } from './links.ts'
import { deleteReminders, notifyOwner, notifyVisitor, queueReminders } from './notify.ts'
import {
  assertNoOtherCall,
  findCall,
  freeMoments,
  insertCall,
  NotBooked,
  openCalendar,
  takeMoments,
  updateCall,
} from './store.ts'
import { leavesEnough } from './time-shares.ts'

/** `start` is in ms since 1970. */
export type CallInput = Omit<FormInput<typeof callFields>, 'start' | 'zone' | 'kind'> & {
  start: number
  zone: string
  /** The first kind by default. */
  kind?: CallKind
  /** Answers to the kind's questions. */
  answers?: readonly (readonly [question: string, answer: string])[]
  requestId?: string | undefined
}

/** Resolves oneUseOf the call, its lead, and the emails are durable. @throws StorageError, LimitReached; neither stores anything */
export async function bookCall(
  deps: CallDeps,
  { start, zone, kind = deps.calls.kinds[0], answers = [], requestId, about = '', ...fields }: CallInput,
  context: FormContext,
): Promise<LeadResult | Refused> {
  const { isCredible } = scoreSpam(context)
  const lead = { kind: 'call', values: { ...fields, project: about }, answers, requestId, context } as const
  return await ifStillFree(deps, { start, kind, zone }, () =>
    acceptLead(deps, { ...lead, callStart: [start, kind.id].filter(Boolean).join(' ') }, async (tx, upserted) => {
      const { lead } = upserted
      if (upserted.outcome === 'new')
        await storeCall(tx, deps, { lead, kind, start, zone, isCredible, sender: context.sender })
      else if (await keepsWords(tx, upserted)) return
      else await notifyOfLead(tx, deps, upserted, deps.now(), 'call-booked-owner')
    }),
  )
}

/** Restores the lead if its call's mailbox is verified. A repeated request could come from someone else. */
async function keepsWords(tx: Db, { lead, before }: Upserted): Promise<boolean> {
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

async function storeCall(tx: Db, deps: CallDeps, draft: CallDraft): Promise<void> {
  const { lead, kind, start, isCredible, sender } = draft
  const now = deps.now()
  await openCalendar(tx, now)
  const calendar = await readCalendar(tx, deps, now)
  if (!freeTimes(kind, calendar).includes(start)) throw new NotBooked('time')
  await assertNoOtherCall(tx, mailboxKey(lead.email))
  const call = newCall(deps, draft, calendar)
  await insertCall(tx, call, kind.pauseMinutes)
  const update = { call, lead, news: call.state === 'booked' ? 'booked' : 'confirm' } as const
  if (update.news === 'booked') {
    await notifyOwner(tx, deps, update, now)
    await queueReminders(tx, deps, update, now)
  } else await notifyOfLead(tx, deps, { lead, outcome: 'new' }, now)
  const recipient = { to: lead.email, sender, isCredible }
  await countOne(tx, oneUseOf(emailLimits(deps.limits.calls, recipient, deps)), now)
  await notifyVisitor(tx, deps, update, now)
}

/**
 * Books or reserves the call. If that would leave too few times for others, the call is canceled until its visitor
 * confirms it.
 */
function newCall(deps: CallDeps, { lead, kind, start, zone, isCredible }: CallDraft, calendar: Calendar): CallRow {
  const { reserveMinutes } = deps
  const { now } = calendar
  const ends_at = start + kind.minutes * minuteMs
  const call = newRow(deps, {
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
    leavesEnough(deps.calls, calendar, { ...call, state, network: lead.network })
  if (isCredible && fits('booked')) return call
  if (fits('reserved')) return { ...call, state: 'reserved', reserved_until: now + reserveMinutes * minuteMs }
  return { ...call, state: 'cancelled', open_key: null }
}

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
  open: 'The visitor has another upcoming call.',
}

type Changer = 'owner' | KeyHolder

/** The owner may move any upcoming call, even an unconfirmed one, to any time. */
export async function moveCall(
  deps: CallDeps,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(deps, { id, start, zone, by }, async (tx, { call, lead, kind }) => {
    // A visitor must confirm the call before moving it.
    if ((call.state !== 'booked' && by !== 'owner') || (call.starts_at === start && call.state === 'booked')) return {}
    const calendar = await readCalendar(tx, deps)
    await freeMoments(tx, id)
    if (by !== 'owner' && !freeTimes(kind, calendar, id).includes(start)) throw new NotBooked('time')
    const times = { starts_at: start, ends_at: start + (call.ends_at - call.starts_at) }
    const moved = { ...call, ...times, state: 'booked', network: lead.network } as const
    const leaves = (is_verified: number) => leavesEnough(deps.calls, calendar, { ...moved, is_verified })
    if (by === 'stranger' && call.is_verified === 0 && !leaves(0)) throw new NotBooked('time')
    await takeMoments(tx, moved, kind.pauseMinutes)
    const isVerified = call.is_verified === 1 || by === 'owner' || (by === 'visitor' && leaves(1))
    const is_verified = isVerified ? 1 : 0
    const change = { ...times, zone: zone ?? call.zone, state: 'booked', reserved_until: null, is_verified } as const
    return { what: 'moved', change }
  })
}

export async function cancelCall(
  deps: CallDeps,
  { id, note = null }: { id: string; note?: string | null },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(deps, { id, by }, async (tx) => {
    await freeMoments(tx, id)
    return { what: 'cancelled', change: { ...canceled, note } }
  })
}

export const canceled = { state: 'cancelled', open_key: null, reserved_until: null } as const

/**
 * Confirms a call by the link in its email. If its reservation has ended, its time must still be free. If verified calls
 * already take their share of the times, it waits for the owner without taking its time.
 */
export async function confirmCall(deps: CallDeps, id: string): Promise<CallChange> {
  return await changeCall(deps, { id, by: 'visitor', isConfirmation: true }, async (tx, { call, lead, kind }) => {
    if (!isUnconfirmed(call)) return {}
    const open_key = mailboxKey(lead.email)
    if (call.state === 'cancelled') await assertNoOtherCall(tx, open_key)
    await freeMoments(tx, id)
    const calendar = await readCalendar(tx, deps)
    const isFree = freeTimes(kind, calendar).includes(call.starts_at)
    if (call.state === 'cancelled' && !isFree) throw new NotBooked('time')
    const booked = { ...call, open_key, network: lead.network, state: 'booked', reserved_until: null } as const
    const is_verified = [1, 0].find((is_verified) => leavesEnough(deps.calls, calendar, { ...booked, is_verified }))
    if (is_verified === undefined)
      return { what: 'requested', change: { open_key, state: 'requested', reserved_until: null } }
    await takeMoments(tx, call, kind.pauseMinutes)
    return { what: 'booked', change: { open_key, state: 'booked', reserved_until: null, is_verified } }
  })
}

/** Books a call that waits for the owner, at its time. */
export async function approveCall(deps: CallDeps, id: string): Promise<CallChange> {
  return await changeCall(deps, { id, by: 'owner' }, async (tx, { call, kind }) => {
    if (call.state !== 'requested') return {}
    await takeMoments(tx, call, kind.pauseMinutes)
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
  deps: CallDeps,
  request: { id: string; by: Changer; start?: number; zone?: string | undefined; isConfirmation?: true },
  work: (tx: Db, stored: { call: CallRow; lead: LeadRow; kind: CallKind }) => Promise<Change>,
): Promise<CallChange> {
  const now = deps.now()
  const { id, by, start = now, zone, isConfirmation } = request
  const change = deps.database.write(async (tx): Promise<CallChange> => {
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
    const { what, change = {} } = await work(tx, { call, lead, kind: kindOfCall(deps.calls, call) })
    if (what === undefined) return { outcome: 'done', call, before: call, isChanged: false }
    await deleteReminders(tx, id)
    // Cancellations need no limit, since a call can be canceled only oneUseOf.
    if (by !== 'owner' && what !== 'cancelled')
      await countOne(tx, oneUseOf([limitFor(deps.limits.callChanges, id, deps.salt)]), now)
    if (by === 'visitor') await forgetMailboxUses(tx, lead.email, deps.salt)
    const isFirstNews = (wasUnconfirmed || call.state === 'requested') && what !== 'cancelled'
    const sequence = isFirstNews ? 0 : call.sequence + 1
    const is_verified = by === 'owner' ? 1 : call.is_verified
    const changed = { ...call, is_verified, ...change, sequence, changed_at: changedAt(call, now) }
    await updateCall(tx, id, changed)
    if (!(wasUnconfirmed && what === 'cancelled')) {
      const update = { call: changed, lead, news: isFirstNews && what === 'moved' ? 'booked' : what } as const
      await notifyOwner(tx, deps, update, now)
      if (changed.state === 'booked') await queueReminders(tx, deps, update, now)
      const isEmailed = by !== 'stranger' || (await countEmail(tx, deps, lead.email, what))
      if (isEmailed) await notifyVisitor(tx, deps, update, now)
    }
    return { outcome: 'done', call: changed, before: call, isChanged: true }
  })
  const result = await ifStillFree(deps, { start, id, zone }, () => change).catch(asLimited)
  if (result.outcome === 'done') deps.notifyOutbox()
  return result
}

/**
 * Counts the email about a stranger's change. A cancellation is never refused, but its email is skipped if only the
 * day's last is left, which is reserved for an email with a link.
 * @returns whether to send it @throws LimitReached
 */
async function countEmail(tx: Db, deps: CallDeps, email: string, what: Change['what']): Promise<boolean> {
  const now = deps.now()
  if (what === 'cancelled') {
    const reached = await countEach(tx, [mailboxLimit(email, { ...deps, reservedUses: 1 })], now)
    return reached.length === 0
  }
  await countOne(tx, oneUseOf([mailboxLimit(email, deps)]), now)
  return true
}

function asLimited(error: unknown): { outcome: 'limited' } {
  if (error instanceof LimitReached) return { outcome: 'limited' }
  throw error
}
