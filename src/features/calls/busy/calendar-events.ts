import { Temporal } from 'temporal-polyfill'
import { type Component, type Line, lineOf, linesOf } from './calendar-lines.ts'
import { instantOf, inZone, type Moment, readMoment, type Span, startsOf } from './recurrence.ts'

/** What the lines of a calendar mean. */
export type CalendarContext = {
  /** What lies outside is not looked for. */
  span: Span
  /** Of the studio, whose days are those of the calendar. */
  zone: string
  /** Of times that name no zone. */
  fallback: string
  /** The zone that a line names. */
  zoneOf(line: Line): string | undefined
  /** Notes what was guessed or could not be read, for the owner. */
  doubt(line: number, what: string): void
}

/** `isCovered`: it comes too often to be followed, and takes the whole day. */
export type Occurrence = { start: Moment; length: Temporal.Duration; event: Component; isCovered?: boolean }

const none = new Temporal.Duration()
const oneDay = Temporal.Duration.from({ days: 1 })

/** The time of a line, or one of its times. @param zone of times that name none */
export function momentOf(line: Line, context: CalendarContext, zone: string, value = line.value): Moment | undefined {
  const moment = readMoment(value, context.zoneOf(line) ?? zone)
  return moment?.isDate ? { ...moment, zone: context.zone } : moment
}

/** All times of the lines of a name, such as EXDATE; some are a start with an end or a length (RFC 5545, 3.3.9). */
export function periodsOf(component: Component, name: string, context: CalendarContext, zone: string) {
  return linesOf(component, name).flatMap((line) =>
    line.value.split(',').flatMap((value) => {
      const [first = '', second = ''] = value.split('/')
      const start = momentOf(line, context, zone, first.trim())
      if (start === undefined) context.doubt(line.number, `${name} is no time`)
      const end = momentOf(line, context, zone, second)
      const length = start && end ? lengthUntil(start, end) : durationOf(second)
      return start ? [{ start, ...(length && { length }) }] : []
    }),
  )
}

function durationOf(value: string): Temporal.Duration | undefined {
  try {
    const length = Temporal.Duration.from(value.toUpperCase())
    return length.sign < 0 ? none : length
  } catch {
    return undefined
  }
}

/** Where clocks change, an hour takes an hour, and a day ends at midnight; one that ends where it begins is that day. */
function lengthUntil(start: Moment, end: Moment): Temporal.Duration {
  if (!start.isDate) return Temporal.Duration.from({ milliseconds: Math.max(0, instantOf(end) - instantOf(start)) })
  const midnight = inZone(end, start.zone).wall.round({ smallestUnit: 'day', roundingMode: 'ceil' })
  return Temporal.Duration.from({ days: Math.max(1, start.wall.until(midnight, { largestUnit: 'days' }).days) })
}

/** When an event first takes place. @returns undefined where that can't be read */
export function firstOf(event: Component, context: CalendarContext): Occurrence | undefined {
  const [begin, finish, duration] = ['DTSTART', 'DTEND', 'DURATION'].map((name) => lineOf(event, name))
  const start = begin && momentOf(begin, context, context.fallback)
  if (start === undefined) return undefined
  const end = finish && momentOf(finish, context, start.zone)
  if (finish && end === undefined) return undefined
  const unsaid = start.isDate ? oneDay : none
  const length = end ? lengthUntil(start, end) : duration ? durationOf(duration.value) : unsaid
  return length && { start, length, event }
}

/** All that an event's own lines say, without its exceptions (RFC 5545, 3.8.5). */
export function occurrencesOf(first: Occurrence, context: CalendarContext): Occurrence[] {
  const { start, length, event } = first
  const repeated = linesOf(event, 'RRULE').flatMap((line): Occurrence[] => {
    try {
      const { starts, areDays } = startsOf(line.value, start, context.span)
      if (!areDays) return starts.map((each) => ({ start: each, length, event }))
      context.doubt(line.number, 'this comes too often to be followed: its days count as taken')
      return starts.map((each) => ({ start: each, length: oneDay.add(length), event, isCovered: true }))
    } catch {
      context.doubt(line.number, 'RRULE is no rule: the event counts as taken once')
      return []
    }
  })
  const further = periodsOf(event, 'RDATE', context, start.zone).map((each) => ({ length, ...each, event }))
  const leftOut = createMatcher(periodsOf(event, 'EXDATE', context, start.zone).map((each) => each.start))
  const all: Occurrence[] = [first, ...repeated, ...further]
  return all.filter(({ start: each, isCovered }) => isCovered || !leftOut(each))
}

/** Whether a moment is among those that stand for it: the same instant, or its day. */
export function createMatcher(moments: readonly Moment[]): (moment: Moment) => boolean {
  const dayOf = ({ wall }: Moment) => wall.toPlainDate().toString()
  const days = new Set(moments.filter(({ isDate }) => isDate).map(dayOf))
  const timed = moments.filter(({ isDate }) => !isDate)
  const instants = new Set(timed.map(instantOf))
  return (moment) => {
    if (days.has(dayOf(moment))) return true
    if (!moment.isDate) return instants.has(instantOf(moment))
    // Exchange leaves a day out by its midnight, in a zone of its own.
    return timed.some((each) => dayOf(each.zone === 'UTC' ? inZone(each, moment.zone) : each) === dayOf(moment))
  }
}
