import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { lockSetting, readSetting, writeSetting } from '../../platform/db/settings.ts'
import {
  addDay,
  type DayNumbers,
  dayNumbers,
  noActions,
  noDays,
  type VisitEvent,
  type VisitorEvent,
  visitEvent,
} from './day-numbers.ts'
import { sumVisit } from './sum-visit.ts'

const openDay = z.object({
  day: z.iso.date(),
  /** The studio's time zone at the start of the day. */
  zone: z.string().default('UTC'),
  /** The key for hashing visitors. Deleted at the end of the day, or after 24 hours if the day is longer. */
  key: z.string(),
  /** The time the key was created (ISO 8601). If missing, it's the start of the day. */
  keySince: z.string().optional(),
  /** The last time any process recorded that it was counting (epoch ms). */
  aliveAt: z.number(),
  /** The last time for each running server. */
  running: z.record(z.string(), z.number()).default({}),
  gaps: dayNumbers.shape.gaps,
})

/** The setting with the open day and the key that hashes its visitors. */
export const openDayKey = 'open-day'

export type OpenDay = z.infer<typeof openDay> & { keySince: string }

export async function readOpenDay(db: Db): Promise<OpenDay | undefined> {
  return parsedDay(await readSetting(db, openDayKey))
}

/** Locks today's row, so only one process updates visits and totals at a time. */
export async function lockOpenDay(tx: Db): Promise<OpenDay | undefined> {
  return parsedDay(await lockSetting(tx, openDayKey))
}

function parsedDay(value: string | undefined): OpenDay | undefined {
  if (value === undefined) return undefined
  const open = openDay.parse(JSON.parse(value))
  return { ...open, keySince: open.keySince ?? open.day }
}

export async function writeOpenDay(tx: Db, day: OpenDay): Promise<void> {
  await writeSetting(tx, openDayKey, JSON.stringify(day))
}

const eventList = z.array(visitEvent)

export async function readVisits(tx: Db, visitors: readonly string[]): Promise<Map<string, VisitEvent[]>> {
  if (visitors.length === 0) return new Map()
  const rows = await tx.selectFrom('visits').select(['visitor', 'events']).where('visitor', 'in', visitors).execute()
  return new Map(rows.map(({ visitor, events }) => [visitor, eventList.parse(JSON.parse(events))]))
}

/**
 * Adds events to visits and updates today's totals. Requires `lockOpenDay`.
 * @param visits the stored visits @param added.uncounted number of events over the limits, and of page views by bots
 */
export async function addEvents(
  tx: Db,
  keySince: string,
  visits: ReadonlyMap<string, readonly VisitEvent[]>,
  added: { events: readonly VisitorEvent[]; uncounted: Record<string, number> },
): Promise<void> {
  const { events, uncounted } = added
  const change = noDays()
  for (const [what, all] of Object.entries(uncounted)) change.done[what] = { ...noActions(), all }
  const rows = [...Map.groupBy(events, ({ visitor }) => visitor)].map(([visitor, fresh]) => {
    const before = visits.get(visitor) ?? []
    const after = mergeEvents<VisitEvent>([...before, ...fresh])
    addDay(change, sumVisit(before), -1)
    addDay(change, sumVisit(after))
    return { visitor, day: keySince, events: JSON.stringify(eventList.parse(after)) }
  })
  const parts: Record<string, unknown>[] = [change.done, change.devices, change.speed]
  for (const part of parts) for (const name in part) if (isZero(part[name])) delete part[name]
  const sums = await readSums(tx, parts.flatMap(Object.keys))
  addDay(sums, change)
  if (rows.length > 0)
    await tx
      .insertInto('visits')
      .values(rows)
      .onConflict((conflict) => conflict.column('visitor').doUpdateSet((eb) => ({ events: eb.ref('excluded.events') })))
      .execute()
  await writeSums(tx, sums)
}

function isZero(change: unknown): boolean {
  return typeof change === 'object' && change !== null ? Object.values(change).every(isZero) : change === 0
}

/** Keeps the first event and reading time of each kind. Merges speed: background tabs only measure some of it. */
export function mergeEvents<Event extends VisitEvent>(events: readonly Event[]): Event[] {
  const merged = new Map<string, Event>()
  for (const event of events) {
    const { what, speed } = event
    const known = merged.get(what) ?? event
    const { read = speed?.read } = known.speed ?? {}
    const both = { ...known.speed, ...speed, ...(read !== undefined && { read }) }
    merged.set(what, speed === null ? known : { ...known, speed: both })
  }
  return [...merged.values()]
}

/** Reads today's totals. @param names the rows to read (default: all) */
export async function readSums(db: Db, names?: readonly string[]): Promise<DayNumbers> {
  const sums: Record<'done' | 'devices' | 'speed', Record<string, unknown>> = { done: {}, devices: {}, speed: {} }
  if (names?.length !== 0) {
    const parts = db.selectFrom('visit_sums').selectAll()
    const rows = await (names === undefined ? parts : parts.where('name', 'in', names)).execute()
    for (const { kind, name, value } of rows) sums[kind][name] = JSON.parse(value)
  }
  const parsed = dayNumbers.parse(sums)
  // Remove prototypes, for sources like `constructor`.
  for (const { source } of Object.values(parsed.done)) Object.setPrototypeOf(source, null)
  return parsed
}

async function writeSums(tx: Db, sums: DayNumbers): Promise<void> {
  const rows = (['done', 'devices', 'speed'] as const).flatMap((kind) =>
    Object.entries(sums[kind]).map(([name, value]) => ({ kind, name, value: JSON.stringify(value) })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('visit_sums')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}

export async function deleteSums(tx: Db): Promise<void> {
  await tx.deleteFrom('visit_sums').execute()
}

/** Maximum rows per deletion, which needs a few ms. SQLite can't write anything else in that time. */
const rowsPerStep = 100

/** Deletes up to 100 visits hashed with older keys. @returns the number of deleted visits, 0 when done */
export async function deleteVisitsBefore(tx: Db, keySince: string): Promise<number> {
  const batch = tx.selectFrom('visits').select('visitor').where('day', '<', keySince).limit(rowsPerStep)
  const { numDeletedRows } = await tx.deleteFrom('visits').where('visitor', 'in', batch).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Inserts a closed day, unless it's already stored. */
export async function insertDay(tx: Db, day: string, numbers: DayNumbers): Promise<void> {
  await tx
    .insertInto('daily_visits')
    .values({ day, numbers: JSON.stringify(numbers) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readDay(db: Db, day: string): Promise<DayNumbers | undefined> {
  const row = await db.selectFrom('daily_visits').select('numbers').where('day', '=', day).executeTakeFirst()
  return row && dayNumbers.parse(JSON.parse(row.numbers))
}
