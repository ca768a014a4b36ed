import { Temporal } from 'temporal-polyfill'
import { clock, longDate, shortDate, writtenIn } from './call-time.ts'

type Shown = { zone: string; studioZone: string; lang: string }

export type CallWeek = NonNullable<ReturnType<typeof callWeek>>
export type CallTime = ReturnType<typeof callTime>

/**
 * The days of a week by the visitor's clock, from Monday on; the first week is that of the first free time. `before` and
 * `after` are numbers of weeks with free times.
 */
export function callWeek(times: readonly number[], number: number, shown: Shown) {
  const [first, last] = [times[0], times.at(-1)].map((time) => time !== undefined && dateIn(time, shown.zone))
  if (!first || !last) return undefined
  const monday = first.subtract({ days: first.dayOfWeek - 1 })
  const weeks = Math.floor(monday.until(last, { largestUnit: 'day' }).days / 7)
  const week = Math.min(Math.max(0, number), weeks)
  const dates = Array.from({ length: 8 }, (_, day) => monday.add({ days: week * 7 + day }))
  const midnights = dates.map((date) => date.toZonedDateTime(shown.zone).epochMilliseconds)
  const days = dates.slice(0, 7).map((date, i) => {
    const [begin = 0, end = 0] = midnights.slice(i)
    const own = times.filter((time) => begin <= time && time < end)
    return { ...dayNames(date, shown.lang), times: own.map((time) => callTime(time, shown)) }
  })
  return { days, before: week > 0 ? week - 1 : undefined, after: week < weeks ? week + 1 : undefined }
}

function dayNames(date: Temporal.PlainDate, lang: string) {
  const noon = date.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds
  return { date: date.toString(), name: longDate(noon, 'UTC', lang), short: shortDate(noon, 'UTC', lang) }
}

/** `start` as it is sent (RFC 3339), `studio` by the studio's clock, where that is another one. */
function callTime(time: number, { zone, studioZone, lang }: Shown) {
  const start = writtenIn(time, zone)
  const isSame = zone === studioZone || start === writtenIn(time, studioZone)
  return { start, clock: clock(time, zone, lang), studio: isSame ? undefined : clock(time, studioZone, lang) }
}

function dateIn(time: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate()
}
