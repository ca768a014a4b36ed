import type { Kysely } from 'kysely'
import type { CallRow, Tables } from '../../../migrations/tables.ts'
import { lockLead } from '../leads/lead.repository.ts'
import { type CallDeps, NotBooked, openCalendar, type Refused, readCalendar, unlessTaken } from './calendar.ts'
import { findCall, freeMoments, takeMoments, updateCall } from './call.repository.ts'
import { enqueueCallMails } from './call-mails.ts'
import { remindersUntil } from './call-reminders.ts'
import { isFreeAt } from './free-times.ts'

type Db = Kysely<Tables>

const minuteMs = 60_000
/** Until when it can be moved or canceled by its link. */
export const changeableMs = 120 * minuteMs

/** A year and a day. */
const furthestMs = 366 * 24 * 60 * minuteMs

export type CallChange =
  /** What is asked for once more is done, too, and changes nothing. */
  { outcome: 'done'; call: CallRow; isChanged: boolean } | { outcome: 'late' | 'gone' | 'over' | 'far' } | Refused

/** @param by the owner may do it at any time, to any time within a year, and to a call that is not confirmed */
export async function moveCall(
  deps: CallDeps,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: 'visitor' | 'owner',
): Promise<CallChange> {
  const now = deps.now()
  if (by === 'owner' && start <= now) return { outcome: 'over' }
  if (by === 'owner' && start > now + furthestMs) return { outcome: 'far' }
  return await unlessTaken(deps, start, () =>
    changeCall(deps, id, by, async (tx, call, now) => {
      // Whoever has not read its mail yet confirms it first.
      if ((call.state === 'held' && by === 'visitor') || (call.starts_at === start && call.state === 'booked'))
        return {}
      await freeMoments(tx, id)
      const calendar = await readCalendar(tx, deps, now)
      if (by === 'visitor' && !isFreeAt(deps.calls, start, calendar)) throw new NotBooked('time')
      const end = start + (call.ends_at - call.starts_at)
      const moved = { ...call, starts_at: start, ends_at: end }
      if (!(await takeMoments(tx, moved, end + deps.calls.pauseMinutes * minuteMs))) throw new NotBooked('time')
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
  by: 'visitor' | 'owner',
): Promise<CallChange> {
  return await changeCall(deps, id, by, async (tx) => {
    await freeMoments(tx, id)
    return { what: 'cancelled', change: { state: 'cancelled', open_key: null, held_until: null, note } }
  })
}

/** Of spam: its time is free again, and nobody is told. @returns whether there was one to come */
export async function releaseCall({ database, now }: Pick<CallDeps, 'database' | 'now'>, id: string): Promise<boolean> {
  return await database.write(async (tx) => {
    await openCalendar(tx, { database }, now())
    const call = await findCall(tx, id)
    if (call === undefined || call.state === 'cancelled' || call.starts_at <= now()) return false
    await freeMoments(tx, id)
    const later = { sequence: call.sequence + 1, changed_at: changedAt(call, now()) }
    await updateCall(tx, id, { state: 'cancelled', open_key: null, held_until: null, ...later })
    return true
  })
}

/** By the link in the mail of a call that may have come from a robot. */
export async function confirmCall(deps: CallDeps, id: string): Promise<CallChange> {
  // However soon it is: only a change has to come two hours before.
  return await changeCall(deps, id, 'owner', async (_, { state }) =>
    state === 'booked' ? {} : { what: 'booked', change: { state: 'booked', held_until: null } },
  )
}

/** After the change before it, also within one ms, or by the clock of another process: mails are told apart by it. */
function changedAt({ changed_at }: CallRow, now: number): number {
  return Math.max(now, changed_at + 1)
}

type Change = { what?: 'booked' | 'moved' | 'cancelled'; change?: Partial<CallRow> }

async function changeCall(
  deps: CallDeps,
  id: string,
  by: 'visitor' | 'owner',
  work: (tx: Db, call: CallRow, now: number) => Promise<Change>,
): Promise<CallChange> {
  const now = deps.now()
  const result = await deps.database.write(async (tx): Promise<CallChange> => {
    await openCalendar(tx, deps, now)
    // Before its call is read: who forgets the person may be deleting both.
    const lead = await lockLead(tx, id, deps.database.engine)
    const call = await findCall(tx, id)
    if (call === undefined || lead === undefined || call.state === 'cancelled') return { outcome: 'gone' }
    if (call.starts_at <= now || (by === 'visitor' && call.starts_at - changeableMs < now)) return { outcome: 'late' }
    const { what, change = {} } = await work(tx, call, now)
    if (what === undefined) return { outcome: 'done', call, isChanged: false }
    const isFirst = call.state === 'held'
    const changed = { ...call, ...change, sequence: isFirst ? 0 : call.sequence + 1, changed_at: changedAt(call, now) }
    await updateCall(tx, id, changed)
    if (!(isFirst && what === 'cancelled')) {
      await enqueueCallMails(tx, deps, { call: changed, lead, news: isFirst ? 'booked' : what }, now)
    }
    return { outcome: 'done', call: changed, isChanged: true }
  })
  if (result.outcome === 'done') deps.notifyOutbox()
  return result
}
