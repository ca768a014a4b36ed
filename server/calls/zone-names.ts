import { dateFormats, type TimeFormat, zoneNameIn } from './date-formats.ts'

const formatOf = dateFormats({ genericName: { timeZoneName: 'longGeneric' } })

/** `Eastern Time (New York)` */
export function zoneLabel(time: number, format: TimeFormat, name = genericZoneName(time, format)): string {
  const city = cityOf(format.zone)
  if (city === name || !format.zone.includes('/')) return name
  // If the name already has parentheses, add the city inside them.
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${city})` : `${name} (${city})`
}

/** Returns `Eastern Time`, or the city if Intl only has the zone's offset. The owner's own names take precedence. */
export function genericZoneName(time: number, { zone, lang, zoneNames = {} }: TimeFormat): string {
  const ownName = zoneNames[currentName(zone)]
  if (ownName !== undefined) return ownName
  const name = (zoneNameIn(formatOf(lang, zone, 'genericName'), time) ?? zone).replace(' Standard Time', ' Time')
  return /\d/.test(name) ? cityOf(zone) : name
}

/** `New York` for `America/New_York` */
export function cityOf(zone: string): string {
  const name = currentName(zone)
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** `Asia/Kolkata` for `Asia/Calcutta` */
export function currentName(zone: string): string {
  const cityAt = zone.lastIndexOf('/') + 1
  const city = zone.slice(cityAt)
  return zone.slice(0, cityAt) + (renamedCities[city] ?? city)
}

/** Renamed cities (IANA's `backward` file). Browsers still report the old zone names. */
const renamedCities: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Coral_Harbour: 'Atikokan',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho_Chi_Minh',
  Truk: 'Chuuk',
}
