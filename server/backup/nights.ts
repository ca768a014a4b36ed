import { dayMs, formatDay } from '../../platform/text/time-text.ts'
import { dayIn } from '../../platform/text/zones.ts'
import type { BackupRecord } from './backup-records.ts'

/** Hour of nightly backups, when most sites have the fewest visitors. */
const nightHour = 3
/** Number of nights in the desk's chart. */
const nightsShown = 30

/** The next 03:00 in the server's time zone, or the 03:00 `nights` later. With -1, the last 03:00. */
export function nightAfter(now: number, nights = 0): number {
  // If a clock change skips 03:00, this is 04:00.
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  night.setDate(night.getDate() + nights + (night.getTime() > now ? 0 : 1))
  return night.getTime()
}

/** `gone`: made, then pruned. `unknown`: before the first record, or today before its backup. */
export type Night = { day: string; state: 'kept' | 'gone' | 'missed' | 'unknown' }

/** Lists the last 30 days in the studio's time zone, oldest first. */
export function listNights(
  kept: readonly { at: number }[],
  records: readonly Pick<BackupRecord, 'at'>[],
  { zone, now }: { zone: string; now: number },
): Night[] {
  const keptDays = new Set(kept.map(({ at }) => dayIn(zone, at)))
  const recordedDays = new Set(records.map(({ at }) => dayIn(zone, at)))
  const [firstDay] = [...recordedDays].toSorted()
  const today = dayIn(zone, now)

  function stateOf(day: string): Night['state'] {
    if (keptDays.has(day)) return 'kept'
    if (recordedDays.has(day)) return 'gone'
    const isKnown = firstDay !== undefined && day >= firstDay && day !== today
    return isKnown ? 'missed' : 'unknown'
  }

  return Array.from({ length: nightsShown }, (_, n) => {
    const daysAgo = nightsShown - 1 - n
    const day = formatDay(new Date(Date.parse(today) - daysAgo * dayMs))
    return { day, state: stateOf(day) }
  })
}
