import { Temporal } from 'temporal-polyfill'

/** As many as there are zones in the world; to ask of one takes half a millisecond. */
const known = new Set<string>()
const maxKnown = 1_000

export function isZone(zone: string): boolean {
  if (known.has(zone)) return true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    if (known.size < maxKnown) known.add(zone)
    return true
  } catch {
    return false
  }
}

/** Asks for the page in the browser's own zone, where the address names none. */
export const zoneScript = `{const z=Intl.DateTimeFormat().resolvedOptions().timeZone,u=new URL(location);if(z){u.searchParams.set('zone',z);location.replace(u)}}`
