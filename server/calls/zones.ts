import { dayOf } from '../../platform/text/time-text.ts'
import { cityOf, currentName, type TimeFormat, wallTime, zoneLabel } from './visitor-times.ts'

/** Cities by which people know their time zone. A page's script adds the visitor's own. */
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

let cached: { key: string; options: ZoneOption[] } | undefined

/** Time zones to choose from, west to east, one for each that many people distinguish, and the visitor's own. */
export function zoneOptions(format: TimeFormat, now: number): ZoneOption[] {
  const key = `${dayOf(new Date(now))} ${format.lang}`
  if (cached?.key !== key) cached = { key, options: distinctZones(format, now) }
  const own = optionOf(format, now)
  // A zone can have two names for the same city.
  return sorted([...cached.options.filter(({ label }) => label !== own.label), own])
}

function distinctZones(format: TimeFormat, now: number): ZoneOption[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => knownCities.has(cityOf(zone)))
  return sorted(zones.map((zone) => optionOf({ ...format, zone: currentName(zone) }, now)))
}

function optionOf(format: TimeFormat, now: number): ZoneOption {
  return { zone: format.zone, label: zoneLabel(now, format), offset: wallTime(now, format.zone).offset }
}

function sorted(options: readonly ZoneOption[]): ZoneOption[] {
  return options.toSorted((one, other) => one.offset - other.offset || one.label.localeCompare(other.label))
}
