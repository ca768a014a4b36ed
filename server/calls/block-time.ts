import { randomInt } from 'node:crypto'
import { Refusal } from '../../platform/actions.ts'
import { formatReference } from '../../platform/ids.ts'
import { formatShortTime } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import { newCallRow } from './book-call.ts'
import type { CallContext } from './call-context.ts'
import { requireLocalTime } from './check-time.ts'
import { insertCall, listOccupied, maxBlockMs, openCalendar } from './store.ts'
import { parseLocalTime, shortRange } from './times.ts'

type BlockInput = { start: number; end: number; note: string | null }

/**
 * Blocks a time. Calls during it stay booked, and the result lists them as `staying`.
 * @throws Refusal if the time is invalid, past, or already blocked
 */
export async function blockTime(context: CallContext, { start, end, note }: BlockInput) {
  const now = context.now()
  const { zone } = context.calls
  if (end <= start || end - start > maxBlockMs) throw new Refusal('The end must be after the start, by at most a year.')
  if (end <= now) throw new Refusal('That time has passed. Choose a later time.')
  const id = formatReference('BL', (below) => randomInt(below))
  const block = newCallRow(context, {
    id,
    lead: null,
    state: 'blocked',
    starts_at: start,
    ends_at: end,
    zone,
    is_verified: 1,
    booked_by: 'owner',
    note,
  })
  const keptCalls = await context.database.write(async (tx) => {
    await openCalendar(tx, now)
    const occupied = await listOccupied(tx, { from: start, to: end }, now)
    const known = occupied.find((each) => each.state === 'blocked' && each.starts_at <= start && each.ends_at >= end)
    if (known !== undefined) throw new Refusal(`That time is already blocked (${known.id}).`)
    // A block has no pause after it.
    await insertCall(tx, block, 0)
    return occupied.filter(({ state, ends_at }) => state !== 'blocked' && ends_at > start)
  })
  return {
    id,
    when: shortRange(start, end, zone),
    staying: keptCalls.map(({ id, label, state, starts_at }) => {
      return { reference: id, name: label ?? '', state, starts_at, when: formatShortTime(starts_at, zone) }
    }),
  }
}

/** Parses a time to block. @param to last day or end time. If empty, blocks the whole day `from`. @throws Refusal */
export function blockedSpan(from: string, to: string, zone: string): { start: number; end: number } {
  const firstDay = parseDay(from)
  const lastDay = to === '' ? firstDay : parseDay(to)
  if (to === '' && firstDay === undefined)
    throw new Refusal('Add the end time. To block a whole day, leave out the time.')
  const expected = 'a day like 2026-12-24 or a time like 2026-12-01 14:30, before the note'
  return {
    start: firstDay ? startOfDay(zone, firstDay) : requireLocalTime(from, zone, expected),
    end: lastDay ? startOfDay(zone, lastDay, 1) : requireLocalTime(to, zone, expected),
  }
}

/** Parses a day like `2026-12-24`. @returns undefined for any other text */
function parseDay(text: string): string | undefined {
  const day = text.trim()
  return /^\d{4}-\d\d-\d\d$/.test(day) && parseLocalTime(day, 'UTC') !== undefined ? day : undefined
}
