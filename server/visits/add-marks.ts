import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { readSums, writeSums, writeVisits } from './counting.repository.ts'
import { addDay, emptyDone, type Mark, noDays, sumVisit, type VisitorMark } from './day-numbers.ts'

/**
 * Adds what visitors did to their visits, and what that changes to the sums of the day, in one transaction that has locked the
 * open day. @param visits theirs, as they are stored. @param dropped marks beyond what is counted
 */
export async function addMarks(
  tx: Kysely<Tables>,
  day: string,
  visits: ReadonlyMap<string, readonly Mark[]>,
  { marks, dropped }: { marks: readonly VisitorMark[]; dropped: number },
): Promise<void> {
  const change = noDays()
  if (dropped > 0) change.done['dropped'] = { ...emptyDone(), all: dropped }
  const rows = [...Map.groupBy(marks, ({ visitor }) => visitor)].map(([visitor, fresh]) => {
    const before = visits.get(visitor) ?? []
    const after = mergeMarks([...before, ...fresh])
    addDay(change, sumVisit(before), -1)
    addDay(change, sumVisit(after))
    return { visitor, day, marks: JSON.stringify(after) }
  })
  const parts: Record<string, unknown>[] = [change.done, change.devices, change.speed]
  for (const part of parts) for (const name in part) if (isNothing(part[name])) delete part[name]
  const sums = await readSums(tx, parts.flatMap(Object.keys))
  addDay(sums, change)
  await writeVisits(tx, rows)
  await writeSums(tx, sums)
}

function isNothing(change: unknown): boolean {
  return typeof change === 'object' && change !== null ? Object.values(change).every(isNothing) : change === 0
}

/**
 * What is done again was done the first time; of how fast a page is, the last view tells more. One that tells less, of a reloaded
 * page or one in a tab behind, takes nothing from what another one told.
 */
export function mergeMarks(marks: readonly Mark[]): Mark[] {
  const merged = new Map<string, Mark>()
  for (const { what, at, device, source, speed } of marks) {
    const known = merged.get(what) ?? { what, at, device, source, speed }
    merged.set(what, speed === null ? known : { ...known, speed: { ...known.speed, ...speed } })
  }
  return [...merged.values()]
}
