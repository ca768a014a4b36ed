// With Intl only: the server and the page's script (site/sections/calls/call-script.ts) run the same code.

/** Times from 22:00 to 7:00 are folded. */
const night = { from: 22, to: 7 }
const maxDays = 5
const minuteMs = 60_000

export type TimeFormat = {
  zone: string
  lang: string
  /** Names of time zones that the owner says differently. */
  zoneNames?: Readonly<Record<string, string>> | undefined
}

type DaysFormat = TimeFormat & {
  now: number
  /** The first date to show. */
  from?: string | undefined
  /** The date that phones show. */
  day?: string | undefined
}

export type ShownDays = ReturnType<typeof showDays>
export type ShownDay = ShownDays['days'][number]
export type ShownTime = ShownDay['times'][number]

/**
 * The free times as a visitor sees them: up to five days with daytime times, and all night times of these weeks. Without
 * any daytime, the days are those with night times. `earlier` and `later` are the `from` of other pages.
 * @param times in order, in ms since 1970
 */
export function showDays(times: readonly number[], { from = '', day, now, ...format }: DaysFormat) {
  const all = times.map((time) => ({ time, ...wallTime(time, format.zone) }))
  const hasDaytime = all.some(({ isNight }) => !isNight)
  const dates = [...new Set(all.filter(({ isNight }) => !isNight || !hasDaytime).map(({ date }) => date))]
  const found = dates.findIndex((date) => date >= from)
  const first = found < 0 ? Math.max(0, dates.length - maxDays) : found
  const [start, end] = [first === 0 ? '' : dates[first], dates[first + maxDays]]
  const shown = dates.slice(first, first + maxDays)
  const chosen = shown.find((date) => date === day) ?? shown[0]
  const daysOf = (isNight: boolean) => {
    const within = all.filter((each) => {
      return each.isNight === isNight && each.date >= (start ?? '') && (end === undefined || each.date < end)
    })
    const byDate = new Map<string, number[]>()
    for (const { date, time } of within) byDate.set(date, [...(byDate.get(date) ?? []), time])
    return [...byDate].map(([date, dayTimes]) => {
      // Phones show the chosen day and those that have no link, because they only have night times.
      const state = date === chosen ? 'chosen' : shown.includes(date) ? 'other' : 'alone'
      return { ...showDay(date, dayTimes, format, now), state }
    })
  }
  const [days, nights] = [daysOf(false), daysOf(true)]
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

/** The first few times, in the daytime if there are any. */
export function nextTimes({ strip }: ShownDays): ShownDay[] {
  let left = maxNextTimes
  return strip.flatMap((day) => {
    const times = day.times.slice(0, left)
    left -= times.length
    return times.length > 0 ? { ...day, times } : []
  })
}

function showDay(date: string, times: readonly number[], { zone, lang }: TimeFormat, now: number) {
  // Noon, which every zone has on every day.
  const noon = Date.parse(`${date}T12:00Z`)
  const format = (form: DateForm) => formatOf(lang, 'UTC', form).format(noon)
  const daysAhead = Math.round((Date.parse(date) - Date.parse(wallTime(now, zone).date)) / 86_400_000)
  const relative = daysAhead < 2 && new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(daysAhead, 'day')
  return {
    date,
    name: format('weekdayAndDay'),
    weekday: capitalize(relative || format('weekday'), lang),
    title: format('day'),
    shortWeekday: format('shortWeekday'),
    number: format('number'),
    times: times.map((time) => {
      const clock = formatClock(time, zone, lang)
      return { time, start: wallTime(time, zone).start, clock, name: `${format('weekdayAndDay')}, ${clock}` }
    }),
  }
}

function capitalize(text: string, lang: string): string {
  return text.charAt(0).toLocaleUpperCase(lang) + text.slice(1)
}

const dateForms = {
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  number: { day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  weekdayAndDay: { weekday: 'long', month: 'long', day: 'numeric' },
  weekdayAndShortDay: { weekday: 'long', month: 'short', day: 'numeric' },
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  full: { dateStyle: 'full' },
  clock: { timeStyle: 'short' },
  hours: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric' },
  zone: { timeZoneName: 'longGeneric' },
  exactZone: { timeZoneName: 'long' },
  numbers: {
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateForm = keyof typeof dateForms

/** Cached, because creating a format costs more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 500

export function formatOf(lang: string, timeZone: string, form: DateForm): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone} ${form}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, { ...dateForms[form], timeZone })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}

export function formatClock(time: number, zone: string, lang: string): string {
  return formatOf(lang, zone, 'clock').format(time)
}

/** `9:00–9:30 AM` */
function formatRange(start: number, end: number, { zone, lang }: TimeFormat): string {
  if (wallTime(start, zone).date !== wallTime(end, zone).date)
    return [start, end].map((time) => formatClock(time, zone, lang)).join('–')
  return formatOf(lang, zone, 'hours').formatRange(start, end).replace(/\s–\s/, '–')
}

export type DescribedTime = ReturnType<typeof describeTime>

/** A call's time in the visitor's zone and, if it differs, in the studio's. `studio.myTime` has {time}. */
export function describeTime(start: number, end: number, format: TimeFormat, studio: { zone: string; myTime: string }) {
  const { zone, lang } = format
  const wall = wallTime(start, zone)
  const mine = wallTime(start, studio.zone)
  const formatIn = (timeZone: string, form: DateForm) => formatOf(lang, timeZone, form).format(start)
  const day = wall.date === mine.date ? '' : `${formatIn(studio.zone, 'shortDay')}, `
  const fill = (time: string) => (wall.start === mine.start ? undefined : studio.myTime.replace('{time}', () => day + time))
  return {
    start: wall.start,
    date: formatIn(zone, 'full'),
    day: formatIn(zone, 'weekdayAndShortDay'),
    short: `${formatIn(zone, 'shortDay')}, ${formatIn(zone, 'clock')}`,
    range: formatRange(start, end, format),
    zoneName: zoneName(start, format),
    zoneLabel: zoneLabel(start, format),
    myTime: fill(formatIn(studio.zone, 'clock')),
    myRange: fill(formatRange(start, end, { zone: studio.zone, lang })),
  }
}

export type NearTime = ReturnType<typeof describeNear>

/** A time to choose instead of another one. */
export function describeNear(time: number, { zone, lang }: TimeFormat) {
  const format = (form: DateForm) => formatOf(lang, zone, form).format(time)
  return { start: wallTime(time, zone).start, day: format('shortDay'), clock: format('clock') }
}

/** `10 PM–7 AM` */
export function nightHours(lang: string): string {
  const hours = [night.from, night.to].map((hour) => formatOf(lang, 'UTC', 'hour').format(hour * 60 * minuteMs))
  return hours.join('–')
}

/** What clocks in a zone show. `start` is RFC 3339, like `2026-12-01T14:00:00+01:00`. */
export function wallTime(time: number, zone: string) {
  const parts = formatOf('en', zone, 'numbers').formatToParts(time)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const clock = `${part('hour')}:${part('minute')}:${part('second')}`
  const offset = Math.round((Date.parse(`${date}T${clock}Z`) - time) / minuteMs)
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const sign = offset < 0 ? '-' : '+'
  const start = `${date}T${clock}${sign}${[hours, minutes].map((each) => `${each}`.padStart(2, '0')).join(':')}`
  const hour = Number(part('hour'))
  return { date, start, offset, isNight: hour >= night.from || hour < night.to }
}

/** `Eastern Time`, or in an hour that clocks repeat, `Eastern Standard Time`. */
export function zoneName(time: number, { zone, lang, zoneNames }: TimeFormat): string {
  const now = wallTime(time, zone).start.slice(0, 19)
  const isRepeated = [-60, -30, 30, 60].some((shift) => {
    const { start, offset } = wallTime(time + shift * minuteMs, zone)
    return start.slice(0, 19) === now && offset !== wallTime(time, zone).offset
  })
  const own = isRepeated ? undefined : zoneNames?.[currentName(zone)]
  const parts = formatOf(lang, zone, isRepeated ? 'exactZone' : 'zone').formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  // A few zones have no name, only an offset.
  return own ?? (/\d/.test(name) ? cityOf(zone) : name)
}

/** `Eastern Time (New York)` */
export function zoneLabel(time: number, format: TimeFormat): string {
  const [name, city] = [zoneName(time, format), cityOf(format.zone)]
  if (city === name || !format.zone.includes('/')) return name
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${city})` : `${name} (${city})`
}

/** Cities whose zones browsers still report by an older name. */
const renamed: Readonly<Record<string, string>> = {
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
  const [, region = '', city = ''] = /^(.*?)([^/]*)$/.exec(zone) ?? []
  return region + (renamed[city] ?? city)
}

export function cityOf(zone: string): string {
  return currentName(zone).replace(/.*\//, '').replaceAll('_', ' ')
}
