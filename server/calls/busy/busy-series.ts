import { oneLine } from '../../../platform/text/clean-text.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import {
  type CalendarContext,
  createMatcher,
  firstOf,
  momentOf,
  type Occurrence,
  occurrencesOf,
  periodsOf,
} from './calendar-events.ts'
import { type Component, lineOf, linesOf, paramOf, printable } from './calendar-lines.ts'
import { costs, instantOf, inZone, type Moment, type Span } from './recurrence.ts'

/** A busy span and its event's title, which is empty for private events. */
export type BusyEvent = readonly [from: number, to: number, title: string]

/** Returns the ID that all events in a series share: the UID. Without a UID, an event is its own series. */
export function idOf(event: Component): string {
  return lineOf(event, 'UID')?.value ?? `line ${event.number}`
}

const repeatingNames = new Set(['RRULE', 'RDATE', 'FREEBUSY'])

export function isRepeated({ lines }: Component): boolean {
  return lines.some(({ name }) => repeatingNames.has(name))
}

/** Maximum length of a title that fits in the desk's calendar. */
const maxTitleLength = 100

/** Reads an event's title (RFC 5545, 3.3.11 and 3.8.1.3). */
function titleOf(event: Component): string {
  if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(lineOf(event, 'CLASS')?.value ?? '')) return ''
  const written = lineOf(event, 'SUMMARY')?.value ?? ''
  return oneLine(written.replaceAll(/\\n/gi, ' ').replaceAll(/\\([\\;,])/g, '$1')).slice(0, maxTitleLength)
}

/** Reads a VFREEBUSY's busy times (3.6.4). */
function freeBusySpans(component: Component, context: CalendarContext): Span[] {
  const lines = linesOf(component, 'FREEBUSY').filter((line) => paramOf(line, 'FBTYPE')?.toUpperCase() !== 'FREE')
  return periodsOf({ ...component, lines }, 'FREEBUSY', context, context.fallbackZone()).flatMap(
    ({ start, length }) => {
      if (length) return spanWithin({ start, length }, context)
      context.warn(component.number, 'a busy time has no end, so its whole day is busy')
      return wholeDays(start, start, context)
    },
  )
}

/** Reads a series with its exceptions: everything with the same UID (3.8.4.4). */
export function seriesEvents(series: readonly Component[], context: CalendarContext): BusyEvent[] {
  // Skip this site's own calls, which are already in the database.
  if (series.some((each) => /^[\da-f-]{36}@/.test(idOf(each)) && idOf(each).endsWith(`@${context.ownHost}`))) return []
  const events = series.filter(({ name }) => name === 'VEVENT')
  try {
    const { originals, exceptions, unreadable } = readSeries(events, context)
    const blocking = new Set(events.filter((event) => blocksTime(event, context)))
    const occurrences = occurrencesOfSeries(originals, exceptions, context).filter(({ event }) => blocking.has(event))
    const titled = [
      ...series.map((component) => ({ title: '', spans: freeBusySpans(component, context) })),
      ...unreadable.map((event) => ({ title: titleOf(event), spans: eventDays(event, context) })),
      ...[...Map.groupBy(occurrences, ({ event }) => event)].map(([event, all]) => {
        return { title: titleOf(event), spans: all.flatMap((occurrence) => spanWithin(occurrence, context)) }
      }),
    ]
    return [...Map.groupBy(titled, ({ title }) => title)].flatMap(([title, all]) => {
      const spans = all.flatMap(({ spans }) => spans)
      return mergeSpans(spans, context.callMs).map(([from, to]): BusyEvent => [from, to, title])
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The series needs too many steps, or has a time outside Temporal's range, like the year 400,000.
    const [first] = series
    const title = (first && lineOf(first, 'SUMMARY')?.value) || 'an event'
    const problem = `couldn’t read “${printable(title)}” (${printable(error.message)}), so all its days are busy`
    context.warn(first?.number ?? 0, problem, true)
    return series.flatMap((each) => allDaysOf(each, context).map(([from, to]): BusyEvent => [from, to, titleOf(each)]))
  }
}

/** Covers all days from an event's start to its end, or to the end of the span if it repeats. Ignores zones. */
function allDaysOf(event: Component, context: CalendarContext): Span[] {
  const [from, to] = context.span
  const start = utcDay(lineOf(event, 'DTSTART')?.value) ?? from
  const end = utcDay(lineOf(event, 'DTEND')?.value) ?? to
  const last = isRepeated(event) ? to : Math.max(start, end)
  return blocksTime(event, context) ? [[start - dayMs, last + 2 * dayMs]] : []
}

function utcDay(value = ''): number | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(value) ?? []
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day))
}

/** `at`: the original start of the replaced occurrence. `atMs`: the same in epoch ms. */
type Exception = Occurrence & { at: Moment; atMs: number; isThisAndFuture: boolean }

function readSeries(events: readonly Component[], context: CalendarContext) {
  const originals: Occurrence[] = []
  const exceptions: Exception[] = []
  const unreadable: Component[] = []
  for (const event of events) {
    context.spend(costs.event)
    const first = firstOf(event, context)
    if (first === undefined) {
      if (blocksTime(event, context)) unreadable.push(event)
      continue
    }
    if (first.isCovered && blocksTime(event, context))
      context.warn(event.number, `${unreadableTime}, so its whole day is busy`)
    const line = lineOf(event, 'RECURRENCE-ID')
    const at = line && momentOf(line, context, first.start.zone)
    if (line && !at) context.warn(line.number, 'RECURRENCE-ID isn’t a time, so the occurrence it replaces stays busy')
    if (at) {
      const isThisAndFuture = paramOf(line, 'RANGE')?.toUpperCase() === 'THISANDFUTURE'
      exceptions.push({ ...first, at, atMs: instantOf(at), isThisAndFuture })
    } else originals.push(first)
  }
  return { originals, exceptions, unreadable }
}

function occurrencesOfSeries(
  originals: readonly Occurrence[],
  exceptions: readonly Exception[],
  context: CalendarContext,
): Occurrence[] {
  const following = exceptions.filter(({ isThisAndFuture }) => isThisAndFuture).toSorted((a, b) => a.atMs - b.atMs)
  const shift = following.reduce((max, { atMs, start }) => Math.max(max, Math.abs(atMs - instantOf(start))), 0)
  const replaced = exceptions.map(({ at }) => at)
  const isReplaced = createMatcher(replaced, context.zone)
  const regular = originals
    .flatMap((original) => occurrencesOf(original, context, shift))
    .filter(({ start, isCovered }) => isCovered || !isReplaced(start))
  // One step per thousand comparisons.
  context.spend((regular.length * following.length) / 1_000)
  const moved = regular.map((occurrence) => applyShift(occurrence, following))
  // Exceptions can have their own rules.
  return [...moved, ...exceptions.flatMap((exception) => occurrencesOf(exception, context))]
}

/** Moves an occurrence by the last THISANDFUTURE exception before it. */
function applyShift(occurrence: Occurrence, following: readonly Exception[]): Occurrence {
  const ms = instantOf(occurrence.start)
  const last = following.findLast(({ atMs }) => atMs <= ms)
  if (last === undefined) return occurrence
  const { zone } = last.start
  const shift = inZone(last.at, zone).wall.until(last.start.wall)
  return { ...last, start: { ...last.start, wall: inZone(occurrence.start, zone).wall.add(shift) } }
}

function spanWithin({ start, length }: Omit<Occurrence, 'event'>, { span: [from, to] }: CalendarContext): Span[] {
  const zoned = start.wall.toZonedDateTime(start.zone)
  const begin = zoned.epochMilliseconds
  const end = zoned.add(length).epochMilliseconds
  return begin < to && end > from && begin < end ? [[begin, end]] : []
}

const unreadableTime = 'couldn’t read an event’s time'

/** Covers the days of an event with a partly unreadable time. */
function eventDays(event: Component, context: CalendarContext): Span[] {
  const readable: Moment[] = []
  for (const name of ['DTSTART', 'DTEND']) {
    const line = lineOf(event, name)
    if (line === undefined) continue
    const day = /^\d{4}-?\d\d-?\d\d/.exec(line.value)?.[0] ?? ''
    const moment =
      momentOf(line, context, context.fallbackZone()) ?? momentOf(line, context, context.fallbackZone(), day)
    if (moment) readable.push(moment)
  }
  const [first, last = first] = readable
  const effect = first ? 'its whole day is busy' : 'it blocks no time'
  context.warn(event.number, `${unreadableTime}, so ${effect}`)
  return first && last ? wholeDays(first, last, context) : []
}

function wholeDays(first: Moment, last: Moment, { zone }: CalendarContext): Span[] {
  const midnightOf = (moment: Moment, days: number) =>
    inZone(moment, zone).wall.toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds
  const begin = midnightOf(first, 0)
  const end = midnightOf(last, 1)
  return begin < end ? [[begin, end]] : []
}

function blocksTime(event: Component, { owner }: CalendarContext): boolean {
  const hasValue = (name: string, value: string) => lineOf(event, name)?.value.toUpperCase() === value
  if (hasValue('STATUS', 'CANCELLED') || hasValue('TRANSP', 'TRANSPARENT')) return false
  if (hasValue('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE')) return false
  const own = linesOf(event, 'ATTENDEE').filter(({ value }) => value.toLowerCase() === `mailto:${owner.toLowerCase()}`)
  return !own.some((line) => paramOf(line, 'PARTSTAT')?.toUpperCase() === 'DECLINED')
}

/** Sorts spans and merges those that overlap or are less than `minGapMs` apart. */
export function mergeSpans(spans: readonly (Span | BusyEvent)[], minGapMs: number): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from - last[1] < Math.max(1, minGapMs)) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
