import { Refusal, Unconfirmed } from '../../platform/actions.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { dayMs, formatShortTime, minuteMs } from '../../platform/text/time-text.ts'
import { isInHours } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { kindOfCall } from './kinds.ts'
import { findCall, listOccupied, type OccupiedTime, readBusyEvents } from './store.ts'
import { parseLocalTime, shortRange } from './times.ts'

type ChosenTime = {
  time: string
  /** Whether the owner has accepted a busy or blocked time. */
  ignoresConflicts: boolean
  reference?: string
  kind?: CallKind
}

/**
 * Parses and checks a time the owner typed for a call.
 * @throws Refusal if it's past or has a call, Unconfirmed if it's busy or blocked
 */
export async function requireTime(
  context: CallContext,
  { time, ignoresConflicts, reference, kind }: ChosenTime,
): Promise<{ start: number; isInHours: boolean }> {
  const start = requireLocalTime(time, context.calls.zone)
  const check = await checkTime(context, start, { id: reference, kind })
  if (check.problem !== null) throw new Refusal(check.problem)
  if (check.warnings.length > 0 && !ignoresConflicts) {
    const question = `${check.warnings.join(' ')} To use the time anyway, add --anyway.`
    throw new Unconfirmed(question, undefined, { anyway: true })
  }
  return { start, isInHours: check.isInHours }
}

const localTimeHint = 'a time in 5-minute steps, like 2026-12-01 14:30'

/** @param text in the studio’s time zone @throws Refusal unless it's a time in 5-minute steps */
export function requireLocalTime(text: string, zone: string, expected = localTimeHint): number {
  const time = parseLocalTime(text, zone)
  if (time === undefined) throw new Refusal(`“${text}” must be ${expected}.`)
  return time
}

/**
 * Checks a time the owner chose for a call, which can be any time without another call.
 * @param call the call to move, or the kind of a new call
 * @returns `problem`: why the time is impossible. `warnings`: conflicts for the owner to confirm.
 */
export async function checkTime(
  context: CallContext,
  start: number,
  call: { id?: string | undefined; kind?: CallKind | undefined },
) {
  const { calls, calendarKeys, database } = context
  const { id } = call
  const moved = id === undefined ? undefined : await findCall(database.db, id)
  const kind = moved ? kindOfCall(calls, moved) : (call.kind ?? calls.kinds[0])
  const times = { from: start, to: start + kind.minutes * minuteMs }
  const withPause = { ...times, to: times.to + kind.pauseMinutes * minuteMs }
  const others = (await listOccupied(database.db, withPause, context.now())).filter((each) => each.id !== id)
  const conflict = others.find(({ state }) => state !== 'blocked')
  // The pause after the call can overlap blocked time.
  const blocks = others.filter(({ state, starts_at }) => state === 'blocked' && starts_at < times.to)
  const events = await readBusyEvents(database.db, calendarKeys, times)
  const eventWarnings = events.map(([from, to, title]) => {
    const status = title === '' ? 'is busy' : `has “${title}”`
    return `Your calendar ${status}: ${shortRange(from, to, calls.zone)}.`
  })
  const blockWarnings = blocks.map(({ starts_at, ends_at, label }) => {
    const range = shortRange(starts_at, ends_at, calls.zone)
    return label ? `You blocked ${range}: ${label}.` : `You blocked ${range}.`
  })
  return {
    when: formatShortTime(start, calls.zone),
    problem: conflict ? overlapText(conflict, calls.zone) : dateProblem(start, context.now()),
    warnings: [...eventWarnings, ...blockWarnings],
    isInHours: isInHours(kind, start),
  }
}

function overlapText({ label, starts_at }: OccupiedTime, zone: string): string {
  const name = label || 'another visitor'
  return `That overlaps ${name}’s call on ${formatShortTime(starts_at, zone)}, or the pause between calls.`
}

/** The length of a leap year. Later calls probably have a mistyped year. */
const maxAheadMs = 366 * dayMs

function dateProblem(start: number, now: number): string | null {
  if (start <= now) return 'That time has passed. Choose a later time.'
  return start > now + maxAheadMs ? 'That’s more than a year ahead. Choose an earlier time.' : null
}
