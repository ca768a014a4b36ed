import { Temporal } from 'temporal-polyfill'
import type { Calls } from '../../platform/content/calls.ts'
import { hourMs } from '../../platform/text/time-text.ts'
import { isZone, startOfDay } from '../../platform/text/zones.ts'
import { dateFormats, night, type TimeFormat, zoneNameIn } from './date-formats.ts'
import { genericZoneName, zoneLabel } from './zone-names.ts'

const formatOf = dateFormats({
  longDate: { dateStyle: 'full' },
  shortDate: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  shortTime: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  clock: { timeStyle: 'short' },
  exactZone: { timeZoneName: 'long' },
  weekdayAndDay: { weekday: 'long', month: 'short', day: 'numeric' },
  hours: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric' },
})

/** `Monday, December 7, 2026, 14:30, Central European Time`. The zone's name distinguishes repeated hours. */
export function longTime(ms: number, zone: string, lang: string): string {
  return `${longDate(ms, zone, lang)}, ${clock(ms, zone, lang)}, ${zoneName(ms, zone, lang)}`
}

export function longDate(ms: number, zone: string, lang: string): string {
  return formatOf(lang, zone, 'longDate').format(ms)
}

function shortDate(ms: number, zone: string, lang: string): string {
  return formatOf(lang, zone, 'shortDate').format(ms)
}

export function clock(ms: number, zone: string, lang: string): string {
  return formatOf(lang, zone, 'clock').format(ms)
}

/** `Eastern Time`, or `Eastern Standard Time` in an hour that clocks repeat. */
export function zoneName(ms: number, zone: string, lang: string, zoneNames?: TimeFormat['zoneNames']): string {
  if (!isRepeatedHour(ms, zone)) return genericZoneName(ms, { zone, lang, zoneNames })
  return zoneNameIn(formatOf(lang, zone, 'exactZone'), ms) ?? zone
}

/** `9:00–9:30 AM` */
function clockRange(start: number, end: number, zone: string, lang: string): string {
  if (!dateIn(start, zone).equals(dateIn(end, zone))) return `${clock(start, zone, lang)}–${clock(end, zone, lang)}`
  return formatOf(lang, zone, 'hours').formatRange(start, end).replace(/\s–\s/, '–').replaceAll(/\s/g, ' ')
}

/** `10 PM–7 AM` */
export function nightHours(lang: string): string {
  return [night.from, night.to].map((hour) => formatOf(lang, 'UTC', 'hour').format(hour * hourMs)).join('–')
}

export type DescribedTime = ReturnType<typeof describeTime>

/** Describes a call's time in the visitor's zone and, if clocks differ, in the studio's. `studio.myTime` has {time}. */
export function describeTime(start: number, end: number, format: TimeFormat, studio: { zone: string; myTime: string }) {
  const { zone, lang, zoneNames } = format
  const isOtherDay = !dateIn(start, zone).equals(dateIn(start, studio.zone))
  const name = zoneName(start, zone, lang, zoneNames)
  const day = isOtherDay ? `${shortDate(start, studio.zone, lang)}, ` : ''
  const fill = (time: string) =>
    isSameTime(start, zone, studio.zone) ? undefined : studio.myTime.replace('{time}', () => day + time)
  return {
    start: formatInstant(start, zone),
    date: longDate(start, zone, lang),
    day: formatOf(lang, zone, 'weekdayAndDay').format(start),
    short: `${shortDate(start, zone, lang)}, ${clock(start, zone, lang)}`,
    range: clockRange(start, end, zone, lang),
    zoneName: name,
    zoneLabel: zoneLabel(start, format, name),
    myTime: fill(clock(start, studio.zone, lang)),
    myRange: fill(clockRange(start, end, studio.zone, lang)),
  }
}

/** Returns the `studio` argument for `describeTime`. */
export function studioOf({ zone, page }: Calls) {
  return { zone, myTime: page.myTime }
}

export type NearTime = ReturnType<typeof describeNear>[number]

/** Describes the times nearest to `start`, which was taken. */
export function describeNear(times: readonly number[], start: number, { zone, lang }: TimeFormat) {
  const minDistance = Math.min(...times.map((time) => Math.abs(time - start)))
  return times.map((time) => ({
    start: formatInstant(time, zone),
    day: shortDate(time, zone, lang),
    clock: clock(time, zone, lang),
    isNearest: Math.abs(time - start) === minDistance,
  }))
}

/** `Fri, Nov 27, 10:00–11:00 AM`, or for whole days, `Thu, Dec 24 – Thu, Dec 31`. In the owner's language. */
export function shortRange(from: number, to: number, zone: string): string {
  const isWholeDays = [from, to].every((ms) => startOfDay(zone, `${dateIn(ms, zone)}`) === ms)
  const format = formatOf('en-US', zone, isWholeDays ? 'day' : 'shortTime')
  const range = format.formatRange(from, isWholeDays ? to - 1 : to).replaceAll(/\s/g, ' ')
  return dateIn(from, zone).equals(dateIn(to - 1, zone)) ? range.replace(' – ', '–') : range
}

function isRepeatedHour(ms: number, zone: string): boolean {
  const wallTime = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    wallTime.toZonedDateTime(zone, { disambiguation }),
  )
  return first?.epochMilliseconds !== second?.epochMilliseconds
}

const maxTimeLength = 64

/** @returns epoch ms, or undefined unless it's an RFC 3339 time */
export function parseInstant(text: string): number | undefined {
  try {
    return text.length > maxTimeLength ? undefined : Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}

/** @returns epoch ms, or undefined unless it's a time in 5-minute steps, like `2026-12-01 14:30` */
export function parseLocalTime(text: string, zone: string): number | undefined {
  if (text.length > maxTimeLength) return undefined
  try {
    const plain = Temporal.PlainDateTime.from(text.trim().replace(' ', 'T'))
    return plain.minute % 5 === 0 && plain.second === 0 ? plain.toZonedDateTime(zone).epochMilliseconds : undefined
  } catch {
    return undefined
  }
}

/** `2026-12-01T14:00:00+01:00` (RFC 3339). */
export function formatInstant(ms: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone: zone, smallestUnit: 'second' })
}

/** Whether clocks in both zones show the same time, such as Asia/Calcutta and its alias Asia/Kolkata. */
function isSameTime(ms: number, zoneA: string, zoneB: string): boolean {
  return formatInstant(ms, zoneA) === formatInstant(ms, zoneB)
}

/** Returns the starts of seven days and of the day after them (epoch ms). */
export function weekFrom(day: Temporal.PlainDate, zone: string): number[] {
  return Array.from({ length: 8 }, (_, i) => startOfDay(zone, `${day}`, i))
}

export function dateIn(time: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate()
}

/** @returns the studio's zone if the requested zone is unknown */
export function zoneOf(requested: string, { zone }: { zone: string }): string {
  return isZone(requested) ? requested : zone
}
