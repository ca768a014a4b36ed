import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { type Database, Rollback } from '../../platform/db/database.ts'
import type { LeadDeps } from '../leads/accept-lead.ts'
import { readBusy } from './busy/busy.repository.ts'
import { closePastCalls, lockCalendar, readTaken, releaseHeld } from './call.repository.ts'
import { type Calendar, freeTimes } from './free-times.ts'

type Db = Kysely<Tables>

const dayMs = 24 * 60 * 60_000

export type CallDeps = LeadDeps & {
  calls: Calls
  /** How long a call that may come from a robot keeps its time from others. */
  holdMinutes: number
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
  await releaseHeld(tx, now)
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

const mostNear = 5

export async function unlessTaken<T>(deps: CallDeps, start: number, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.because === 'mailbox') return { outcome: 'open' }
    const byDistance = (await readFreeTimes(deps)).toSorted(
      (one, other) => Math.abs(one - start) - Math.abs(other - start),
    )
    return { outcome: 'taken', times: byDistance.slice(0, mostNear).toSorted((one, other) => one - other) }
  }
}
