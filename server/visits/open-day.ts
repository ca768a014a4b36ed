import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { dayIn, startOfDay } from '../../platform/text/zones.ts'
import { type DayNumbers, type Gap, joinRareSources } from './day-numbers.ts'
import {
  deleteSums,
  deleteVisitsBefore,
  insertDay,
  lockOpenDay,
  type OpenDay,
  readOpenDay,
  readSums,
  writeOpenDay,
} from './store.ts'

/** Interval at which a process records that it's counting. */
export const heartbeatMs = minuteMs
/** Shorter gaps are ignored as restarts. */
const minGapMs = 5 * heartbeatMs
/** Maximum lead of another process, which can pass midnight first. A larger difference means a wrong clock. */
const maxAheadMs = 10 * minuteMs

/** Pause between writes of a few ms each, so the process can serve requests. */
const pauseMs = 5

/** `server`: an ID for this process. `zone`: the studio's time zone. */
type Update = { now: number; server: string; zone: string; signal?: AbortSignal }

/**
 * Records that a server is counting. After the studio's midnight, closes the previous day and deletes its visits. If the
 * zone changed, the open day ends at the new zone's midnight (docs/decisions/running/studio-days.md).
 * @returns the time the day or its key ends (epoch ms)
 */
export async function updateOpenDay(database: Database, { now, server, zone, signal }: Update): Promise<number> {
  const open = await database.write(async (tx) => {
    const before = await lockOpenDay(tx)
    const today = dayIn(zone, now)
    const isOver = before !== undefined && before.day < today
    if (isOver) {
      const gaps = withGap(before, startOfDay(zone, before.day, 1))
      await insertDay(tx, before.day, await readOpenNumbers(tx, { ...before, gaps }))
    }
    const isOpen = before !== undefined && !isOver && Date.parse(before.keySince) - now < maxAheadMs
    if (!isOpen) await deleteSums(tx)
    const open = isOpen ? withFreshKey(before, now) : newDay({ day: today, zone }, before, now)
    const others = Object.entries(open.running).filter(([, at]) => isRecent(at, now))
    const running = { ...Object.fromEntries(others), [server]: now }
    const next: OpenDay = { ...open, gaps: withGap(open, now), aliveAt: now, running }
    await writeOpenDay(tx, next)
    return next
  })
  while ((await database.writeSoon((tx) => deleteVisitsBefore(tx, open.keySince))) > 0)
    await delay(pauseMs, undefined, { signal })
  return Math.min(startOfDay(zone, open.day, 1), Date.parse(open.keySince) + dayMs)
}

function newDay(open: Pick<OpenDay, 'day' | 'zone'>, before: OpenDay | undefined, now: number): OpenDay {
  const aliveAt = before === undefined ? now : Math.max(before.aliveAt, startOfDay(open.zone, open.day))
  return { ...open, ...newKey(now), gaps: [], aliveAt, running: {} }
}

/** Replaces the key after 24 hours. Days are longer if clocks go back or the studio moves west. */
function withFreshKey(open: OpenDay, now: number): OpenDay {
  return now - Date.parse(open.keySince) < dayMs ? open : { ...open, ...newKey(now) }
}

function newKey(now: number): Pick<OpenDay, 'key' | 'keySince'> {
  return { key: randomBytes(32).toString('base64url'), keySince: new Date(now).toISOString() }
}

/** Records that a server has stopped. */
export async function leaveOpenDay(database: Database, server: string): Promise<void> {
  await database.writeSoon(async (tx) => {
    const open = await lockOpenDay(tx)
    delete open?.running[server]
    if (open !== undefined) await writeOpenDay(tx, open)
  })
}

export async function isRunning(db: Db, now: number): Promise<boolean> {
  const open = await readOpenDay(db)
  return Object.values(open?.running ?? {}).some((at) => isRecent(at, now))
}

/** Whether a heartbeat is recent. After two minutes without one, a server has crashed. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < 2 * heartbeatMs
}

/** Adds the gap since the last heartbeat, if it's long enough. @param until the time counting resumes */
function withGap({ aliveAt, gaps }: OpenDay, until: number): Gap[] {
  return until - aliveAt > minGapMs ? [...gaps, [aliveAt, until]] : gaps
}

export async function readOpenNumbers(db: Db, { gaps, zone }: OpenDay): Promise<DayNumbers> {
  const numbers = { ...(await readSums(db)), gaps, zone }
  joinRareSources(numbers)
  return numbers
}

/** Checks whether the site is down. @returns the time it last ran if so, otherwise undefined */
export async function readStop(db: Db, now: number): Promise<number | undefined> {
  const open = await readOpenDay(db)
  return open !== undefined && now - open.aliveAt > minGapMs ? open.aliveAt : undefined
}
