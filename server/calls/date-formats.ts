// Runs on the server and in the page's script (site/sections/calls/call-script.ts), so it uses Intl rather than Temporal.

export type TimeFormat = {
  zone: string
  lang: string
  /** The owner's own names for time zones. */
  zoneNames?: Readonly<Record<string, string>> | undefined
}

type Forms = Record<string, Intl.DateTimeFormatOptions>

/** Bounds the cache's memory: visitors choose the zone, and there are more than 400. */
const maxFormats = 500

/** Returns a function that looks up a form's format in a cache. Creating a format is slower than using it. */
export function dateFormats<F extends Forms>(forms: F) {
  const cache = new Map<string, Intl.DateTimeFormat>()
  return (lang: string, timeZone: string, form: keyof F & string): Intl.DateTimeFormat => {
    const key = `${lang} ${timeZone} ${form}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const format = new Intl.DateTimeFormat(lang, { ...forms[form], timeZone })
    if (cache.size >= maxFormats) cache.clear()
    cache.set(key, format)
    return format
  }
}

/** Returns the zone's name in a formatted time, if the format includes it. */
export function zoneNameIn(format: Intl.DateTimeFormat, time: number): string | undefined {
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value
}

const formatOf = dateFormats({ dateAndTime: { dateStyle: 'short', timeStyle: 'medium' } })

/** Hours whose times the page folds away. */
export const night = { from: 22, to: 7 }

const minuteMs = 60_000

/**
 * Returns the local date and time in a zone. `start`: RFC 3339, like `2026-12-01T14:00:00+01:00`. `offset`: minutes east
 * of UTC.
 */
export function wallTime(time: number, zone: string) {
  // Use Swedish, which formats dates as in ISO 8601: `2026-12-01 14:00:00`.
  const [date = '', clock = ''] = formatOf('sv', zone, 'dateAndTime').format(time).split(' ')
  const offset = Math.round((Date.parse(`${date}T${clock}Z`) - time) / minuteMs)
  const sign = offset < 0 ? '-' : '+'
  const hoursAndMinutes = new Date(Math.abs(offset) * minuteMs).toISOString().slice(11, 16)
  const hour = Number(clock.slice(0, 2))
  return {
    date,
    start: `${date}T${clock}${sign}${hoursAndMinutes}`,
    offset,
    isNight: hour >= night.from || hour < night.to,
  }
}
