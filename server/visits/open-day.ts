import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { dayMs, dayOf, minuteMs } from '../../platform/text/time-text.ts'
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

/** How often a process records that the site is counting. */
export const aliveEveryMs = minuteMs
/** Longer than a restart, which isn't a gap. */
const minGapMs = 5 * aliveEveryMs
/** Another process may see midnight first. A wrong clock opened a day further ahead. */
const maxAheadMs = 10 * minuteMs

/** Between writes of a few ms, so that requests are answered first. */
const pauseMs = 5

/** Records that a server is counting. After midnight, closes the previous day and deletes its visits. */
export async function updateOpenDay(database: Database, now: number, server: string, signal?: AbortSignal) {
  const open = await database.write(async (tx) => {
    const before = await lockOpenDay(tx)
    const today = dayOf(new Date(now))
    const isOver = before !== undefined && before.day < today
    if (isOver) {
      const gaps = withGap(before, startOf(before.day) + dayMs)
      await insertDay(tx, before.day, await readOpenNumbers(tx, { ...before, gaps }))
    }
    const isOpen = before !== undefined && !isOver && startOf(before.day) - now < maxAheadMs
    if (!isOpen) await deleteSums(tx)
    const open = isOpen ? before : newDay(today, before, now)
    const others = Object.entries(open.running).filter(([, at]) => isRecent(at, now))
    const running = { ...Object.fromEntries(others), [server]: now }
    const next: OpenDay = { ...open, gaps: withGap(open, now), aliveAt: now, running }
    await writeOpenDay(tx, next)
    return next
  })
  while ((await database.writeSoon((tx) => deleteVisitsBefore(tx, open.day))) > 0)
    await delay(pauseMs, undefined, { signal })
  return open
}

function newDay(day: string, before: OpenDay | undefined, now: number): OpenDay {
  const aliveAt = before === undefined ? now : Math.max(before.aliveAt, startOf(day))
  return { day, key: randomBytes(32).toString('base64url'), gaps: [], aliveAt, running: {} }
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

/** A server that recorded nothing for two minutes has crashed. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < 2 * aliveEveryMs
}

/** @param until when counting resumes */
function withGap({ aliveAt, gaps }: OpenDay, until: number): Gap[] {
  return until - aliveAt > minGapMs ? [...gaps, [aliveAt, until]] : gaps
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

export async function readOpenNumbers(db: Db, { gaps }: OpenDay): Promise<DayNumbers> {
  const numbers = { ...(await readSums(db)), gaps }
  joinRareSources(numbers)
  return numbers
}

/** @returns when the site last ran, if it's down */
export async function readStop(db: Db, now: number): Promise<number | undefined> {
  const open = await readOpenDay(db)
  return open !== undefined && now - open.aliveAt > minGapMs ? open.aliveAt : undefined
}
