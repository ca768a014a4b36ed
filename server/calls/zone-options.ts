import { formatDay } from '../../platform/text/time-text.ts'
import { type TimeFormat, wallTime } from './date-formats.ts'
import { cityOf, currentName, zoneLabel } from './zone-names.ts'

/** Cities that people associate with their time zone. The page's script adds the visitor's own city. */
const knownCities = new Set(
  [
    'Honolulu,Anchorage,Los Angeles,Vancouver,Denver,Phoenix,Chicago,Mexico City,New York,Bogota,Lima,Halifax',
    'Puerto Rico,Caracas,Santiago,St Johns,Sao Paulo,Buenos Aires,Montevideo,London,Dublin',
    'Lisbon,Casablanca,Accra,Berlin,Algiers,Lagos,Athens,Jerusalem,Johannesburg,Nairobi,Istanbul,Moscow,Riyadh',
    'Tehran,Dubai,Karachi,Tashkent,Almaty,Kolkata,Kathmandu,Dhaka,Yangon,Bangkok,Jakarta',
    'Shanghai,Hong Kong,Taipei,Singapore,Kuala Lumpur,Manila,Perth,Tokyo,Seoul,Darwin,Adelaide,Brisbane,Sydney,Auckland',
  ].flatMap((cities) => cities.split(',')),
)

type ZoneOption = { zone: string; label: string; offset: number }

/** The last list, by day and language. Naming every zone needs tens of milliseconds. */
let cached: { key: string; options: ZoneOption[] } | undefined

/** Lists the time zones to choose from, west to east: the widely known ones and the visitor's own. */
export function zoneOptions(format: TimeFormat, now: number): ZoneOption[] {
  const key = `${formatDay(new Date(now))} ${format.lang}`
  if (cached?.key !== key) cached = { key, options: distinctZones(format, now) }
  const own = optionOf(format, now)
  // Two zones can have the same city.
  return sortWestToEast([...cached.options.filter(({ label }) => label !== own.label), own])
}

function distinctZones(format: TimeFormat, now: number): ZoneOption[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => knownCities.has(cityOf(zone)))
  return sortWestToEast(zones.map((zone) => optionOf({ ...format, zone: currentName(zone) }, now)))
}

function optionOf(format: TimeFormat, now: number): ZoneOption {
  return { zone: format.zone, label: zoneLabel(now, format), offset: wallTime(now, format.zone).offset }
}

function sortWestToEast(options: readonly ZoneOption[]): ZoneOption[] {
  return options.toSorted((a, b) => a.offset - b.offset || a.label.localeCompare(b.label))
}
