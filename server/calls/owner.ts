import { randomInt, randomUUID } from 'node:crypto'
import type { Db, LeadRow } from '../../migrations/tables.ts'
import { Refusal, Unconfirmed } from '../../platform/actions.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { changeableStates, deleteEmailsAbout } from '../../platform/email/outbox/store.ts'
import { formatReference } from '../../platform/ids.ts'
import { dayMs, minuteMs, shortTime } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import type { Context } from '../context.ts'
import { formKey, newLead } from '../leads/accept-lead.ts'
import { lockLead, updateLead, upsertLead } from '../leads/store.ts'
import { newRow } from './book-call.ts'
import { isInHours, type Refused, withNearestTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { canceled, changedAt, isUnconfirmed } from './change-call.ts'
import { isCallback, kindOfCall } from './kinds.ts'
import { notifyOwner, notifyVisitor, queueReminders } from './notify.ts'
import {
  findCall,
  insertCall,
  listOccupied,
  maxBlockMs,
  type OccupiedTime,
  openCalendar,
  readBusyEvents,
  releaseSlots,
  updateCall,
} from './store.ts'
import { parseLocalTime, shortRange } from './times.ts'

const maxAheadMs = 366 * dayMs

/**
 * Checks a time the owner chose for a call, which can be any time without another call.
 * @param call the call to move, or the kind of a new call
 * @returns `problem`: why the time is impossible. `warnings`: conflicts for the owner to confirm.
 */
export async function checkTime(
  context: CallContext,
  start: number,
  call: { id?: string | undefined; kind?: CallKind },
) {
  const { calls, calendarKeys, database } = context
  const { id } = call
  const moved = id === undefined ? undefined : await findCall(database.db, id)
  const kind = moved ? kindOfCall(calls, moved) : (call.kind ?? calls.kinds[0])
  const times = { from: start, to: start + kind.minutes * minuteMs }
  const withPause = { ...times, to: times.to + kind.pauseMinutes * minuteMs }
  const others = (await listOccupied(database.db, withPause, context.now())).filter((each) => each.id !== id)
  const conflict = others.find(({ state }) => state !== 'blocked')
  const blocks = others.filter(({ state, starts_at }) => state === 'blocked' && starts_at < times.to)
  const events = await readBusyEvents(database.db, calendarKeys, times)
  const eventWarnings = events.map(([from, to, title]) => {
    const status = title === '' ? 'is busy' : `has “${title}”`
    return `Your calendar ${status}: ${shortRange(from, to, calls.zone)}.`
  })
  const blockWarnings = blocks.map(({ starts_at, ends_at, label }) => {
    const range = shortRange(starts_at, ends_at, calls.zone)
    return label ? `You blocked ${range}: ${label}.` : `You blocked ${range}.`
  })
  return {
    when: shortTime(start, calls.zone),
    problem: conflict ? overlapText(conflict, calls.zone) : dateProblem(start, context.now()),
    warnings: [...eventWarnings, ...blockWarnings],
    isInHours: isInHours(kind, start),
  }
}

function overlapText({ label, starts_at }: OccupiedTime, zone: string): string {
  const name = label || 'another visitor'
  return `That overlaps ${name}’s call on ${shortTime(starts_at, zone)}, or the pause between calls.`
}

function dateProblem(start: number, now: number): string | null {
  if (start <= now) return 'That time has passed. Choose a later time.'
  return start > now + maxAheadMs ? 'That’s more than a year ahead. Choose an earlier time.' : null
}

type ChosenTime = { time: string; anyway: boolean; reference?: string; kind?: CallKind }

/**
 * Parses and checks a time the owner typed for a call.
 * @throws Refusal if it's past or has a call, Unconfirmed if it's busy or blocked
 */
export async function requireTime(context: CallContext, { time, anyway, reference, kind }: ChosenTime) {
  const start = requireLocalTime(time, context.calls.zone)
  const { problem, warnings, isInHours } = await checkTime(context, start, { id: reference, ...(kind && { kind }) })
  if (problem !== null) throw new Refusal(problem)
  if (warnings.length > 0 && !anyway)
    throw new Unconfirmed(`${warnings.join(' ')} To use the time anyway, add --anyway.`, undefined, { anyway: true })
  return { start, isInHours }
}

type BlockInput = { start: number; end: number; note: string | null }

/** Blocks a time. Calls in it stay booked. @throws Refusal if the time is invalid, past, or already blocked */
export async function blockTime(context: CallContext, { start, end, note }: BlockInput) {
  const now = context.now()
  const { zone } = context.calls
  if (end <= start || end - start > maxBlockMs) throw new Refusal('The end must be after the start, by at most a year.')
  if (end <= now) throw new Refusal('That time has passed. Choose a later time.')
  const id = formatReference('BL', (below) => randomInt(below))
  const block = newRow(context, {
    id,
    lead: null,
    state: 'blocked',
    starts_at: start,
    ends_at: end,
    zone,
    is_verified: 1,
    booked_by: 'owner',
    note,
  })
  const staying = await context.database.write(async (tx) => {
    await openCalendar(tx, now)
    const occupied = await listOccupied(tx, { from: start, to: end }, now)
    const same = occupied.find((each) => each.state === 'blocked' && each.starts_at <= start && each.ends_at >= end)
    if (same !== undefined) throw new Refusal(`That time is already blocked (${same.id}).`)
    await insertCall(tx, block, 0)
    return occupied.filter(({ state, ends_at }) => state !== 'blocked' && ends_at > start)
  })
  return {
    id,
    when: shortRange(start, end, zone),
    staying: staying.map(({ id, label, state, starts_at }) => {
      return { reference: id, name: label ?? '', state, starts_at, when: shortTime(starts_at, zone) }
    }),
  }
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
 * Books a call for someone who asked the owner. Resolves once the call, its lead, and the emails are durable.
 * @throws Refusal if the phone number to call is missing
 */
export async function bookForVisitor(context: CallContext, input: OwnerCall): Promise<{ reference: string } | Refused> {
  const { start, zone, about, kind, ...fields } = input
  if (isCallback(kind) && fields.phone === '') throw new Refusal('Enter the phone number to call.')
  const now = context.now()
  const values = { ...fields, project: about }
  const draft = newLead({ kind: 'call', values, context: { sender: '', honeypot: false } }, formKey(randomUUID()), now)
  const booked = context.database.write(async (tx) => {
    const { lead } = await upsertLead(tx, { ...draft, network: null }, formKey(randomUUID()))
    await openCalendar(tx, now)
    // Leave out `open_key`: only visitors are limited to one upcoming call.
    const call = newRow(context, {
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
  })
  const result = await withNearestTimes(context, { start, kind, zone }, () => booked)
  if ('reference' in result) context.notifyOutbox()
  return result
}

/** Sets a lead's status. Spam drops the lead's unsent emails and cancels its call. @returns undefined for an unknown lead */
export async function markLeadAndCall({ database, now }: Context, reference: string, status: LeadRow['status']) {
  return await database.write(async (tx) => {
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

/** Cancels a call without an email and invalidates its confirmation link. @returns whether this frees its time */
async function releaseCall(tx: Db, id: string, now: number): Promise<boolean> {
  const call = await findCall(tx, id)
  if (call === undefined || call.starts_at <= now) return false
  if (call.state === 'cancelled' && !isUnconfirmed(call)) return false
  await releaseSlots(tx, id)
  await updateCall(tx, id, { ...canceled, sequence: call.sequence + 1, changed_at: changedAt(call, now) })
  return call.state !== 'cancelled'
}

/** @returns undefined unless it's a day like `2026-12-24` */
function parseDay(text: string): string | undefined {
  const day = text.trim()
  return /^\d{4}-\d\d-\d\d$/.test(day) && parseLocalTime(day, 'UTC') !== undefined ? day : undefined
}

/** @param text in the studio’s time zone @throws Refusal unless it's a time in 5-minute steps */
function requireLocalTime(
  text: string,
  zone: string,
  expected = 'a time in 5-minute steps, like 2026-12-01 14:30',
): number {
  const time = parseLocalTime(text, zone)
  if (time === undefined) throw new Refusal(`“${text}” must be ${expected}.`)
  return time
}

/** @param to the last day or the end time. Empty for the whole day `from`. @throws Refusal */
export function blockedSpan(from: string, to: string, zone: string): { start: number; end: number } {
  const first = parseDay(from)
  const last = to === '' ? first : parseDay(to)
  if (to === '' && first === undefined) throw new Refusal('Add the end time. To block a whole day, leave out the time.')
  const expected = 'a day like 2026-12-24 or a time like 2026-12-01 14:30, before the note'
  const start = first ? startOfDay(zone, first) : requireLocalTime(from, zone, expected)
  return { start, end: last ? startOfDay(zone, last, 1) : requireLocalTime(to, zone, expected) }
}
