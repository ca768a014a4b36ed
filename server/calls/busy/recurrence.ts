import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { dayMs, hourMs, minuteMs } from '../../../platform/text/time-text.ts'

/** A time span in epoch ms. The end is exclusive. */
export type Span = readonly [from: number, to: number]

/** Counts steps, about 10 µs each, before they run. @throws if there are too many */
export type Spend = (steps: number) => void

/** Costs in steps. `value`: per value, such as an EXDATE. `start`: per start a rule generates. */
export const costs = { event: 4, value: 4, rule: 20, start: 3, zoneName: 50, zoneDefinition: 500, character: 0.02 }

/** A local time in a zone, or a day. */
export type Moment = { wall: Temporal.PlainDateTime; zone: string; isDate: boolean }

const momentPattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Parses a calendar's date or time (RFC 5545, 3.3.4 and 3.3.5), or an ISO 8601 time.
 * @param zone used unless the value specifies its own
 */
export function readMoment(value: string, zone: string): Moment | undefined {
  const [, year, month, day, hours, minutes = 0, seconds = 0, offset] = momentPattern.exec(value) ?? []
  if (year === undefined || Number(hours ?? 0) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
    const time = { hours: Number(hours ?? 0), minutes: Number(minutes), seconds: Math.min(Number(seconds), 59) }
    const ownZone = offset?.replace(/^z$/i, 'UTC').replace(/^(...)(\d\d)$/, '$1:$2')
    return { wall: date.toPlainDateTime().add(time), zone: ownZone ?? zone, isDate: hours === undefined }
  } catch {
    return undefined // like February 30
  }
}

export function instantOf({ wall, zone }: Moment): number {
  return wall.toZonedDateTime(zone).epochMilliseconds
}

/** Converts a moment to another zone. A date stays the same date. */
export function inZone(moment: Moment, zone: string): Moment {
  if (moment.isDate || moment.zone === zone) return { ...moment, zone }
  return { wall: moment.wall.toZonedDateTime(moment.zone).withTimeZone(zone).toPlainDateTime(), zone, isDate: false }
}

/**
 * Lists a rule's starts (RFC 5545, 3.3.10) within a span, in the zone of `start`. Only includes `start` if it matches.
 * @returns undefined if it isn't a rule @throws if it needs too many steps
 */
export function startsOf(value: string, start: Moment, [from, to]: Span, spend: Spend): Moment[] | undefined {
  spend(costs.rule + value.length * costs.character)
  const parts = partsOf(value, start.wall)
  // Use local time, except for rules that repeat within a day, so an hour stays an hour when clocks change.
  const clock = unitsMs.has(parts.get('FREQ') ?? '') && !start.isDate ? start.zone : 'UTC'
  const dtstart = start.wall.toZonedDateTime(clock)
  const until = lastOf(parts.get('UNTIL') ?? '', start)?.toZonedDateTime(clock)
  parts.delete('UNTIL')
  // Local time differs from UTC by less than two days.
  const after = from - 2 * dayMs
  const before = to + 2 * dayMs
  const last = Math.min(before, until?.epochMilliseconds ?? before)
  if (last < after) return []
  const { steps, ...limits } = limitsOf(parts, dtstart, [after, last])
  spend(steps)
  const rule = createRule({ rruleString: textOf(parts), dtstart, ...(until && { until }), ...limits, cache: false })
  if (rule === undefined) return undefined
  const starts = rule.between(new Date(after), new Date(before), true)
  spend(starts.length * costs.start)
  return starts.map((each) => ({ ...start, wall: Temporal.PlainDateTime.from(each.toString().slice(0, 19)) }))
}

/** Matches an item of a rule part such as BYDAY. */
const byItem = /^(?:[+-]?\d{1,3}|[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU))$/
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Splits a rule into parts. Drops repeated and invalid parts, and a COUNT or INTERVAL below 1 or above 99,999. A day that
 * only the start specifies becomes a part, because `rrule-temporal` can begin searching after the start.
 */
function partsOf(value: string, start: Temporal.PlainDateTime): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of value.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    const [name = '', list = ''] = part.split('=')
    const items = [...new Set(list.split(','))].filter((item) => !name.startsWith('BY') || byItem.test(item))
    const isInvalidCount = /^(?:COUNT|INTERVAL)$/.test(name) && !/^0*[1-9]\d{0,4}$/.test(list)
    if (items.length > 0 && !isInvalidCount) parts.set(name, items.join())
  }
  const hasDay = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name))
  if (parts.get('FREQ') === 'MONTHLY' && !hasDay) parts.set('BYMONTHDAY', String(start.day))
  if (parts.has('BYWEEKNO') && !parts.has('BYDAY')) parts.set('BYDAY', weekdays[start.dayOfWeek - 1] ?? '')
  return parts
}

function textOf(parts: ReadonlyMap<string, string>): string {
  return [...parts].map((part) => part.join('=')).join(';')
}

const unitsMs = new Map([
  ['HOURLY', hourMs],
  ['MINUTELY', minuteMs],
  ['SECONDLY', 1_000],
])
/** Exceeds real rules. A rule that lists every day of the month has about 120 characters. */
const maxRuleLength = 150
/** Maximum number of a rule's starts to search for. */
const maxSearched = 5_000
/** Limits for rules that aren't searched. Spending infinite steps always throws. */
const tooLong = { steps: Number.POSITIVE_INFINITY, maxIterations: 1 }

/** Limits the search. `rrule-temporal` calculates the starts of common rules, but has to search for those of others. */
function limitsOf(parts: ReadonlyMap<string, string>, dtstart: Temporal.ZonedDateTime, [after, last]: Span) {
  const rule = textOf(parts)
  const isFromStart = /COUNT|RSCALE/.test(rule)
  if (rule.length > maxRuleLength || (isFromStart && dtstart.year < 1900)) return tooLong
  const isLong = /FREQ=(?:MONTHLY|YEARLY)/.test(rule)
  const isSearched =
    /BYYEARDAY|BYWEEKNO|RSCALE|BY(?:HOUR|MINUTE|SECOND)=[^;]*,/.test(rule) ||
    (!isLong && /BYMONTH|BYSETPOS|BYDAY=[^;]*\d/.test(rule))
  const maxSearchSteps = rule.includes('RSCALE') ? 50_000 : 15_000
  const searchSteps = isSearched ? maxSearchSteps : 0
  const unitMs = unitsMs.get(parts.get('FREQ') ?? '')
  if (unitMs !== undefined) {
    const begin = isFromStart ? dtstart.epochMilliseconds : Math.max(dtstart.epochMilliseconds, after)
    const count = Number(!rule.includes('BY') && parts.get('COUNT')) || Number.POSITIVE_INFINITY
    const searched = Math.min(count, (last - begin) / unitMs / Number(parts.get('INTERVAL') ?? 1))
    if (searched > maxSearched) return tooLong
    const limit = Math.max(100, Math.ceil(2 * searched))
    return { steps: searchSteps + 10 * limit, maxIterations: limit, maxCandidateEvaluations: limit }
  }
  if (isSearched) return { steps: searchSteps, maxIterations: 400, maxCandidateEvaluations: maxSearched }
  const stepsFromStart = isLong && rule.includes('BYDAY') ? 50 : 10
  return { steps: 30 + rule.length * (isFromStart ? stepsFromStart : 1), maxIterations: 1_000_000 }
}

function createRule(options: ConstructorParameters<typeof RRuleTemporal>[0]) {
  try {
    return new RRuleTemporal(options)
  } catch {
    return undefined
  }
}

/** Returns a rule's last moment in the zone of its start. If UNTIL is a date, it includes the whole day. */
function lastOf(value: string, { zone, isDate }: Moment): Temporal.PlainDateTime | undefined {
  const until = readMoment(value, zone)
  if (until === undefined) return undefined
  if (until.isDate) return until.wall.add({ hours: 23, minutes: 59, seconds: 59 })
  const local = inZone(until, zone).wall
  return isDate && Temporal.PlainDateTime.compare(until.wall, local) > 0 ? until.wall : local
}
