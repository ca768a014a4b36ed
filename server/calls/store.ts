import { z } from 'zod'
import type { BusyCalendarRow, CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { Rollback } from '../../platform/db/database.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { allColumns, type LeadColumn } from '../leads/fields.ts'
import type { BusyEvent } from './busy/busy-series.ts'
import type { Span } from './busy/recurrence.ts'
import { reminderKinds } from './reminders.ts'
import { dateIn } from './times.ts'

/** Calls start and end at multiples of five minutes. The table's key is the slot, which prevents double booking. */
const slotMs = 5 * minuteMs
/** Maximum rows per statement. Databases limit a statement's parameters. */
const maxRows = 1_000

/** Locks the calendar, cancels expired reservations, and lets mailboxes book again after their call. */
export async function openCalendar(tx: Db, now: number): Promise<void> {
  // Any row that always exists can serve as the lock.
  await tx.selectFrom('settings').select('key').where('key', '=', 'link-key').forUpdate().execute()
  // Keep `changed_at`. Otherwise, the email that asks for confirmation would be outdated.
  const expired = await tx
    .updateTable('calls')
    .set({ state: 'cancelled', open_key: null, reserved_until: null })
    .where('reserved_until', '<=', now)
    .returning('id')
    .execute()
  for (const { id } of expired) await releaseSlots(tx, id)
  await tx
    .updateTable('calls')
    .set({ open_key: null })
    .where('open_key', 'is not', null)
    .where('ends_at', '<=', now)
    .execute()
}

/** A call or blocked time. `free_at`: end of the pause after it. `label`: the visitor's name or the block's note. */
export type OccupiedTime = Pick<CallRow, (typeof occupiedColumns)[number]> &
  Pick<LeadRow, 'network'> & { label?: string | null; free_at: number }
const occupiedColumns = ['id', 'state', 'is_verified', 'starts_at', 'ends_at', 'open_key', 'changed_at'] as const

type TimeSpan = { from: number; to: number }

/** Lists the calls and blocked times that overlap a span, in order. */
export async function listOccupied(db: Db, times: TimeSpan, now: number): Promise<OccupiedTime[]> {
  const occupied = [...(await listOccupiedByCalls(db, times, now)), ...(await listBlocked(db, times))]
  return occupied.toSorted((a, b) => a.starts_at - b.starts_at)
}

async function listOccupiedByCalls(db: Db, { from, to }: TimeSpan, now: number): Promise<OccupiedTime[]> {
  const ofLead = ['leads.network', 'leads.name'] as const
  const columns = [...occupiedColumns.map((column) => `calls.${column}` as const), ...ofLead]
  const rows = await db
    .selectFrom('calls')
    .innerJoin('call_moments', 'call_moments.call', 'calls.id')
    .leftJoin('leads', 'leads.reference', 'calls.lead')
    .select(columns)
    .select((eb) => eb.fn.max('call_moments.moment').as('last'))
    .where('call_moments.moment', '>', from - slotMs)
    .where('call_moments.moment', '<', to)
    .where((eb) => eb.or([eb('calls.reserved_until', 'is', null), eb('calls.reserved_until', '>', now)]))
    .groupBy(columns)
    .execute()
  return rows.map(({ last, name, ...row }) => ({ ...row, label: name, free_at: last + slotMs }))
}

/** The length of a leap year. */
export const maxBlockMs = 366 * dayMs

/** Blocked times don't reserve slots. They can overlap calls, and remain if such a call is canceled. */
async function listBlocked(db: Db, { from, to }: TimeSpan): Promise<OccupiedTime[]> {
  const rows = await db
    .selectFrom('calls')
    .select([...occupiedColumns, 'note as label'])
    .where('state', '=', 'blocked')
    // With bounds on both sides, the database can use the index.
    .where('starts_at', '>=', from - maxBlockMs)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .execute()
  return rows.map((row) => ({ ...row, network: null, free_at: row.ends_at }))
}

export class NotBooked extends Rollback {
  readonly reason: 'taken' | 'alreadyBooked'

  constructor(reason: 'taken' | 'alreadyBooked') {
    super('couldn’t book the call')
    this.reason = reason
  }
}

/** Inserts a call or blocked time. Unless it's canceled, a call reserves its time. @throws NotBooked if it's taken */
export async function insertCall(tx: Db, call: CallRow, pauseMinutes: number): Promise<void> {
  await tx.insertInto('calls').values(call).execute()
  if (call.state !== 'cancelled' && call.state !== 'blocked') await reserveSlots(tx, call, pauseMinutes)
}

/** @throws NotBooked if the mailbox has another upcoming call */
export async function assertNoOtherCall(tx: Db, openKey: string): Promise<void> {
  const call = await tx.selectFrom('calls').select('id').where('open_key', '=', openKey).executeTakeFirst()
  if (call !== undefined) throw new NotBooked('alreadyBooked')
}

/** Reserves a call's slots, and those of the pause after it. @throws NotBooked if any of them are taken */
export async function reserveSlots(tx: Db, { id, starts_at, ends_at }: CallRow, pauseMinutes: number): Promise<void> {
  const occupiedMs = ends_at - starts_at + pauseMinutes * minuteMs
  const count = Math.ceil(occupiedMs / slotMs)
  const rows = Array.from({ length: count }, (_, i) => ({ moment: starts_at + i * slotMs, call: id }))
  for (let start = 0; start < rows.length; start += maxRows) {
    const batch = rows.slice(start, start + maxRows)
    const reserved = await tx
      .insertInto('call_moments')
      .values(batch)
      .onConflict((conflict) => conflict.column('moment').doNothing())
      .returning('moment')
      .execute()
    if (reserved.length < batch.length) throw new NotBooked('taken')
  }
}

export async function releaseSlots(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('call_moments').where('call', '=', id).execute()
}

export async function updateCall(tx: Db, id: string, change: Partial<CallRow>): Promise<void> {
  await tx.updateTable('calls').set(change).where('id', '=', id).execute()
}

export type ListedCall = CallRow & Pick<LeadRow, LeadColumn | 'answers'>

/** Lists the calls and blocked times that overlap a span (epoch ms), in order, with their leads' fields. */
export async function listCalls(db: Db, from: number, to = endOfTime): Promise<ListedCall[]> {
  const rows = await db
    .selectFrom('calls')
    .leftJoin('leads', 'leads.reference', 'calls.lead')
    .selectAll('calls')
    .select(['leads.answers', ...allColumns().map((column) => `leads.${column}` as const)])
    .where('calls.ends_at', '>', from)
    .where('calls.starts_at', '<', to)
    .orderBy('calls.starts_at')
    .orderBy('calls.id')
    .execute()
  return rows.map((row) => ({ ...row, name: row.name ?? '', email: row.email ?? '', project: row.project ?? '' }))
}

/** Counts today's booked calls that haven't ended, in the studio's time zone. */
export async function countCallsToday(db: Db, now: number): Promise<number> {
  const zone = studioZone()
  const tomorrow = dateIn(now, zone).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const calls = db.selectFrom('calls').where('state', '=', 'booked').where('ends_at', '>', now)
  return await countRows(calls.where('starts_at', '<', tomorrow))
}

/** Counts the calls that visitors have booked since a time and haven't canceled. */
export async function countBookedSince(db: Db, since: number): Promise<number> {
  return await countRows(db.selectFrom('calls').where('state', '=', 'booked').where('created_at', '>=', since))
}

/** Reads each call's queued and sent reminders, and counts the person's earlier leads. */
export async function readContacts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return { earlier: new Map<string, number>(), reminders: [] }
  const earlier = await db
    .selectFrom('leads')
    .innerJoin('leads as before', 'before.email_key', 'leads.email_key')
    .whereRef('before.created_at', '<', 'leads.created_at')
    .where('leads.reference', 'in', ids)
    .groupBy('leads.reference')
    .select((eb) => ['leads.reference', eb.fn.countAll<number>().as('count')])
    .execute()
  const reminders = await db
    .selectFrom('outbox')
    .select((eb) => ['about as call', 'state', eb.fn.coalesce('sent_at', 'due_at').as('at')])
    .where('about', 'in', ids)
    .where('kind', 'in', reminderKinds)
    .orderBy('due_at')
    .execute()
  return { earlier: new Map(earlier.map(({ reference, count }) => [reference, Number(count)])), reminders }
}

/** @returns the deleted block, or undefined if there's no such block */
export async function deleteBlock(tx: Db, id: string) {
  return await tx
    .deleteFrom('calls')
    .where('id', '=', id)
    .where('state', '=', 'blocked')
    .returning(['starts_at', 'ends_at', 'note'])
    .executeTakeFirst()
}

/** Finds a person's or lead's calls that haven't ended. */
export async function findUpcomingCalls(db: Db, owner: { email_key: string } | { reference: string }, now: number) {
  return await db
    .selectFrom('calls')
    .innerJoin('leads', 'leads.reference', 'calls.lead')
    .select(['calls.id', 'calls.starts_at'])
    .where((eb) => eb.and(owner))
    .where('calls.state', '!=', 'cancelled')
    .where('calls.ends_at', '>', now)
    .where((eb) => eb.or([eb('calls.reserved_until', 'is', null), eb('calls.reserved_until', '>', now)]))
    .orderBy('calls.starts_at')
    .execute()
}

/** Finds a person's calls, latest first. */
export async function findCallsOf(db: Db, email_key: string): Promise<CallRow[]> {
  return await db
    .selectFrom('calls')
    .innerJoin('leads', 'leads.reference', 'calls.lead')
    .selectAll('calls')
    .where('email_key', '=', email_key)
    .orderBy('calls.starts_at', 'desc')
    .execute()
}

export async function findCall(db: Db, id: string): Promise<CallRow | undefined> {
  return await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
}

const endOfTime = Number.MAX_SAFE_INTEGER
const busySpans = z.array(z.tuple([z.number(), z.number()]))
const busyEvents = z.array(z.tuple([z.number(), z.number(), z.string()]))

/** Lists busy spans in the owner's calendars. Until the first sync, and after the synced range, everything is busy. */
export async function readBusy(db: Db, keys: readonly string[]): Promise<Span[]> {
  const rows = await listCalendars(db, keys)
  if (rows.length < keys.length) return [[0, endOfTime]]
  return rows.flatMap(({ spans, until }): Span[] => [...busySpans.parse(JSON.parse(spans)), [until, endOfTime]])
}

/** Lists the events in the owner's calendars that overlap a span, in order. */
export async function readBusyEvents(db: Db, keys: readonly string[], { from, to }: TimeSpan): Promise<BusyEvent[]> {
  const events = (await listCalendars(db, keys)).flatMap(({ events }) => busyEvents.parse(JSON.parse(events)))
  const overlapping = events.filter(([start, end]) => start < to && end > from)
  return overlapping.toSorted(([a], [b]) => a - b)
}

export async function listCalendars(db: Db, keys: readonly string[]): Promise<BusyCalendarRow[]> {
  return keys.length === 0 ? [] : await db.selectFrom('busy_calendars').selectAll().where('key', 'in', keys).execute()
}

export async function storeCalendar(tx: Db, row: BusyCalendarRow): Promise<void> {
  await tx
    .insertInto('busy_calendars')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Deletes calendars that are no longer in CALENDAR_URLS. */
export async function deleteOtherCalendars(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom('busy_calendars').where('key', 'not in', keys).execute()
}
