import { Temporal } from 'temporal-polyfill'
import { dayMs } from '../../../platform/text/time-text.ts'
import { type Component, type Line, lineOf, linesOf, paramOf } from './calendar-lines.ts'
import { costs, instantOf, inZone, type Moment, readMoment, type Span, type Spend, startsOf } from './recurrence.ts'

export type BusyRules = {
  /** Times outside this span are ignored. */
  span: Span
  zone: string
  /** The owner's email address, to recognize declined events, which don't block time. */
  owner: string
  /** Host in the UIDs of this site's own calls, which are skipped. */
  ownHost: string
  /** Length of the shortest call with its pause, in ms. Shorter gaps count as busy. */
  callMs: number
}

export type CalendarContext = BusyRules & {
  /** Returns the zone for times that don't specify one. */
  fallbackZone(): string
  zoneOf(line: Line): string | undefined
  warn(line: number, problem: string, isSevere?: boolean): void
  spend: Spend
}

/** `isCovered`: blocks a whole day because the end is unreadable. */
export type Occurrence = { start: Moment; length: Temporal.Duration; event: Component; isCovered?: boolean }

const zeroDuration = new Temporal.Duration()
const wholeDay = { smallestUnit: 'day', roundingMode: 'floor' } as const
const oneDay = Temporal.Duration.from({ days: 1 })
/** Maximum length of an occurrence. Longer occurrences that start before the span are missed. */
const maxLengthMs = 732 * dayMs

/** Reads the time in a line, or in one of its values. @param zone used for times that don't specify one */
export function momentOf(line: Line, context: CalendarContext, zone: string, value = line.value): Moment | undefined {
  const moment = readMoment(value, context.zoneOf(line) ?? zone)
  const isDate = moment?.isDate || paramOf(line, 'VALUE')?.toUpperCase() === 'DATE'
  return moment && isDate ? { wall: moment.wall.round(wholeDay), zone: context.zone, isDate } : moment
}

/** Reads all times in lines such as EXDATE. Periods also have a length (RFC 5545, 3.3.9). */
export function periodsOf(component: Component, name: string, context: CalendarContext, zone: string) {
  return linesOf(component, name).flatMap((line) =>
    line.value.split(',').flatMap((value) => {
      // Each value reads the line's parameters again.
      context.spend(costs.value + line.head.length * costs.character)
      const [first = '', second = ''] = value.split('/').map((part) => part.trim())
      const start = momentOf(line, context, zone, first)
      if (start === undefined) context.warn(line.number, `${name} isn’t a time`)
      const end = momentOf(line, context, zone, second)
      const length = start && end ? lengthUntil(start, end) : durationOf(second)
      return start ? [{ start, ...(length && { length }) }] : []
    }),
  )
}

function durationOf(value: string): Temporal.Duration | undefined {
  try {
    const length = Temporal.Duration.from(value.toUpperCase())
    return length.sign < 0 ? zeroDuration : length
  } catch {
    return undefined
  }
}

/** An event's length across clock changes: the exact elapsed time, or for all-day events, at least one calendar day. */
function lengthUntil(start: Moment, end: Moment): Temporal.Duration {
  if (!start.isDate) return Temporal.Duration.from({ milliseconds: Math.max(0, instantOf(end) - instantOf(start)) })
  const midnight = inZone(end, start.zone).wall.round({ smallestUnit: 'day', roundingMode: 'ceil' })
  return Temporal.Duration.from({ days: Math.max(1, start.wall.until(midnight, { largestUnit: 'days' }).days) })
}

/** Reads an event's first occurrence, as a whole day if its end is unreadable. @returns undefined without a start */
export function firstOf(event: Component, context: CalendarContext): Occurrence | undefined {
  const begin = lineOf(event, 'DTSTART')
  const finish = lineOf(event, 'DTEND')
  const duration = lineOf(event, 'DURATION')
  const start = begin && momentOf(begin, context, context.fallbackZone())
  if (start === undefined) return undefined
  const end = finish && momentOf(finish, context, start.zone)
  const ownDuration = duration ? durationOf(duration.value) : zeroDuration
  const length = end ? lengthUntil(start, end) : ownDuration
  if (length === undefined || (finish && end === undefined)) {
    const wall = inZone(start, context.zone).wall.round(wholeDay)
    return { start: { wall, zone: context.zone, isDate: true }, length: oneDay, event, isCovered: true }
  }
  const isDay = start.isDate || lineOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value.toUpperCase() === 'TRUE'
  return { start, length: length.blank && isDay ? oneDay : length, event }
}

/**
 * Lists an event's occurrences without its exceptions (RFC 5545, 3.8.5).
 * @param shift how far an exception can move later occurrences, in ms
 */
export function occurrencesOf(first: Occurrence, context: CalendarContext, shift = 0): Occurrence[] {
  const { start, length, event } = first
  const [from, to] = context.span
  const early = Math.min(maxLengthMs, length.total({ unit: 'milliseconds', relativeTo: start.wall }))
  const span = [from - early - shift, to + shift] as const
  const repeated = linesOf(event, 'RRULE').flatMap((line): Occurrence[] => {
    const starts = startsOf(line.value, start, span, context.spend)
    if (starts === undefined) context.warn(line.number, 'RRULE isn’t a rule, so the event happens only once')
    return (starts ?? []).map((repeatedStart) => ({ start: repeatedStart, length, event }))
  })
  const extra = periodsOf(event, 'RDATE', context, start.zone).map((period) => {
    // A date without a time inherits the first occurrence's time.
    const isDateOnly = period.start.isDate && !start.isDate
    const wall = period.start.wall.withPlainTime(start.wall.toPlainTime())
    return { length, ...period, event, ...(isDateOnly && { start: { ...start, wall } }) }
  })
  const excluded = periodsOf(event, 'EXDATE', context, start.zone).map((period) => period.start)
  const isExcluded = createMatcher(excluded, context.zone)
  const all: Occurrence[] = [first, ...repeated, ...extra]
  return all.filter((occurrence) => occurrence.isCovered || !isExcluded(occurrence.start))
}

/** Returns a function that checks if a moment is in the list. Dates match whole days, in `zone`. */
export function createMatcher(moments: readonly Moment[], zone: string): (moment: Moment) => boolean {
  const dayOf = ({ wall }: Moment) => wall.toPlainDate().toString()
  const days = new Set(moments.filter(({ isDate }) => isDate).map(dayOf))
  const timed = moments.filter(({ isDate }) => !isDate)
  const instants = new Set(timed.map(instantOf))
  // Exchange excludes a day by its local midnight, other services by midnight in UTC.
  const isOwnDay = (moment: Moment) => moment.zone !== 'UTC' || moment.wall.equals(moment.wall.round(wholeDay))
  const midnights = new Set(timed.map((moment) => dayOf(isOwnDay(moment) ? moment : inZone(moment, zone))))
  return (moment) =>
    days.has(dayOf(moment)) || (moment.isDate ? midnights.has(dayOf(moment)) : instants.has(instantOf(moment)))
}
