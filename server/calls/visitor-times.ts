// Runs on the server and in the page's script (site/sections/calls/call-script.ts), so it uses Intl rather than Temporal.

/** The page folds times from 22:00 to 7:00. */
export const night = { from: 22, to: 7 }
const maxDays = 5
/** The maximum number of times on a page, enough for the first days in any time zone. */
export const maxSentTimes = 400
const minuteMs = 60_000

const formatOf = dateFormats({
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  number: { day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  weekdayAndDay: { weekday: 'long', month: 'long', day: 'numeric' },
  clock: { timeStyle: 'short' },
  zone: { timeZoneName: 'longGeneric' },
  shortZone: { timeZoneName: 'short' },
  iso: { dateStyle: 'short', timeStyle: 'medium' },
})

export type TimeFormat = {
  zone: string
  lang: string
  /** The owner's own names for time zones. */
  zoneNames?: Readonly<Record<string, string>> | undefined
}

type DaysFormat = TimeFormat & {
  now: number
  /** The first date to show. */
  from?: string | undefined
  /** The date that phones show. */
  day?: string | undefined
  /** Whether the list of times was cut off at `maxSentTimes`. */
  isCut?: boolean
}

export type ShownDays = ReturnType<typeof showDays>
export type ShownDay = ShownDays['days'][number]

/**
 * Groups free times as a visitor sees them: up to five days with daytime times, and all night times in that period. If all
 * times are at night, it shows days with night times. `earlier` and `later` are the `from` of the other pages.
 * @param times in order (epoch ms)
 */
export function showDays(times: readonly number[], { from, day = '', now, isCut = false, ...format }: DaysFormat) {
  const all = times.map((time) => ({ time, ...wallTime(time, format.zone) }))
  const hasDaytime = all.some(({ isNight }) => !isNight)
  const dates = [...new Set(all.filter(({ isNight }) => !isNight || !hasDaytime).map(({ date }) => date))]
  const found = dates.findIndex((date) => date >= (from ?? day))
  // If there's no `from`, show the five days that include the chosen day.
  const pageStart = from === undefined ? found - (found % maxDays) : found
  const first = found < 0 ? Math.max(0, dates.length - maxDays) : pageStart
  // The cut could be in the middle of the last day.
  const last = isCut ? dates.at(-1) : undefined
  const start = first === 0 ? '' : (dates[first] ?? '')
  const end = dates[first + maxDays] ?? last
  const shown = dates.slice(first, first + maxDays).filter((date) => date !== last || dates.length === 1)
  const chosen = shown.find((date) => date === day) ?? shown[0]
  const isShown = (date: string) => date >= start && (end === undefined || date < end)
  const daysOf = (isNight: boolean) => {
    const byDate = new Map<string, number[]>()
    for (const { date, time, ...each } of all) {
      if (each.isNight === isNight && isShown(date)) byDate.set(date, [...(byDate.get(date) ?? []), time])
    }
    return [...byDate].map(([date, dayTimes]) => {
      // Phones show the chosen day and days without a link in the strip, which only have night times.
      const unchosen = shown.includes(date) ? '' : 'alone'
      return { ...showDay(date, dayTimes, format, now), state: date === chosen ? 'chosen' : unchosen }
    })
  }
  const days = daysOf(false)
  const nights = daysOf(true)
  return {
    days,
    nights,
    /** The days that phones choose from. */
    strip: hasDaytime ? days : nights,
    earlier: first > 0 ? dates[Math.max(0, first - maxDays)] : undefined,
    later: end,
  }
}

const maxNextTimes = 5
/** Leaves space for more than one day. */
const maxNextOnDay = 3

/** The first few times, in the daytime if possible. */
export function nextTimes({ strip }: ShownDays): ShownDay[] {
  const days: ShownDay[] = []
  let remaining = maxNextTimes
  for (const day of strip) {
    const times = day.times.slice(0, Math.min(remaining, maxNextOnDay))
    remaining -= times.length
    if (times.length > 0) days.push({ ...day, times })
  }
  return days
}

function showDay(date: string, times: readonly number[], { zone, lang }: TimeFormat, now: number) {
  // Noon exists every day in every zone.
  const noon = Date.parse(`${date}T12:00Z`)
  const format = (form: Parameters<typeof formatOf>[2]) => formatOf(lang, 'UTC', form).format(noon)
  const daysAhead = Math.round((Date.parse(date) - Date.parse(wallTime(now, zone).date)) / 86_400_000)
  const relative = daysAhead < 2 && new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(daysAhead, 'day')
  return {
    date,
    weekday: capitalize(relative || format('weekday'), lang),
    title: format('day'),
    shortWeekday: format('shortWeekday'),
    number: format('number'),
    times: times.map((time) => {
      const clock = distinctClock(time, times, { zone, lang })
      return { start: wallTime(time, zone).start, clock, name: `${format('weekdayAndDay')}, ${clock}` }
    }),
  }
}

function capitalize(text: string, lang: string): string {
  return text.charAt(0).toLocaleUpperCase(lang) + text.slice(1)
}

/** `1:30 AM`, or `1:30 AM EST` if clocks repeat the hour and another time looks the same. */
function distinctClock(time: number, times: readonly number[], { zone, lang }: TimeFormat): string {
  const clock = formatOf(lang, zone, 'clock')
  const text = clock.format(time)
  const isRepeated = times.some((each) => each !== time && clock.format(each) === text)
  return isRepeated ? `${text} ${zonePart(formatOf(lang, zone, 'shortZone'), time)}` : text
}

function zonePart(format: Intl.DateTimeFormat, time: number): string | undefined {
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value
}

/** The date and time on clocks in a zone. `start` is RFC 3339, like `2026-12-01T14:00:00+01:00`. */
export function wallTime(time: number, zone: string) {
  // Swedish dates are ISO 8601: `2026-12-01 14:00:00`.
  const [date = '', clock = ''] = formatOf('sv', zone, 'iso').format(time).split(' ')
  const offset = Math.round((Date.parse(`${date}T${clock}Z`) - time) / minuteMs)
  const distance = new Date(Math.abs(offset) * minuteMs).toISOString().slice(11, 16)
  const start = `${date}T${clock}${offset < 0 ? '-' : '+'}${distance}`
  const hour = Number(clock.slice(0, 2))
  return { date, start, offset, isNight: hour >= night.from || hour < night.to }
}

/** `Eastern Time`, or the city for the few zones with only an offset. */
export function genericZoneName(time: number, { zone, lang, zoneNames = {} }: TimeFormat): string {
  const name = (zonePart(formatOf(lang, zone, 'zone'), time) ?? zone).replace(' Standard Time', ' Time')
  return zoneNames[currentName(zone)] ?? (/\d/.test(name) ? cityOf(zone) : name)
}

/** `Eastern Time (New York)` */
export function zoneLabel(time: number, format: TimeFormat, name = genericZoneName(time, format)): string {
  const city = cityOf(format.zone)
  if (city === name || !format.zone.includes('/')) return name
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${city})` : `${name} (${city})`
}

/** Cities' new names. Browsers still report the old names in zones. */
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

/** `Asia/Kolkata` for `Asia/Calcutta` */
export function currentName(zone: string): string {
  const cityAt = zone.lastIndexOf('/') + 1
  const city = zone.slice(cityAt)
  return zone.slice(0, cityAt) + (renamedCities[city] ?? city)
}

export function cityOf(zone: string): string {
  const name = currentName(zone)
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

type Forms = Record<string, Intl.DateTimeFormatOptions>

const maxFormats = 500
/** Returns a function that looks up a form's format in a cache. Creating a format is slower than using it. */
export function dateFormats<F extends Forms>(forms: F) {
  const cache = new Map<string, Intl.DateTimeFormat>()
  return (lang: string, timeZone: string, form: keyof F & string): Intl.DateTimeFormat => {
    const key = `${lang} ${timeZone} ${form}`
    const format = cache.get(key) ?? new Intl.DateTimeFormat(lang, { ...forms[form], timeZone })
    if (cache.size >= maxFormats) cache.clear()
    cache.set(key, format)
    return format
  }
}
