import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { isZone, offsetMinutes } from '../../platform/text/zones.ts'

/** If two zones have the same time in January and in July, they have the same time all year. */
const january = Date.UTC(2026, 0)
const july = Date.UTC(2026, 6)

/** A country's time zones, from east to west. Among zones with the same time all year, the best known come first. */
function zonesIn(country: string | undefined): readonly string[] {
  const zones = (country && new Intl.Locale(`und-${country}`).getTimeZones()) || []
  const entries = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === country)
  const isNamesake = ({ windowsName, iana: [zone] }: (typeof entries)[number]) => {
    const name = nameIn(zone, 'long', january)
    return windowsName.startsWith(name) || name.includes(cityOf(zone))
  }
  const known = [...entries.filter(isNamesake), ...entries].map(({ iana: [zone] }) => zone)
  const offsets = [...new Set([...known, ...zones])].map((zone) => ({ zone, ...offsetsOf(zone) }))
  const fromEast = offsets.toSorted((left, right) => right.summer - left.summer || right.winter - left.winter)
  return fromEast.map(({ zone }) => zone)
}

/** A country's time zones, without those that always have the same time as a better-known zone. */
export function clocksIn(country: string | undefined): string[] {
  const zonesByClock = Map.groupBy(zonesIn(country), (zone) => JSON.stringify(offsetsOf(zone)))
  return [...zonesByClock.values()].flatMap(([bestKnown]) => bestKnown ?? [])
}

/** Returns offsets from UTC in minutes. Summer means July, in both hemispheres. */
function offsetsOf(zone: string): { summer: number; winter: number } {
  return { summer: offsetMinutes(zone, july), winter: offsetMinutes(zone, january) }
}

/** @param text a zone's number in `clocksIn`, city, name, or English name, such as `Mountain Time` or `MST` */
export function findZone(text: string, country: string | undefined): string | undefined {
  const zones = zonesIn(country)
  const named = zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone')
  const found = clocksIn(country)[Number(text) - 1] ?? named.find((zone) => namesOf(zone).includes(plain(text)))
  // Accept aliases: the list can have the zone under another name, like `Asia/Calcutta` for `Asia/Kolkata`.
  return found ?? (text.includes('/') && isZone(text) ? text : undefined)
}

/** A zone's name and city, like `Mountain Time (Denver)`. */
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
