import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { dayMs } from '../../../platform/text/time-text.ts'

/** In ms since 1970; the end is exclusive. */
export type Span = readonly [from: number, to: number]

/** A local time in a zone, or a day. */
export type Moment = { wall: Temporal.PlainDateTime; zone: string; isDate: boolean }

const momentPattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Reads a date or time of a calendar (RFC 5545, 3.3.4 and 3.3.5), or in ISO 8601.
 * @param zone used unless the value has its own
 */
export function readMoment(value: string, zone: string): Moment | undefined {
  const [, year, month, day, hours, minutes = 0, seconds = 0, offset] = momentPattern.exec(value) ?? []
  if (year === undefined || Number(hours ?? 0) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
    const time = { hours: Number(hours ?? 0), minutes: Number(minutes), seconds: Math.min(Number(seconds), 59) }
    return { wall: date.toPlainDateTime().add(time), zone: zoneOfOffset(offset) ?? zone, isDate: hours === undefined }
  } catch {
    return undefined // such as February 30
  }
}

function zoneOfOffset(offset: string | undefined): string | undefined {
  return offset?.replace(/^z$/i, 'UTC').replace(/^(...)(\d\d)$/, '$1:$2')
}

export function instantOf({ wall, zone }: Moment): number {
  return wall.toZonedDateTime(zone).epochMilliseconds
}

/** Converts a moment to another zone. A date stays the same date. */
export function inZone(moment: Moment, zone: string): Moment {
  if (moment.isDate || moment.zone === zone) return { ...moment, zone }
  return { wall: moment.wall.toZonedDateTime(moment.zone).withTimeZone(zone).toPlainDateTime(), zone, isDate: false }
}

/** Enough for an event that repeats every quarter of an hour for half a year. */
const maxStarts = 20_000

/**
 * The starts of a rule (RFC 5545, 3.3.10) within a span, in the zone of `start`, which counts only if the rule matches.
 * `areDays`: the rule repeats too often, so these are the days it may fall on.
 * @throws if the rule is invalid
 */
export function startsOf(value: string, start: Moment, span: Span): { starts: Moment[]; areDays: boolean } {
  const parts = partsOf(value)
  const rule = createRule(parts, start)
  try {
    return { starts: between(rule, start, span), areDays: false }
  } catch {
    const day = { ...start, wall: start.wall.round({ smallestUnit: 'day', roundingMode: 'floor' }), isDate: true }
    return { starts: between(createRule(daysOf(parts), day), day, span), areDays: true }
  }
}

type Parts = Map<string, string>

/** An item of a rule part such as BYDAY. */
const byItem = /^(?:[+-]?\d{1,3}|[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU))$/

/** Splits a rule into its parts. Drops repeated and invalid parts, and a COUNT or INTERVAL below 1. */
function partsOf(value: string): Parts {
  const parts: Parts = new Map()
  for (const part of value.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    const [name = '', list = ''] = part.split('=')
    const items = [...new Set(list.split(','))].filter((item) => !name.startsWith('BY') || byItem.test(item))
    const isTooLow = /^(?:COUNT|INTERVAL)$/.test(name) && !(Number(list) >= 1)
    if (items.length > 0 && !isTooLow) parts.set(name, items.join())
  }
  return parts
}

/** Evaluates a rule in local time, or in the zone if it repeats within a day. @throws if the rule is invalid */
function createRule(parts: Parts, { wall, zone, isDate }: Moment): RRuleTemporal {
  const isWithinDay = /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(parts.get('FREQ') ?? '')
  const clock = isWithinDay && !isDate ? zone : 'UTC'
  const until = lastOf(parts.get('UNTIL') ?? '', { wall, zone, isDate })
  const others = [...parts].filter(([name]) => name !== 'UNTIL')
  return new RRuleTemporal({
    rruleString: others.map((pair) => pair.join('=')).join(';'),
    dtstart: wall.toZonedDateTime(clock),
    ...(until && { until: until.toZonedDateTime(clock) }),
    maxIterations: maxStarts,
    maxCandidateEvaluations: 2 * maxStarts,
    cache: false,
  })
}

/** The last moment of a rule, in the zone of its start. UNTIL as a date includes that whole day. */
function lastOf(value: string, { zone, isDate }: Moment): Temporal.PlainDateTime | undefined {
  const until = readMoment(value, zone)
  if (until === undefined) return undefined
  if (until.isDate) return until.wall.add({ hours: 23, minutes: 59, seconds: 59 })
  const local = inZone(until, zone).wall
  return isDate && Temporal.PlainDateTime.compare(until.wall, local) > 0 ? until.wall : local
}

/** @throws if it takes too many steps */
function between(rule: RRuleTemporal, { zone, isDate }: Moment, [from, to]: Span): Moment[] {
  return rule.between(new Date(from - 2 * dayMs), new Date(to + 2 * dayMs), true).map((start) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(start.epochMilliseconds)
    return { wall: instant.toZonedDateTimeISO(start.timeZoneId).toPlainDateTime(), zone, isDate }
  })
}

const timesPerDay: Record<string, number> = { SECONDLY: 86_400, MINUTELY: 1_440, HOURLY: 24, DAILY: 1 }

/** A daily rule for all days on which a rule may start, by its months, days, and end. */
function daysOf(parts: Parts): Parts {
  const days: Parts = new Map([['FREQ', 'DAILY']])
  for (const name of ['BYMONTH', 'BYMONTHDAY', 'UNTIL']) if (parts.has(name)) days.set(name, parts.get(name) ?? '')
  const weekdays = parts.get('BYDAY')?.match(/[A-Z]{2}/g)
  if (weekdays) days.set('BYDAY', [...new Set(weekdays)].join())
  const intervals = Number(parts.get('COUNT')) * Number(parts.get('INTERVAL') ?? 1)
  const count = Math.ceil(intervals / (timesPerDay[parts.get('FREQ') ?? ''] ?? Number.NaN)) + 1
  const isPlain = ![...parts.keys()].some((name) => name.startsWith('BY'))
  if (isPlain && count <= maxStarts / 2) days.set('COUNT', String(count))
  return days
}
