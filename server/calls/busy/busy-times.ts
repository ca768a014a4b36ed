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
import { type Component, lineOf, linesOf, paramOf, readComponents } from './calendar-lines.ts'
import { resolveZone } from './calendar-zones.ts'
import { instantOf, inZone, type Moment, type Span } from './recurrence.ts'

export type BusyTimes = {
  /** In order. Every gap has room for a call. */
  spans: Span[]
  /** What was guessed or couldn't be read, with line numbers, for the owner. */
  doubts: string[]
}

const maxDoubts = 100
/** Finding a zone by its rules takes about 50 ms. */
const maxZoneSearches = 50

/** The busy times in a calendar file (RFC 5545). @throws CalendarProblem if it isn't one */
export function busyTimes(text: string, rules: BusyRules): BusyTimes {
  const doubts: string[] = []
  const spans: Span[] = []
  for (const [calendar, components] of Map.groupBy(readComponents(text), rootOf)) {
    const context = contextOf(calendar, components, rules, doubts)
    const named = (name: string) => components.filter((part) => part.name === name)
    for (const busy of named('VFREEBUSY')) spans.push(...freeBusySpans(busy, context))
    for (const events of Map.groupBy(named('VEVENT'), idOf).values()) {
      try {
        spans.push(...eventSpans(events, context))
      } catch (error) {
        // For example, an event that ends in the year 400,000.
        if (!(error instanceof RangeError)) throw error
        for (const event of events) spans.push(...eventDays(event, context))
      }
    }
  }
  return { spans: mergeSpans(spans, rules.callMs), doubts }
}

function rootOf(component: Component): Component {
  return component.parent ? rootOf(component.parent) : component
}

function idOf(event: Component): string {
  return lineOf(event, 'UID')?.value ?? `line ${event.number}`
}

function contextOf(
  calendar: Component,
  components: readonly Component[],
  rules: BusyRules,
  doubts: string[],
): CalendarContext {
  const { zone, span } = rules
  const zones = new Map<string, string>()
  const doubt = (line: number, what: string) => {
    if (doubts.length < maxDoubts) doubts.push(`line ${line}: ${what}`)
  }
  const find = (name: string, line: number, other: string) => {
    const definition = components.find((part) => part.name === 'VTIMEZONE' && lineOf(part, 'TZID')?.value === name)
    const observances = components.filter(({ parent }) => parent !== undefined && parent === definition)
    const place = definition && lineOf(definition, 'X-LIC-LOCATION')?.value
    const found = resolveZone(
      name,
      { observances: zones.size < maxZoneSearches ? observances : [], place },
      other,
      span,
    )
    if (!found.isSure) doubt(line, `the zone “${printable(name)}” is taken for ${found.zone}`)
    zones.set(name, found.zone)
    return found.zone
  }
  const named = lineOf(calendar, 'X-WR-TIMEZONE')
  const fallback = named?.value ? find(named.value, named.number, zone) : zone
  const zoneOf = (line: Parameters<CalendarContext['zoneOf']>[0]) => {
    const name = paramOf(line, 'TZID')
    return name ? (zones.get(name) ?? find(name, line.number, fallback)) : undefined
  }
  return { ...rules, fallback, zoneOf, doubt }
}

/** Safe to print on one line of a terminal. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').slice(0, 60)
}

/** The busy times of a VFREEBUSY (3.6.4). */
function freeBusySpans(component: Component, context: CalendarContext): Span[] {
  const lines = linesOf(component, 'FREEBUSY').filter((line) => paramOf(line, 'FBTYPE')?.toUpperCase() !== 'FREE')
  return periodsOf({ ...component, lines }, 'FREEBUSY', context, context.fallback).flatMap(({ start, length }) => {
    if (length) return spanWithin({ start, length }, context)
    context.doubt(component.number, 'a busy time has no end: its day counts as taken')
    return wholeDays(start, start, context)
  })
}

/** The busy times of all events with one UID: a series and its exceptions (3.8.4.4). */
function eventSpans(events: readonly Component[], context: CalendarContext): Span[] {
  // This site's own calls are already in its database.
  if (events.some((event) => /^[\da-f-]{36}@/.test(idOf(event)) && idOf(event).endsWith(`@${context.ownHost}`)))
    return []
  const spans: Span[] = []
  const exceptions: (Exception & { isThisAndFuture: boolean })[] = []
  const originals: Occurrence[] = []
  for (const event of events) {
    const first = firstOf(event, context)
    if (first === undefined) {
      if (takesTime(event, context)) spans.push(...eventDays(event, context))
      continue
    }
    if (first.isCovered && takesTime(event, context)) context.doubt(event.number, `${unread}: its day counts as taken`)
    const line = lineOf(event, 'RECURRENCE-ID')
    const at = line && momentOf(line, context, first.start.zone)
    if (line && !at)
      context.doubt(line.number, 'RECURRENCE-ID isn’t a time: the occurrence it replaces still counts as taken')
    if (at)
      exceptions.push({ ...first, at, isThisAndFuture: paramOf(line, 'RANGE')?.toUpperCase() === 'THISANDFUTURE' })
    else originals.push(first)
  }
  const following = exceptions
    .filter(({ isThisAndFuture }) => isThisAndFuture)
    .toSorted((one, other) => instantOf(one.at) - instantOf(other.at))
  const replaced = exceptions.map(({ at }) => at)
  const isReplaced = createMatcher(replaced, context.zone)
  const shift = Math.max(0, ...following.map(({ at, start }) => Math.abs(instantOf(at) - instantOf(start))))
  const regular = originals
    .flatMap((original) => occurrencesOf(original, context, shift))
    .filter(({ start, isCovered }) => isCovered || !isReplaced(start))
    .map((occurrence) => applyShift(occurrence, following))
  // An exception may have its own rule.
  const others = exceptions.flatMap((exception) => occurrencesOf(exception, context))
  const taken = [...regular, ...others].filter(({ event }) => takesTime(event, context))
  // Joining early keeps the list short.
  return mergeSpans([...spans, ...taken.flatMap((occurrence) => spanWithin(occurrence, context))], context.callMs)
}

type Exception = Occurrence & { at: Moment }

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
  const begin = start.wall.toZonedDateTime(start.zone)
  const taken: Span = [begin.epochMilliseconds, begin.add(length).epochMilliseconds]
  return taken[0] < to && taken[1] > from && taken[0] < taken[1] ? [taken] : []
}

const unread = 'an event whose time can’t be read'

/** The days of an event with an unreadable time, as far as they can be read. */
function eventDays(event: Component, context: CalendarContext): Span[] {
  const known = ['DTSTART', 'DTEND'].flatMap((name) => {
    const line = lineOf(event, name)
    const day = /^\d{4}-?\d\d-?\d\d/.exec(line?.value ?? '')?.[0] ?? ''
    const moment = line && (momentOf(line, context, context.fallback) ?? momentOf(line, context, context.fallback, day))
    return moment ? [moment] : []
  })
  const [first, last = first] = known
  context.doubt(event.number, first ? `${unread}: its day counts as taken` : `${unread} takes no time`)
  return first && last ? wholeDays(first, last, context) : []
}

function wholeDays(first: Moment, last: Moment, { zone }: CalendarContext): Span[] {
  const midnightOf = (moment: Moment, days: number) =>
    inZone(moment, zone).wall.toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds
  const span = [midnightOf(first, 0), midnightOf(last, 1)] as const
  return span[0] < span[1] ? [span] : []
}

function takesTime(event: Component, { owner }: CalendarContext): boolean {
  const hasValue = (name: string, value: string) => lineOf(event, name)?.value.toUpperCase() === value
  if (
    hasValue('STATUS', 'CANCELLED') ||
    hasValue('TRANSP', 'TRANSPARENT') ||
    hasValue('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE')
  )
    return false
  const own = linesOf(event, 'ATTENDEE').filter(({ value }) => value.toLowerCase() === `mailto:${owner.toLowerCase()}`)
  return !own.some((line) => paramOf(line, 'PARTSTAT')?.toUpperCase() === 'DECLINED')
}

/** Sorts spans and merges those that overlap. @param minGapMs gaps below this many ms are closed */
function mergeSpans(spans: readonly Span[], minGapMs: number): Span[] {
  const all: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && from - last[1] < Math.max(1, minGapMs)) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
