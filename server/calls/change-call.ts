import type { Kysely } from 'kysely'
import type { CallRow, LeadRow, Tables } from '../../migrations/tables.ts'
import { mailboxKey } from '../../platform/email/email-address.ts'
import { forgetMailboxUses, mailboxLimit } from '../../platform/email/recipient-limits.ts'
import { asLimited, consume, countUse, type Limited, limitFor } from '../../platform/limits/count-use.ts'
import { lockLead } from '../leads/lead.repository.ts'
import { markLead } from '../leads/mark-leads.ts'
import { type CallDeps, ifStillFree, NotBooked, openCalendar, type Refused, readCalendar } from './calendar.ts'
import { notifyOwner, notifyVisitor } from './emails.ts'
import { isFreeAt, leavesEnough } from './free-times.ts'
import type { KeyHolder } from './links.ts'
import { remindersUntil } from './reminders.ts'
import { findCall, freeMoments, hasCallToCome, takeMoments, updateCall } from './store.ts'

type Db = Kysely<Tables>

const minuteMs = 60_000
/** Until when it can be moved or canceled by its link. */
export const changeableMs = 120 * minuteMs

/** A year and a day. */
const furthestMs = 366 * 24 * 60 * minuteMs

export type CallChange =
  /** What is asked for once more is done, too, and changes nothing. */
  | { outcome: 'done'; call: CallRow; isChanged: boolean }
  | { outcome: 'late' | 'gone' | 'over' | 'far' }
  | Refused
  | Limited

/** A stranger has the page's key alone: what they do counts for the mailbox that they named. */
type Changer = 'owner' | KeyHolder

/** @param by the owner may do it at any time, to any time within a year, and to a call that is not confirmed */
export async function moveCall(
  deps: CallDeps,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: Changer,
): Promise<CallChange> {
  const now = deps.now()
  if (by === 'owner' && start <= now) return { outcome: 'over' }
  if (by === 'owner' && start > now + furthestMs) return { outcome: 'far' }
  return await ifStillFree(deps, start, () =>
    changeCall(deps, { id, by }, async (tx, call, now) => {
      // Whoever has not read its mail yet confirms it first.
      if ((call.state === 'held' && by !== 'owner') || (call.starts_at === start && call.state === 'booked')) return {}
      await freeMoments(tx, id)
      const calendar = await readCalendar(tx, deps, now)
      if (by !== 'owner' && !isFreeAt(deps.calls, start, calendar)) throw new NotBooked('time')
      const end = start + (call.ends_at - call.starts_at)
      const moved = { ...call, starts_at: start, ends_at: end }
      const taken = { ...moved, free_at: end + deps.calls.pauseMinutes * minuteMs }
      const isFair = by !== 'stranger' || call.is_proven === 1 || leavesEnough(deps.calls, calendar, taken)
      if (!isFair) throw new NotBooked('time')
      if (!(await takeMoments(tx, moved, deps.calls.pauseMinutes))) throw new NotBooked('time')
      return {
        what: 'moved',
        change: {
          starts_at: start,
          ends_at: end,
          zone: zone ?? call.zone,
          state: 'booked',
          held_until: null,
          reminders: remindersUntil(start, now),
        },
      }
    }),
  )
}

export async function cancelCall(
  deps: CallDeps,
  { id, note = null }: { id: string; note?: string | null },
  by: Changer,
): Promise<CallChange> {
  return await changeCall(deps, { id, by }, async (tx) => {
    await freeMoments(tx, id)
    return { what: 'cancelled', change: { state: 'cancelled', open_key: null, held_until: null, note } }
  })
}

/** Of spam: its time is free again, nobody is told, and no link confirms it. @returns whether it took a time to come */
export async function releaseCall({ database, now }: Pick<CallDeps, 'database' | 'now'>, id: string): Promise<boolean> {
  return await database.write(async (tx) => {
    await openCalendar(tx, { database }, now())
    const call = await findCall(tx, id)
    if (call === undefined || call.starts_at <= now() || (call.state === 'cancelled' && !isUnconfirmed(call)))
      return false
    await freeMoments(tx, id)
    const later = { sequence: call.sequence + 1, changed_at: changedAt(call, now()) }
    await updateCall(tx, id, { state: 'cancelled', open_key: null, held_until: null, ...later })
    return call.state !== 'cancelled'
  })
}

/** By the link in its mail, also when its time is not reserved, or no longer: then it is taken if it is free. */
export async function confirmCall(deps: CallDeps, id: string): Promise<CallChange> {
  return await ifStillFree(deps, deps.now(), () =>
    changeCall(deps, { id, by: 'visitor', isConfirmation: true }, async (tx, call, now, { email }) => {
      if (call.state === 'booked') return {}
      const open_key = mailboxKey(email)
      if (call.state === 'cancelled') {
        if (await hasCallToCome(tx, open_key)) throw new NotBooked('mailbox')
        if (!isFreeAt(deps.calls, call.starts_at, await readCalendar(tx, deps, now))) throw new NotBooked('time')
        if (!(await takeMoments(tx, call, deps.calls.pauseMinutes))) throw new NotBooked('time')
      }
      const reminders = remindersUntil(call.starts_at, now)
      return { what: 'booked', change: { state: 'booked', open_key, held_until: null, reminders } }
    }),
  )
}

/** Not canceled: nobody was told of it, and it can still be confirmed. */
export function isUnconfirmed({ state, sequence }: CallRow): boolean {
  return state === 'held' || (state === 'cancelled' && sequence === 0)
}

/** After the change before it, also within one ms, or by the clock of another process: mails are told apart by it. */
function changedAt({ changed_at }: CallRow, now: number): number {
  return Math.max(now, changed_at + 1)
}

/**
 * Counts the email about a stranger's change. A cancellation is never refused. Its email is skipped if it would be the day's last,
 * which is kept for an email with a link.
 * @returns whether to send it @throws LimitReached
 */
async function countEmail(tx: Db, deps: CallDeps, email: string, what: Change['what'], now: number): Promise<boolean> {
  if (what === 'cancelled') return (await countUse(tx, mailboxLimit(email, { ...deps, spare: 1 }), now)) === undefined
  await consume(tx, mailboxLimit(email, deps), now)
  return true
}

type Change = { what?: 'booked' | 'moved' | 'cancelled'; change?: Partial<CallRow> }

async function changeCall(
  deps: CallDeps,
  { id, by, isConfirmation = false }: { id: string; by: Changer; isConfirmation?: boolean },
  work: (tx: Db, call: CallRow, now: number, lead: LeadRow) => Promise<Change>,
): Promise<CallChange> {
  const now = deps.now()
  const change = deps.database.write(async (tx): Promise<CallChange> => {
    await openCalendar(tx, deps, now)
    // Before its call is read: who forgets the person may be deleting both.
    const lead = await lockLead(tx, id, deps.database.engine)
    const call = await findCall(tx, id)
    if (call === undefined || lead === undefined) return { outcome: 'gone' }
    const isFirst = isUnconfirmed(call)
    if (call.state === 'cancelled' && !(isFirst && isConfirmation)) return { outcome: 'gone' }
    // However soon it is, it can be confirmed: only a change has to come two hours before.
    const isTooSoon = by !== 'owner' && !isConfirmation && call.starts_at - changeableMs < now
    if (call.starts_at <= now || isTooSoon) return { outcome: 'late' }
    const { what, change = {} } = await work(tx, call, now, lead)
    if (what === undefined) return { outcome: 'done', call, isChanged: false }
    // Canceling is always allowed: it happens once.
    if (by !== 'owner' && what !== 'cancelled') await consume(tx, limitFor(deps.limits.callChanges, id, deps.salt), now)
    if (by === 'visitor') await forgetMailboxUses(tx, lead.email, deps.salt)
    const sequence = isFirst && what !== 'cancelled' ? 0 : call.sequence + 1
    const is_proven = by === 'stranger' ? call.is_proven : 1
    const changed = { ...call, ...change, sequence, is_proven, changed_at: changedAt(call, now) }
    await updateCall(tx, id, changed)
    if (!(isFirst && what === 'cancelled')) {
      const update = { call: changed, lead, news: isFirst ? 'booked' : what } as const
      await notifyOwner(tx, deps, update, now)
      const isEmailed = by !== 'stranger' || (await countEmail(tx, deps, lead.email, what, now))
      if (isEmailed) await notifyVisitor(tx, deps, update, now)
    }
    return { outcome: 'done', call: changed, isChanged: true }
  })
  const result = await asLimited(change, now)
  if (result.outcome === 'done') deps.notifyOutbox()
  return result
}

/** For the owner, of a change that was not made. */
export const whyUnchanged: Readonly<Record<CallChange['outcome'], string>> = {
  done: 'It is at that time already.',
  gone: 'There is no such call that is still to come.',
  late: 'It has begun already.',
  over: 'That is over already.',
  far: 'That is more than a year ahead.',
  taken: 'Something else is at that time; nothing was changed.',
  limited: 'It was changed too often today.',
  open: 'The visitor has another call that is still to come.',
}

type Needs = Pick<CallDeps, 'database' | 'now'>

/** Unsent mails about spam are deleted, and its call takes no time any more. @returns undefined for an unknown request */
export async function markLeadAndCall(deps: Needs, reference: string, status: LeadRow['status']) {
  const marked = await markLead(deps.database, reference, status)
  return marked && { ...marked, isFreed: status === 'spam' && (await releaseCall(deps, reference)) }
}
