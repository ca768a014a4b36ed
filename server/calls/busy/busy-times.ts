import {
  type BusyRules,
  type CalendarContext,
  createMatcher,
  firstOf,
  momentOf,
  type Occurrence,
  occurrencesOf,
  periodsOf,
} from './calendar-events.ts'
import { type Component, type Line, lineOf, linesOf, paramOf, readComponents } from './calendar-lines.ts'
import { resolveZone } from './calendar-zones.ts'
import { instantOf, inZone, type Moment, type Span } from './recurrence.ts'

export type BusyTimes = {
  /** Busy spans in order. Gaps too short for a call are filled. */
  spans: Span[]
  /** For the owner: what was guessed or couldn't be read, with line numbers. */
  warnings: string[]
}

const maxWarnings = 100
/** Per calendar, since finding a zone by its rules takes about 50 ms. */
const maxZoneSearches = 50

/** The busy times in a calendar file (RFC 5545). @throws CalendarProblem if it isn't one */
export function busyTimes(text: string, rules: BusyRules): BusyTimes {
  const warnings: string[] = []
  const warn = (line: number, problem: string) => {
    if (warnings.length < maxWarnings) warnings.push(`line ${line}: ${problem}`)
  }
  const spans = [...Map.groupBy(readComponents(text), rootOf)].flatMap(([calendar, components]) => {
    const context = { ...rules, ...createZoneFinder(calendar, components, rules, warn), warn }
    const freeBusy = components.filter(({ name }) => name === 'VFREEBUSY')
    const events = components.filter(({ name }) => name === 'VEVENT')
    const series = [...Map.groupBy(events, idOf).values()]
    return [
      ...freeBusy.flatMap((component) => freeBusySpans(component, context)),
      ...series.flatMap((sameId) => seriesSpans(sameId, context)),
    ]
  })
  return { spans: mergeSpans(spans, rules.callMs), warnings }
}

function rootOf(component: Component): Component {
  return component.parent ? rootOf(component.parent) : component
}

function idOf(event: Component): string {
  return lineOf(event, 'UID')?.value ?? `line ${event.number}`
}

/** Caches zones, since finding one by its rules is slow. */
function createZoneFinder(
  calendar: Component,
  components: readonly Component[],
  { zone, span }: BusyRules,
  warn: CalendarContext['warn'],
): Pick<CalendarContext, 'fallback' | 'zoneOf'> {
  const zones = new Map<string, string>()
  const find = (name: string, line: number, fallback: string) => {
    const definition = components.find((part) => part.name === 'VTIMEZONE' && lineOf(part, 'TZID')?.value === name)
    const observances = components.filter(({ parent }) => parent !== undefined && parent === definition)
    const location = definition && lineOf(definition, 'X-LIC-LOCATION')?.value
    const searched = { observances: zones.size < maxZoneSearches ? observances : [], location }
    const resolved = resolveZone(name, searched, fallback, span)
    if (!resolved.isSure) warn(line, `the zone “${printable(name)}” is taken for ${resolved.zone}`)
    zones.set(name, resolved.zone)
    return resolved.zone
  }
  const defaultZone = lineOf(calendar, 'X-WR-TIMEZONE')
  const fallback = defaultZone?.value ? find(defaultZone.value, defaultZone.number, zone) : zone
  const zoneOf = (line: Line) => {
    const name = paramOf(line, 'TZID')
    return name ? (zones.get(name) ?? find(name, line.number, fallback)) : undefined
  }
  return { fallback, zoneOf }
}

/** Makes a calendar's text safe to print on one line of a terminal. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').slice(0, 60)
}

/** The busy times of a VFREEBUSY (3.6.4). */
function freeBusySpans(component: Component, context: CalendarContext): Span[] {
  const lines = linesOf(component, 'FREEBUSY').filter((line) => paramOf(line, 'FBTYPE')?.toUpperCase() !== 'FREE')
  return periodsOf({ ...component, lines }, 'FREEBUSY', context, context.fallback).flatMap(({ start, length }) => {
    if (length) return spanWithin({ start, length }, context)
    context.warn(component.number, 'a busy time has no end: its day counts as taken')
    return wholeDays(start, start, context)
  })
}

/** The busy times of all events with one UID: a series and its exceptions (3.8.4.4). */
function seriesSpans(events: readonly Component[], context: CalendarContext): Span[] {
  // The database has this site's own calls.
  if (events.some((event) => /^[\da-f-]{36}@/.test(idOf(event)) && idOf(event).endsWith(`@${context.ownHost}`)))
    return []
  try {
    const { originals, exceptions, unreadable } = readSeries(events, context)
    const taken = occurrencesOfSeries(originals, exceptions, context).filter(({ event }) => takesTime(event, context))
    const spans = taken.flatMap((occurrence) => spanWithin(occurrence, context))
    return mergeSpans([...unreadable.flatMap((event) => eventDays(event, context)), ...spans], context.callMs)
  } catch (error) {
    // Temporal throws for times out of its range, such as the year 400,000.
    if (!(error instanceof RangeError)) throw error
    return events.flatMap((event) => eventDays(event, context))
  }
}

/** `at`: the regular start of the occurrence that the exception replaces. */
type Exception = Occurrence & { at: Moment; isThisAndFuture: boolean }

function readSeries(events: readonly Component[], context: CalendarContext) {
  const originals: Occurrence[] = []
  const exceptions: Exception[] = []
  const unreadable: Component[] = []
  for (const event of events) {
    const first = firstOf(event, context)
    if (first === undefined) {
      if (takesTime(event, context)) unreadable.push(event)
      continue
    }
    if (first.isCovered && takesTime(event, context)) context.warn(event.number, `${unread}: its day counts as taken`)
    const line = lineOf(event, 'RECURRENCE-ID')
    const at = line && momentOf(line, context, first.start.zone)
    if (line && !at)
      context.warn(line.number, 'RECURRENCE-ID isn’t a time: the occurrence it replaces still counts as taken')
    if (at) {
      const isThisAndFuture = paramOf(line, 'RANGE')?.toUpperCase() === 'THISANDFUTURE'
      exceptions.push({ ...first, at, isThisAndFuture })
    } else originals.push(first)
  }
  return { originals, exceptions, unreadable }
}

function occurrencesOfSeries(
  originals: readonly Occurrence[],
  exceptions: readonly Exception[],
  context: CalendarContext,
): Occurrence[] {
  const following = exceptions
    .filter(({ isThisAndFuture }) => isThisAndFuture)
    .toSorted((one, other) => instantOf(one.at) - instantOf(other.at))
  const shifts = following.map(({ at, start }) => Math.abs(instantOf(at) - instantOf(start)))
  const replaced = exceptions.map(({ at }) => at)
  const isReplaced = createMatcher(replaced, context.zone)
  const regular = originals
    .flatMap((original) => occurrencesOf(original, context, Math.max(0, ...shifts)))
    .filter(({ start, isCovered }) => isCovered || !isReplaced(start))
    .map((occurrence) => applyShift(occurrence, following))
  // An exception may have its own rule.
  return [...regular, ...exceptions.flatMap((exception) => occurrencesOf(exception, context))]
}

/** Moves an occurrence by the last THISANDFUTURE exception before it. */
function applyShift(occurrence: Occurrence, following: readonly Exception[]): Occurrence {
  const ms = instantOf(occurrence.start)
  const last = following.findLast(({ at }) => instantOf(at) <= ms)
  if (last === undefined) return occurrence
  const { zone } = last.start
  const shift = inZone(last.at, zone).wall.until(last.start.wall)
  return { ...last, start: { ...last.start, wall: inZone(occurrence.start, zone).wall.add(shift) } }
}

function spanWithin({ start, length }: Omit<Occurrence, 'event'>, { span: [from, to] }: CalendarContext): Span[] {
  const zoned = start.wall.toZonedDateTime(start.zone)
  const [begin, end] = [zoned.epochMilliseconds, zoned.add(length).epochMilliseconds]
  return begin < to && end > from && begin < end ? [[begin, end]] : []
}

const unread = 'an event whose time can’t be read'

/** The days of an event whose time can't be read completely. */
function eventDays(event: Component, context: CalendarContext): Span[] {
  const readable = ['DTSTART', 'DTEND'].flatMap((name) => {
    const line = lineOf(event, name)
    const day = /^\d{4}-?\d\d-?\d\d/.exec(line?.value ?? '')?.[0] ?? ''
    return (line && (momentOf(line, context, context.fallback) ?? momentOf(line, context, context.fallback, day))) ?? []
  })
  const [first, last = first] = readable
  context.warn(event.number, first ? `${unread}: its day counts as taken` : `${unread} takes no time`)
  return first && last ? wholeDays(first, last, context) : []
}

function wholeDays(first: Moment, last: Moment, { zone }: CalendarContext): Span[] {
  const midnightOf = (moment: Moment, days: number) =>
    inZone(moment, zone).wall.toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds
  const [begin, end] = [midnightOf(first, 0), midnightOf(last, 1)]
  return begin < end ? [[begin, end]] : []
}

function takesTime(event: Component, { owner }: CalendarContext): boolean {
  const hasValue = (name: string, value: string) => lineOf(event, name)?.value.toUpperCase() === value
  if (hasValue('STATUS', 'CANCELLED') || hasValue('TRANSP', 'TRANSPARENT')) return false
  if (hasValue('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE')) return false
  const own = linesOf(event, 'ATTENDEE').filter(({ value }) => value.toLowerCase() === `mailto:${owner.toLowerCase()}`)
  return !own.some((line) => paramOf(line, 'PARTSTAT')?.toUpperCase() === 'DECLINED')
}

/** Sorts spans, and merges spans that overlap or are less than `minGapMs` apart. */
function mergeSpans(spans: readonly Span[], minGapMs: number): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from - last[1] < Math.max(1, minGapMs)) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
