import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

/** In ms since 1970, without the end. */
export type Span = readonly [from: number, to: number]

/** A time by the clock of a zone, or a day. */
export type Moment = { wall: Temporal.PlainDateTime; zone: string; isDate: boolean }

const written = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * A date or a time as calendars write it (RFC 5545, 3.3.4 and 3.3.5), also as ISO 8601 has them.
 * @param zone what it is in, unless it says so itself
 */
export function readMoment(value: string, zone: string): Moment | undefined {
  const [found, year, month, day, hours, minutes = 0, seconds = 0, z] = written.exec(value) ?? []
  if (found === undefined || Number(hours ?? 0) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
    const time = { hours: Number(hours ?? 0), minutes: Number(minutes), seconds: Math.min(Number(seconds), 59) }
    return { wall: date.toPlainDateTime().add(time), zone: zoneIn(z) ?? zone, isDate: hours === undefined }
  } catch {
    return undefined // no day of any month
  }
}

function zoneIn(written: string | undefined): string | undefined {
  return written?.replace(/^z$/i, 'UTC').replace(/^(...)(\d\d)$/, '$1:$2')
}

export function instantOf({ wall, zone }: Moment): number {
  return wall.toZonedDateTime(zone).epochMilliseconds
}

/** The same moment by another clock; a day stays that day. */
export function inZone(moment: Moment, zone: string): Moment {
  if (moment.isDate || moment.zone === zone) return { ...moment, zone }
  return { wall: moment.wall.toZonedDateTime(moment.zone).withTimeZone(zone).toPlainDateTime(), zone, isDate: false }
}

const dayMs = 24 * 60 * 60_000
/** Within what is looked at: each quarter of an hour for half a year is less. */
const mostStarts = 20_000

type Parts = Map<string, string>

/** A daily or weekly rule without COUNT can start at any of its steps, so years of occurrences are skipped. */
function nearer(parts: Parts, wall: Temporal.PlainDateTime, [from]: Span): Temporal.PlainDateTime {
  const days = parts.get('FREQ') === 'DAILY' ? 1 : parts.get('FREQ') === 'WEEKLY' ? 7 : 0
  const step = days * Math.max(1, Number(parts.get('INTERVAL') ?? 1))
  if (!(step > 0) || parts.has('COUNT')) return wall
  const before = from - 2 * dayMs - wall.toZonedDateTime('UTC').epochMilliseconds
  return wall.add({ days: step * Math.max(0, Math.floor(before / dayMs / step) - 1) })
}

/**
 * When a rule of `start` comes within a span, by the clock of `start`; `start` itself only where the rule says so. Of a rule that
 * comes too often to be followed, the days on which it may.
 * @throws where no rule stands there
 */
export function startsOf(value: string, start: Moment, span: Span): { starts: Moment[]; areDays: boolean } {
  const parts = partsOf(value)
  const rule = rruleOf(parts, { ...start, wall: nearer(parts, start.wall, span) })
  if (workOf(parts, span) <= mostStarts) {
    try {
      return { starts: between(rule, start, span), areDays: false }
    } catch {
      // It takes more steps than that.
    }
  }
  const day: Moment = { ...start, wall: start.wall.round({ smallestUnit: 'day', roundingMode: 'floor' }), isDate: true }
  return { starts: between(rruleOf(daysOf(parts), day), day, span), areDays: true }
}

/** A valid entry of a BY list. */
const item = /^(?:[+-]?\d{1,3}|[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU))$/

/** Drops duplicates and invalid entries: a rule's work grows with the product of its lists. */
function partsOf(value: string): Parts {
  const pairs = value
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .map((part) => part.split('=') as [string, string?])
  const parts = new Map(
    pairs.flatMap(([name, list = '']) => {
      const items = [...new Set(list.split(','))].filter((each) => !name.startsWith('BY') || item.test(each))
      return items.length === 0 ? [] : [[name, items.slice(0, 800).join(',')] as const]
    }),
  )
  // A COUNT or INTERVAL below 1 is ignored.
  for (const name of ['COUNT', 'INTERVAL']) if (!(Number(parts.get(name) ?? 1) >= 1)) parts.delete(name)
  return parts
}

function isWithinDay(parts: Parts): boolean {
  return /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(parts.get('FREQ') ?? '')
}

/**
 * Rules are followed by the clock on the wall, which has every hour once; only those of hours and less by that of the zone.
 * @throws where it is none
 */
function rruleOf(parts: Parts, { wall, zone, isDate }: Moment): RRuleTemporal {
  const followed = isWithinDay(parts) && !isDate ? zone : 'UTC'
  const all = new Map(parts)
  const until = lastOf(all.get('UNTIL') ?? '', { wall, zone, isDate })
  all.delete('UNTIL')
  const rruleString = [...all].map((pair) => pair.join('=')).join(';')
  return new RRuleTemporal({
    rruleString,
    dtstart: wall.toZonedDateTime(followed),
    ...(until && { until: until.toZonedDateTime(followed) }),
    maxIterations: mostStarts,
    maxCandidateEvaluations: 10 * mostStarts,
    cache: false,
  })
}

/** By the clock of the rule's start: a date's whole day counts, and a day counts in whichever zone it was meant. */
function lastOf(value: string, { zone, isDate }: Moment): Temporal.PlainDateTime | undefined {
  const read = readMoment(value, zone)
  if (read === undefined) return undefined
  if (read.isDate) return read.wall.add({ hours: 23, minutes: 59, seconds: 59 })
  const here = inZone(read, zone).wall
  return isDate && Temporal.PlainDateTime.compare(read.wall, here) > 0 ? read.wall : here
}

function between(rule: RRuleTemporal, { zone, isDate }: Moment, [from, to]: Span): Moment[] {
  return rule.between(new Date(from - 2 * dayMs), new Date(to + 2 * dayMs), true).map((found) => {
    const at = Temporal.Instant.fromEpochMilliseconds(found.epochMilliseconds)
    return { wall: at.toZonedDateTimeISO(found.timeZoneId).toPlainDateTime(), zone, isDate }
  })
}

/** How many moments there are to look at, at most. */
function workOf(parts: Parts, [from, to]: Span): number {
  const lengthOf = (name: string) => parts.get(name)?.split(',').length
  const interval = Math.max(1, Number(parts.get('INTERVAL') ?? 1))
  const frequency = parts.get('FREQ')
  const often = (unit: string, units: number) => (frequency === unit ? Math.ceil(units / interval) : undefined)
  const hours = lengthOf('BYHOUR') ?? (isWithinDay(parts) ? (often('HOURLY', 24) ?? 24) : 1)
  const minutes = lengthOf('BYMINUTE') ?? often('MINUTELY', 60) ?? (frequency === 'SECONDLY' ? 60 : 1)
  const seconds = lengthOf('BYSECOND') ?? often('SECONDLY', 60) ?? 1
  const days = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYDAY'].reduce(
    (product, name) => product * (lengthOf(name) ?? 1),
    1,
  )
  return hours * minutes * seconds * Math.max((to - from) / dayMs, days)
}

const unitMs = new Map([
  ['SECONDLY', 1_000],
  ['MINUTELY', 60_000],
  ['HOURLY', 60 * 60_000],
  ['DAILY', dayMs],
])

/** The days on which a rule may come, by what it says of months, days and its end. */
function daysOf(parts: Parts): Parts {
  const kept = [...parts].filter(([name]) => /^(?:BYMONTH|BYMONTHDAY|UNTIL)$/.test(name))
  const days: Parts = new Map([['FREQ', 'DAILY'], ...kept])
  const weekdays = parts.get('BYDAY')?.match(/[A-Z]{2}/g)
  if (weekdays) days.set('BYDAY', [...new Set(weekdays)].join(','))
  const unit = unitMs.get(parts.get('FREQ') ?? '')
  const count = Math.ceil(
    (Number(parts.get('COUNT')) * Number(parts.get('INTERVAL') ?? 1) * (unit ?? Number.NaN)) / dayMs,
  )
  const isPlain = ![...parts.keys()].some((name) => name.startsWith('BY'))
  if (isPlain && count < mostStarts / 2) days.set('COUNT', String(count + 1))
  return days
}
