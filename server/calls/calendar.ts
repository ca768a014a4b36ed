import { randomInt, randomUUID } from 'node:crypto'
import type { CallRow, Db } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { formatReference } from '../../platform/http/request-id.ts'
import type { LeadDeps } from '../leads/accept-lead.ts'
import { type Calendar, freeTimes } from './free-times.ts'
import { insertCall, NotBooked, openCalendar, readBusy, readTaken } from './store.ts'

const dayMs = 24 * 60 * 60_000

export type CallDeps = LeadDeps & {
  calls: Calls
  siteUrl: string
  linkKey: string
  /** How long a call that may come from a bot reserves its time. */
  reserveMinutes: number
  /** Host part of event UIDs. */
  host: string
  /** Keys of the owner's own calendars in the database. */
  calendarKeys: readonly string[]
}

type CalendarDeps = Pick<CallDeps, 'calls' | 'calendarKeys' | 'database' | 'now'>

export async function readCalendar(db: Db, deps: CalendarDeps, now = deps.now()): Promise<Calendar> {
  const { calls, calendarKeys } = deps
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, taken: await readTaken(db, span, now), busy: await readBusy(db, calendarKeys) }
}

/** @returns start times in order, in ms since 1970 */
export async function readFreeTimes(deps: CalendarDeps): Promise<number[]> {
  return freeTimes(deps.calls, await readCalendar(deps.database.db, deps))
}

export type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'open' }

const maxNearest = 5

/** Runs `work`. @returns its result, or the nearest free times if `start` is taken */
export async function ifStillFree<T>(deps: CallDeps, start: number, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.because === 'mailbox') return { outcome: 'open' }
    const free = await readFreeTimes(deps)
    const nearest = free.toSorted((one, other) => Math.abs(one - start) - Math.abs(other - start)).slice(0, maxNearest)
    return { outcome: 'taken', times: nearest.toSorted((one, other) => one - other) }
  }
}

type NewRow = Pick<CallRow, 'id' | 'lead' | 'state' | 'starts_at' | 'ends_at' | 'zone'> & Partial<CallRow>

export function newRow({ host, now }: CallDeps, row: NewRow): CallRow {
  return {
    uid: `${randomUUID()}@${host}`,
    open_key: null,
    sequence: 0,
    reserved_until: null,
    is_proven: 0,
    reminders: 0,
    note: null,
    created_at: now(),
    changed_at: now(),
    ...row,
  }
}

const maxBlockMs = 90 * dayMs

type Block = { start: number; end: number; note: string | null }

/** @throws Refusal */
export async function blockTime(deps: CallDeps, { start, end, note }: Block): Promise<{ id: string }> {
  const now = deps.now()
  if (end <= start || end - start > maxBlockMs)
    throw new Refusal('The end must be after the start, by at most 90 days.')
  if (end <= now) throw new Refusal('That time has passed.')
  const id = formatReference('BL', (below) => randomInt(below))
  const times = { starts_at: start, ends_at: end, zone: deps.calls.zone }
  const block = newRow(deps, { id, lead: null, state: 'blocked', ...times, is_proven: 1, note })
  await deps.database.write(async (tx) => {
    await openCalendar(tx, now)
    const there = (await readTaken(tx, { from: start, to: end }, now)).map((taken) => taken.id).join(', ')
    if (there !== '') throw new Refusal(`Nothing was blocked: ${there} is there. Move or cancel it first.`)
    await insertCall(tx, block, 0)
  })
  return { id }
}
