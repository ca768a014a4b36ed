import { dayOf } from '../../platform/text/time-text.ts'
import { cityOf, currentName, type TimeFormat, wallTime, zoneLabel, zoneName } from './visitor-times.ts'

/** The cities by which people know a time zone. Elsewhere, the first one of the alphabet is as good as any. */
const knownCities = new Set(
  [
    ...['Los Angeles', 'Denver', 'Phoenix', 'Chicago', 'New York', 'Halifax', 'Mexico City', 'Panama', 'Puerto Rico'],
    ...['Sao Paulo', 'Buenos Aires', 'Lima', 'Lisbon', 'Berlin', 'Athens', 'Algiers', 'Lagos', 'Nairobi', 'Johannesburg'],
    ...['Moscow', 'Riyadh', 'Dubai', 'Tashkent', 'Almaty', 'Kolkata', 'Bangkok', 'Jakarta', 'Novosibirsk', 'Shanghai'],
    ...['Seoul', 'Brisbane', 'Sydney', 'Auckland', 'Guam'],
  ],
)
const halfYearMs = 182 * 24 * 60 * 60 * 1000

type ZoneOption = { zone: string; label: string; offset: number }

let cached: { key: string; options: ZoneOption[] } | undefined

/** Time zones to choose from, west to east, one for each that people distinguish, and the visitor's own. */
export function zoneOptions(format: TimeFormat, now: number): ZoneOption[] {
  const key = `${dayOf(new Date(now))} ${format.lang}`
  if (cached?.key !== key) cached = { key, options: distinctZones(format, now) }
  const zone = currentName(format.zone)
  const { options } = cached
  return options.some((option) => option.zone === zone)
    ? options
    : sorted([...options, optionOf({ ...format, zone }, now)])
}

function distinctZones(format: TimeFormat, now: number): ZoneOption[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => !/^(?:Antarctica|Etc)\//.test(zone))
  const groups = Map.groupBy(zones, (zone) => {
    const offsets = [now, now + halfYearMs].map((time) => wallTime(time, zone).offset)
    return [zoneName(now, { zone, lang: format.lang }), ...offsets].join()
  })
  const chosen = [...groups.values()].flatMap((group) => group.find((each) => knownCities.has(cityOf(each))) ?? group[0] ?? [])
  return sorted(chosen.map((zone) => optionOf({ ...format, zone: currentName(zone) }, now)))
}

function optionOf(format: TimeFormat, now: number): ZoneOption {
  return { zone: format.zone, label: zoneLabel(now, format), offset: wallTime(now, format.zone).offset }
}

function sorted(options: readonly ZoneOption[]): ZoneOption[] {
  return options.toSorted((one, other) => one.offset - other.offset || one.label.localeCompare(other.label))
}
