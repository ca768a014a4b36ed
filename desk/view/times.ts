import { durationShort } from '../../platform/text/durations.ts'
import { dayMs } from '../../platform/text/time-text.ts'

const locale = 'en-US'
const thisWeekDays = 6

export type Clock = ReturnType<typeof createClock>

/** Formats times in the studio’s time zone, relative to `now`. */
export function createClock(zone: string, now: number) {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
    return (ms: number) => format.format(ms).replace('\u202f', ' ')
  }
  const year = formatter({ year: 'numeric' })
  const withOtherYears = (options: Intl.DateTimeFormatOptions) => {
    const thisYear = formatter(options)
    const otherYear = formatter({ ...options, year: 'numeric' })
    return (ms: number) => (year(ms) === year(now) ? thisYear : otherYear)(ms)
  }
  const weekday = formatter({ weekday: 'short' })
  const time = formatter({ hour: 'numeric', minute: '2-digit' })
  const day = withOtherYears({ weekday: 'short', month: 'short', day: 'numeric' })
  const date = withOtherYears({ month: 'short', day: 'numeric' })
  /** `4 h`, in the largest unit that fits, or `now` below a minute */
  const age = (ms: number) => (now - ms < 60_000 ? 'now' : durationShort(now - ms))
  const isoFormat = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
  const isoDay = (ms: number) => isoFormat.format(ms)
  const daysFromToday = (ms: number) => Math.round((Date.parse(isoDay(ms)) - Date.parse(isoDay(now))) / dayMs)
  const nearDay = (ms: number) => ({ '-1': 'Yesterday', 0: 'Today', 1: 'Tomorrow' })[daysFromToday(ms)]
  const dayName = (ms: number) => nearDay(ms) ?? (Math.abs(daysFromToday(ms)) <= thisWeekDays ? weekday(ms) : day(ms))
  return {
    zone,
    now,
    /** `7:00 PM` */
    time,
    /** `Thu` */
    weekday,
    /** `Thursday, November 26` */
    longDay: formatter({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** `Wed, Nov 25`, or `Wed, Nov 25, 2025` in another year */
    day,
    /** `Nov 25`, or `Nov 25, 2025` in another year */
    date,
    /** `2026-11-25` */
    isoDay,
    daysFromToday,
    /** `Today`, `Tomorrow`, `Yesterday`, `Fri`, or `Fri, Dec 11` */
    dayName,
    /** `today` or `Fri`, in a sentence */
    dayNameWithin: (ms: number) => nearDay(ms)?.toLowerCase() ?? dayName(ms),
    /** `Wed, Nov 25, 1:12 PM` */
    moment: (ms: number) => `${day(ms)}, ${time(ms)}`,
    /** `Today 1:12 PM`, `Wed 1:12 PM`, or `Wed, Oct 14` */
    recent: (ms: number) => {
      const days = daysFromToday(ms)
      if (Math.abs(days) > thisWeekDays) return day(ms)
      return `${days === 0 ? 'Today' : weekday(ms)} ${time(ms)}`
    },
    age,
    /** An age, or `Aug 14` after six days */
    ageOrDate: (ms: number) => (now - ms > thisWeekDays * dayMs ? date(ms) : age(ms)),
    /** `7:00–7:30 PM` */
    timeRange: (from: number, to: number) =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' })
        .formatRange(from, to)
        .replaceAll(/\s?–\s?/g, '–')
        .replaceAll('\u202f', ' '),
  }
}

/** `Kolkata time`, from `Asia/Kolkata`. */
export function zoneName(zone: string): string {
  return zone === 'UTC' ? 'UTC' : `${cityOf(zone)} time`
}

export function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
