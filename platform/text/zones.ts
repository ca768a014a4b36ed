import { Temporal } from 'temporal-polyfill'

/** Caches valid names because a check takes half a millisecond. The size is limited because visitors choose the names. */
const knownZones = new Set<string>()
const maxKnownZones = 1_000

const minuteNs = 60e9

/** Whether both Intl and Temporal know the name. Temporal alone accepts `2020-01-01T00:00Z[Europe/Berlin]`. */
export function isZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    if (knownZones.size < maxKnownZones) knownZones.add(zone)
    return true
  } catch {
    return false
  }
}

/** A zone's offset from UTC at a moment, in minutes. */
export function offsetMinutes(zone: string, ms: number): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / minuteNs
}

/** The date in a time zone, like `2026-11-20`. */
export function dayIn(zone: string, ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/**
 * The start of a day, or of the day `daysLater`, in a time zone (ms since 1970). Usually midnight, which some zones skip
 * in spring.
 */
export function startOfDay(zone: string, day: string, daysLater = 0): number {
  return Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(zone).epochMilliseconds
}
