import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import type { Database } from '../../../server/db/database.ts'
import { lockSetting, openDayKey, readSetting, writeSetting } from '../../../server/db/settings.ts'
import { deleteMarks, insertDay, readMarks } from './counting.repository.ts'
import { type Gap, sumDay } from './day-numbers.ts'
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

/** Says that the site counts; after midnight it adds up the day before, and deletes what it was added up from. */
export async function beat(database: Database, now: number): Promise<OpenDay> {
  return await database.write(async (tx) => {
    const value = await lockSetting(tx, openDayKey, database.engine)
    const before: OpenDay | undefined = value === undefined ? undefined : JSON.parse(value)
    const today = dayOf(new Date(now))
    const isOver = before !== undefined && before.day < today
    if (isOver) await closeDay(tx, before)
    const isOpen = before !== undefined && !isOver && startOf(before.day) - now < clocksDifferMs
    if (!isOpen) await deleteMarks(tx)
    const open = isOpen ? before : newDay(today, before)
    const next = { ...open, gaps: withGap(open, now), aliveAt: now }
    await writeSetting(tx, openDayKey, JSON.stringify(next))
    return next
  })
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
  const numbers = sumDay(await readMarks(tx), withGap(open, startOf(open.day) + dayMs))
  await insertDay(tx, toRow(open.day, numbers))
}

/** @param until when it counts again */
function withGap({ aliveAt, gaps }: { aliveAt?: number; gaps: Gap[] }, until: number): Gap[] {
  return aliveAt !== undefined && until - aliveAt > shortestGapMs ? [...gaps, [aliveAt, until]] : gaps
}

const dayMs = 24 * 3_600_000

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
