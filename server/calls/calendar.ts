import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CallRow, Tables } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { type Database, Rollback } from '../../platform/db/database.ts'
import { formatReference } from '../../platform/http/request-id.ts'
import type { LeadDeps } from '../leads/accept-lead.ts'
import { type Calendar, freeTimes } from './free-times.ts'
import {
  closePastCalls,
  deleteBlock,
  insertCall,
  lockCalendar,
  readBusy,
  readTaken,
  releaseReserved,
  takeMoments,
} from './store.ts'

type Db = Kysely<Tables>

const dayMs = 24 * 60 * 60_000

export type CallDeps = LeadDeps & {
  calls: Calls
  /** How long a call that may come from a robot keeps its time from others. */
  reserveMinutes: number
  /** For the ids of events. */
  host: string
  /** The owner’s own calendars, which are kept by these keys. */
  calendarKeys: readonly string[]
}

export type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'open' }

/** Takes a write back, since somebody else has the time, or the mailbox has a call already. */
export class NotBooked extends Rollback {
  readonly because: 'time' | 'mailbox'

  constructor(because: 'time' | 'mailbox') {
    super('the call cannot be had')
    this.because = because
  }
}

/** Whoever has it can write the calendar alone, and finds it as it is now. */
export async function openCalendar(tx: Db, { database }: { database: Pick<Database, 'engine'> }, now: number) {
  await lockCalendar(tx, database.engine)
  await releaseReserved(tx, now)
  await closePastCalls(tx, now)
}

type Calendars = Pick<CallDeps, 'calls' | 'calendarKeys'>

export async function readCalendar(db: Db, { calls, calendarKeys }: Calendars, now: number): Promise<Calendar> {
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, taken: await readTaken(db, span, now), busy: await readBusy(db, calendarKeys) }
}

/** In order, in ms since 1970. */
export async function readFreeTimes(deps: Calendars & Pick<CallDeps, 'database' | 'now'>): Promise<number[]> {
  return freeTimes(deps.calls, await readCalendar(deps.database.db, deps, deps.now()))
}

const maxNear = 5

export async function ifStillFree<T>(deps: CallDeps, start: number, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.because === 'mailbox') return { outcome: 'open' }
    const byDistance = (await readFreeTimes(deps)).toSorted(
      (one, other) => Math.abs(one - start) - Math.abs(other - start),
    )
    return { outcome: 'taken', times: byDistance.slice(0, maxNear).toSorted((one, other) => one - other) }
  }
}

const maxBlockMs = 90 * 24 * 60 * 60_000

/** Takes a time away from everybody. @returns why not, for the owner, where nothing was blocked */
export async function blockTime(
  deps: CallDeps,
  { start, end, note }: { start: number; end: number; note: string | null },
): Promise<{ id: string } | { why: string }> {
  const now = deps.now()
  if (end <= start || end - start > maxBlockMs)
    return { why: 'The end must be after the beginning, and at most 90 days later.' }
  if (end <= now) return { why: 'That time is over already.' }
  const id = formatReference('BL', (below) => randomInt(below))
  const block: CallRow = {
    id,
    lead: null,
    uid: `${randomUUID()}@${deps.host}`,
    state: 'blocked',
    starts_at: start,
    ends_at: end,
    zone: deps.calls.zone,
    open_key: null,
    sequence: 0,
    held_until: null,
    is_proven: 1,
    reminders: 0,
    note,
    created_at: now,
    changed_at: now,
  }
  return await deps.database.write(async (tx) => {
    await openCalendar(tx, deps, now)
    const taken = await readTaken(tx, { from: start, to: end }, now)
    if (taken.length > 0) {
      const others = taken.map((other) => other.id).join(', ')
      return { why: `Nothing was blocked: ${others} is there. Move or cancel it first.` }
    }
    await insertCall(tx, block)
    if (!(await takeMoments(tx, block, 0))) throw new Error('a blocked time met a call that nobody has read')
    return { id }
  })
}

export async function unblockTime({ database }: Pick<CallDeps, 'database'>, id: string): Promise<boolean> {
  return await database.write((tx) => deleteBlock(tx, id))
}
