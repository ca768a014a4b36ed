import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { isZone } from '../../../lib/text/zones.ts'
import { CalendarProblem } from './fetch-calendar.ts'

const dayMs = 24 * 60 * 60_000
/** Of one event: once an hour for eleven years. */
const mostOccurrences = 100_000

/** In ms since 1970, without the end. */
export type Span = readonly [from: number, to: number]

export type BusyRules = {
  /** What lies outside is not looked for. */
  span: Span
  /** Of the studio: days are its days, and times without a zone its times. */
  zone: string
  /** The owner’s mailbox: what it has declined takes no time. */
  owner: string
  /** Of the ids of this site’s own calls, which are known without a calendar. */
  ownHost: string
}

export type BusyTimes = {
  /** In order; none touches another. */
  spans: Span[]
  /** Events that are broken in themselves. */
  unread: number
}

/** When somebody has no time, by their calendar (RFC 5545). @throws CalendarProblem for what is none */
export function busyTimes(text: string, rules: BusyRules): BusyTimes {
  const { events, broken } = componentsOf(text)
  const spans: Span[] = []
  let unread = broken
  for (const event of withExceptions(events)) {
    try {
      spans.push(...timesOf(event, rules))
    } catch {
      unread++
    }
  }
  return { spans: joined(spans), unread }
}

/** Each event is read apart from the others, so that a broken one costs none of them. */
function componentsOf(text: string): { events: ICAL.Component[]; broken: number } {
  const [head = '', ...pieces] = text.split(/^BEGIN:VEVENT\r?\n/im)
  const parts = pieces.map((piece) => piece.split(/^END:VEVENT\r?\n/im))
  const calendar = calendarOf([head, ...parts.flatMap(([, ...after]) => after)].join(''))
  const events: ICAL.Component[] = []
  for (const [lines = ''] of parts) {
    try {
      events.push(new ICAL.Component(ICAL.parse(`BEGIN:VEVENT\r\n${lines}END:VEVENT\r\n`)))
    } catch {
      // Counted below.
    }
  }
  for (const event of events) calendar.addSubcomponent(event)
  prepareZones(calendar)
  return { events, broken: parts.length - events.length }
}

function calendarOf(text: string): ICAL.Component {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    if (calendar.name === 'vcalendar') return calendar
  } catch {
    // Told below, in words that repeat nothing of it.
  }
  throw new CalendarProblem('it holds no calendar')
}

function withExceptions(events: readonly ICAL.Component[]): ICAL.Event[] {
  const isException = (event: ICAL.Component) => event.hasProperty('recurrence-id')
  const exceptions = Map.groupBy(events.filter(isException), idOf)
  const whole = events.filter((event) => !isException(event))
  const known = new Set(whole.map(idOf))
  return [
    ...whole.map((event) => new ICAL.Event(event, { exceptions: exceptions.get(idOf(event)) ?? [] })),
    // Of a meeting that comes again, whoever is invited to one alone has that one.
    ...[...exceptions].flatMap(([id, all]) => (known.has(id) ? [] : all)).map((event) => new ICAL.Event(event)),
  ]
}

function idOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue('uid'))
}

/** What the world knows of a zone is newer than what a file says of it; many files say nothing. */
function prepareZones(calendar: ICAL.Component): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    if (isZone(String(zone.getFirstPropertyValue('tzid')))) calendar.removeSubcomponent(zone)
  }
  const properties = calendar.getAllSubcomponents('vevent').flatMap((event) => event.getAllProperties())
  for (const id of new Set(properties.map((property) => property.getFirstParameter('tzid')))) {
    if (id && isZone(id)) ICAL.TimezoneService.register(new KnownZone(id))
  }
}

class KnownZone extends ICAL.Timezone {
  constructor(tzid: string) {
    super({ tzid })
  }

  override utcOffset(time: ICAL.Time): number {
    return (wallMs(time) - instantOf(time, this.tzid)) / 1000
  }
}

function wallMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function instantOf({ year, month, day, hour, minute, second }: ICAL.Time, zone: string): number {
  return Temporal.ZonedDateTime.from({ year, month, day, hour, minute, second, timeZone: zone }).epochMilliseconds
}

function momentOf(time: ICAL.Time, zone: string): number {
  return time.isDate || time.zone === ICAL.Timezone.localTimezone ? instantOf(time, zone) : time.toUnixTime() * 1000
}

function timesOf(event: ICAL.Event, rules: BusyRules): Span[] {
  if (event.uid?.endsWith(`@${rules.ownHost}`)) return []
  // Whatever comes again: an exception may have brought it from beyond the end.
  const found = event.isRecurrenceException()
    ? [occurrenceOf(event)]
    : Object.values(event.exceptions).map(occurrenceOf)
  const [from, to] = rules.span
  const iterator = event.isRecurrenceException() ? undefined : event.iterator(startNear(event, from))
  let left = mostOccurrences
  for (let time = iterator?.next(); time && momentOf(time, rules.zone) < to; time = iterator?.next()) {
    if (left-- === 0) throw new Error('it comes again too often')
    found.push(event.getOccurrenceDetails(time))
  }
  return found.flatMap((occurrence): Span[] => {
    const [start, end] = timeOf(occurrence, rules.zone)
    return start < to && end > from && start < end && takesTime(occurrence.item, rules) ? [[start, end]] : []
  })
}

/**
 * Where years of a rule lie before the span, most of them are left out, in whole repeats of its weeks. A rule that counts, or has
 * further dates, is followed from its start.
 */
function startNear({ component, startDate, duration }: ICAL.Event, from: number): ICAL.Time {
  const [rule, ...others] = component.getAllProperties('rrule').map((property) => property.getFirstValue())
  const isPlain = rule instanceof ICAL.Recur && others.length === 0 && !component.hasProperty('rdate')
  if (!isPlain || rule.count || !/^(?:DAILY|WEEKLY)$/.test(rule.freq)) return startDate
  const days = 7 * rule.interval
  const before = from - duration.toSeconds() * 1000 - wallMs(startDate)
  const repeats = Math.floor(before / (days * dayMs)) - 1
  if (repeats < 1) return startDate
  const start = startDate.clone()
  start.adjust(repeats * days, 0, 0, 0)
  return start
}

type Occurrence = Pick<ICAL.Event, 'startDate' | 'endDate'> & { item: ICAL.Event }

function occurrenceOf(item: ICAL.Event): Occurrence {
  return { item, startDate: item.startDate, endDate: item.endDate }
}

/** Where clocks change, an hour takes an hour, and a day ends at midnight. */
function timeOf({ item, startDate, endDate }: Occurrence, zone: string): Span {
  const start = momentOf(startDate, zone)
  return [start, startDate.isDate ? momentOf(endDate, zone) : start + item.duration.toSeconds() * 1000]
}

function takesTime({ component, attendees }: ICAL.Event, { owner }: BusyRules): boolean {
  const says = (property: string, value: string) =>
    String(component.getFirstPropertyValue(property) ?? '').toUpperCase() === value
  if (says('status', 'CANCELLED') || says('transp', 'TRANSPARENT') || says('x-microsoft-cdo-busystatus', 'FREE'))
    return false
  return !attendees.some(
    (attendee) =>
      attendee.getFirstParameter('partstat')?.toUpperCase() === 'DECLINED' &&
      String(attendee.getFirstValue()).toLowerCase() === `mailto:${owner.toLowerCase()}`,
  )
}

function joined(spans: Span[]): Span[] {
  const all: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
