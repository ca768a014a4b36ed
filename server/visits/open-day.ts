import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockSetting, openDayKey, readSetting, writeSetting } from '../../platform/db/settings.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { addMarks } from './add-marks.ts'
import { deleteSums, deleteVisitsBefore, insertDay, readSums, readVisits, takeOldMarks } from './counting.repository.ts'
import { type DayNumbers, type Gap, joinRareSources } from './day-numbers.ts'
import { toRow } from './totals.ts'

/** The day that is being counted (UTC). */
export type OpenDay = {
  day: string
  /** Of its visitors' hashes; gone with it. */
  key: string
  /** When a process of the site last said that it counts. */
  aliveAt: number
  gaps: Gap[]
}

/** How often a process says that it counts. */
export const beatMs = 60_000
/** A restart is none. */
const shortestGapMs = 5 * beatMs
/** Another process may see midnight first. A day that is further off was opened by a clock that was wrong. */
const clocksDifferMs = 10 * 60_000

/** Between two writes, each of some ms, who waits is answered first. */
export const pauseMs = 5

/** Says that the site counts; after midnight it closes the day before, and deletes what it was added up from. */
export async function beat(database: Database, now: number, signal?: AbortSignal): Promise<OpenDay> {
  const inSteps = async (step: (tx: Kysely<Tables>) => Promise<number>) => {
    while ((await database.writeSoon(step)) > 0) await delay(pauseMs, undefined, { signal })
  }
  await inSteps((tx) => addOldMarks(tx, database.engine))
  const open = await database.write(async (tx) => {
    const before = await lockOpenDay(tx, database.engine)
    const today = dayOf(new Date(now))
    const isOver = before !== undefined && before.day < today
    if (isOver) await closeDay(tx, before)
    const isOpen = before !== undefined && !isOver && startOf(before.day) - now < clocksDifferMs
    if (!isOpen) await deleteSums(tx)
    const open = isOpen ? before : newDay(today, before)
    const next = { ...open, gaps: withGap(open, now), aliveAt: now }
    await writeSetting(tx, openDayKey, JSON.stringify(next))
    return next
  })
  await inSteps((tx) => deleteVisitsBefore(tx, open.day))
  return open
}

/** Two processes change no visit and no sum at once. */
export async function lockOpenDay(tx: Kysely<Tables>, engine: Database['engine']): Promise<OpenDay | undefined> {
  const value = await lockSetting(tx, openDayKey, engine)
  return value === undefined ? undefined : JSON.parse(value)
}

/** @returns how many: as many as a step may, 0 when there are none left */
async function addOldMarks(tx: Kysely<Tables>, engine: Database['engine']): Promise<number> {
  const open = await lockOpenDay(tx, engine)
  const marks = await takeOldMarks(tx)
  if (open === undefined || marks.length === 0) return marks.length
  const visits = await readVisits(tx, [...new Set(marks.map(({ visitor }) => visitor))])
  await addMarks(tx, open.day, visits, { marks, dropped: 0 })
  return marks.length
}

export async function readOpenDay(db: Kysely<Tables>): Promise<OpenDay | undefined> {
  const value = await readSetting(db, openDayKey)
  return value === undefined ? undefined : JSON.parse(value)
}

/** @returns when the site last ran, where it does not now */
export async function readStop(db: Kysely<Tables>, now: number): Promise<number | undefined> {
  const open = await readOpenDay(db)
  return open !== undefined && now - open.aliveAt > shortestGapMs ? open.aliveAt : undefined
}

function newDay(day: string, before: OpenDay | undefined): Omit<OpenDay, 'aliveAt'> & { aliveAt?: number } {
  const key = randomBytes(32).toString('base64url')
  return { day, key, gaps: [], ...(before && { aliveAt: Math.max(before.aliveAt, startOf(day)) }) }
}

async function closeDay(tx: Kysely<Tables>, open: OpenDay): Promise<void> {
  const numbers = await readOpenNumbers(tx, { ...open, gaps: withGap(open, startOf(open.day) + dayMs) })
  await insertDay(tx, toRow(open.day, numbers))
}

export async function readOpenNumbers(db: Kysely<Tables>, { gaps }: OpenDay): Promise<DayNumbers> {
  const numbers = { ...(await readSums(db)), gaps }
  joinRareSources(numbers)
  return numbers
}

/** @param until when it counts again */
function withGap({ aliveAt, gaps }: { aliveAt?: number; gaps: Gap[] }, until: number): Gap[] {
  return aliveAt !== undefined && until - aliveAt > shortestGapMs ? [...gaps, [aliveAt, until]] : gaps
}

const dayMs = 24 * 3_600_000

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
