import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { offsetMinutes } from '../../platform/text/zones.ts'

const [january, july] = [Date.UTC(2026, 0), Date.UTC(2026, 6)]
const clockOf = (zone: string) => [offsetMinutes(zone, july), offsetMinutes(zone, january)] as const

/** A country's time zones, from east to west. Of those with the same clock, the best known come first. */
function zonesIn(country: string | undefined): readonly string[] {
  const zones = (country && new Intl.Locale(`und-${country}`).getTimeZones()) || []
  const entries = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === country)
  const known = entries.map(({ windowsName, iana: [zone] }) => {
    const name = nameIn(zone, 'long', january)
    return { zone, isNamesake: windowsName.startsWith(name) || name.includes(cityOf(zone)) }
  })
  const byFame = known.toSorted((one, other) => Number(other.isNamesake) - Number(one.isNamesake))
  const all = new Set([...byFame.map(({ zone }) => zone).filter((zone) => zones.includes(zone)), ...zones])
  const ranked = [...all].map((zone) => [zone, ...clockOf(zone)] as const)
  return ranked.toSorted(([, a, b], [, c, d]) => c - a || d - b).map(([zone]) => zone)
}

/** A country's best-known zone for each clock. */
export function clocksIn(country: string | undefined): string[] {
  return [...Map.groupBy(zonesIn(country), (zone) => String(clockOf(zone))).values()].flatMap(([zone]) => zone ?? [])
}

/** @param text a zone's number in the list of clocks, city, name, or English name, like `Mountain Time` or `MST` */
export function findZone(text: string, country: string | undefined): string | undefined {
  const zones = zonesIn(country)
  const named = zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone')
  return clocksIn(country)[Number(text) - 1] ?? named.find((zone) => namesOf(zone).includes(plain(text)))
}

/** Such as `Mountain Time (Denver)`. */
export function zoneLabel(zone: string): string {
  return `${nameIn(zone, 'longGeneric', july)} (${cityOf(zone)})`
}

function namesOf(zone: string): string[] {
  const styles = (['longGeneric', 'long', 'shortGeneric', 'short'] as const).flatMap((style) => [
    nameIn(zone, style, january),
    nameIn(zone, style, july),
  ])
  return [zone, cityOf(zone), zoneLabel(zone), ...styles].map(plain)
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/ time$/, '')
}

function nameIn(timeZone: string, timeZoneName: Intl.DateTimeFormatOptions['timeZoneName'], ms: number): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
  return format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
