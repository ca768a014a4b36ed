import { dateFormats, type TimeFormat, wallTime, zoneNameIn } from './date-formats.ts'

/** Maximum number of times in a page's data. Enough for the first five days, unless calls start every few minutes. */
export const maxSentTimes = 400

/** Five columns of times fit side by side. On phones, five days fit in the strip. */
const maxDays = 5

const formatOf = dateFormats({
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  number: { day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  weekdayAndDay: { weekday: 'long', month: 'long', day: 'numeric' },
  clock: { timeStyle: 'short' },
  shortZone: { timeZoneName: 'short' },
})

type PageChoice = {
  /** The first date to show. */
  from?: string | undefined
  /** The date to show on phones. */
  day?: string | undefined
  /** Whether the list of times was cut off at `maxSentTimes`. */
  hasMoreTimes?: boolean
}

export type ShownDays = ReturnType<typeof showDays>
export type ShownDay = ShownDays['days'][number]

/**
 * Groups free times for a page: up to five days with daytime times, and all night times in that period. If all times are
 * at night, uses days with night times. `earlier` and `later`: `from` for the adjacent pages.
 * @param times in order (epoch ms)
 */
export function showDays(times: readonly number[], options: TimeFormat & PageChoice & { now: number }) {
  const slots = times.map((time) => ({ time, ...wallTime(time, options.zone) }))
  const daytime = slots.filter(({ isNight }) => !isNight)
  const { dates, start, earlier, later } = pageOf(datesOf(daytime.length > 0 ? daytime : slots), options)
  const chosen = dates.find((date) => date === options.day) ?? dates[0]
  const isOnPage = ({ date }: Slot) => date >= start && (later === undefined || date < later)
  const showSlots = (shown: readonly Slot[]) =>
    groupByDate(shown.filter(isOnPage)).map(([date, dayTimes]) => {
      const day = showDay(date, dayTimes, options)
      return { ...day, state: stateOf(date, dates, chosen) }
    })
  const days = showSlots(daytime)
  const nights = showSlots(slots.filter(({ isNight }) => isNight))
  return {
    days,
    nights,
    /** The days to choose from on phones. */
    selectableDays: daytime.length > 0 ? days : nights,
    earlier,
    later,
  }
}

type Slot = { time: number; date: string }

function datesOf(slots: readonly Slot[]): string[] {
  return [...new Set(slots.map(({ date }) => date))]
}

/** Picks a page's dates. The page also covers dates in between that have only night times, from `start` up to `later`. */
function pageOf(dates: readonly string[], { from, day = '', hasMoreTimes = false }: PageChoice) {
  const first = firstIndexOf(dates, from, day)
  // The list of times can end in the middle of its last date. If so, that date belongs to the next page.
  const incompleteDate = hasMoreTimes ? dates.at(-1) : undefined
  return {
    dates: dates.slice(first, first + maxDays).filter((date) => date !== incompleteDate),
    // The first page also covers night times before its first date.
    start: first === 0 ? '' : (dates[first] ?? ''),
    earlier: first > 0 ? dates[Math.max(0, first - maxDays)] : undefined,
    later: dates[first + maxDays] ?? incompleteDate,
  }
}

function firstIndexOf(dates: readonly string[], from: string | undefined, day: string): number {
  const index = dates.findIndex((date) => date >= (from ?? day))
  if (index < 0) return Math.max(0, dates.length - maxDays)
  // If there's no `from`, show the five dates that include the chosen day.
  return from === undefined ? index - (index % maxDays) : index
}

function groupByDate(slots: readonly Slot[]): [date: string, times: number[]][] {
  const byDate = new Map<string, number[]>()
  for (const { date, time } of slots) byDate.set(date, [...(byDate.get(date) ?? []), time])
  return [...byDate]
}

/** Phones show the chosen day and all `alone` days, which only have night times, so the strip doesn't link to them. */
function stateOf(date: string, dates: readonly string[], chosen: string | undefined): 'chosen' | 'alone' | '' {
  if (date === chosen) return 'chosen'
  return dates.includes(date) ? '' : 'alone'
}

function showDay(date: string, times: readonly number[], { zone, lang, now }: TimeFormat & { now: number }) {
  // Use noon, which exists every day in every zone.
  const noon = Date.parse(`${date}T12:00Z`)
  const format = (form: Parameters<typeof formatOf>[2]) => formatOf(lang, 'UTC', form).format(noon)
  const today = wallTime(now, zone).date
  return {
    date,
    weekday: capitalize(relativeDay(date, today, lang) ?? format('weekday'), lang),
    title: format('day'),
    shortWeekday: format('shortWeekday'),
    number: format('number'),
    times: times.map((time) => {
      const clock = distinctClock(time, times, { zone, lang })
      return { start: wallTime(time, zone).start, clock, name: `${format('weekdayAndDay')}, ${clock}` }
    }),
  }
}

const dayMs = 86_400_000

/** `today` or `tomorrow` */
function relativeDay(date: string, today: string, lang: string): string | undefined {
  const daysAhead = Math.round((Date.parse(date) - Date.parse(today)) / dayMs)
  if (daysAhead >= 2) return undefined
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(daysAhead, 'day')
}

function capitalize(text: string, lang: string): string {
  return text.charAt(0).toLocaleUpperCase(lang) + text.slice(1)
}

/** Returns `1:30 AM`, or `1:30 AM EST` if clocks repeat the hour and another time would look the same. */
function distinctClock(time: number, times: readonly number[], { zone, lang }: TimeFormat): string {
  const clock = formatOf(lang, zone, 'clock')
  const text = clock.format(time)
  const isRepeated = times.some((each) => each !== time && clock.format(each) === text)
  return isRepeated ? `${text} ${zoneNameIn(formatOf(lang, zone, 'shortZone'), time)}` : text
}

/** Limits for the next times on other pages. `onDay` leaves room for more than one day. */
const maxNextTimes = { total: 5, onDay: 3 }

/** The first few times, in the daytime if possible. */
export function nextTimes({ selectableDays }: ShownDays): ShownDay[] {
  const days: ShownDay[] = []
  let remaining = maxNextTimes.total
  for (const day of selectableDays) {
    const times = day.times.slice(0, Math.min(remaining, maxNextTimes.onDay))
    remaining -= times.length
    if (times.length > 0) days.push({ ...day, times })
  }
  return days
}
