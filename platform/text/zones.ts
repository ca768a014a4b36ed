import { Temporal } from 'temporal-polyfill'

/** Cached, because a check takes half a millisecond. */
const knownZones = new Set<string>()
const maxKnownZones = 1_000

export function isZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    if (knownZones.size < maxKnownZones) knownZones.add(zone)
    return true
  } catch {
    return false
  }
}

export function offsetMinutes(zone: string, ms: number): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9
}

/** Reloads the page in the browser's time zone. */
export const zoneScript = `{const z=Intl.DateTimeFormat().resolvedOptions().timeZone,u=new URL(location);if(z){u.searchParams.set('zone',z);location.replace(u)}}`
