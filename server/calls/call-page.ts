import { Temporal } from 'temporal-polyfill'
import type { FormErrors, Values } from '../../platform/fields.ts'
import { readFreeTimes } from './calendar.ts'
import { type CallRouteDeps, zoneOf } from './call.form.ts'
import { clock, longDate, longTime, momentOf, shortDate, writtenIn, zoneName } from './call-time.ts'
import { readManageKey } from './links.ts'

type Answer = { values?: Values; errors?: FormErrors; more?: Readonly<Record<string, unknown>> }

/** What /call shows: the times, or the form for the one that was chosen. */
export async function readCallPage(
  deps: CallRouteDeps,
  { query, answer, lang }: { query: URLSearchParams; answer: Answer | undefined; lang: string },
) {
  const { calls } = deps
  const given = (name: string) => answer?.values?.[name] ?? query.get(name) ?? ''
  const zone = zoneOf(given('zone'), calls)
  const start = momentOf(given('start'))
  const key = query.get('move') ?? ''
  const move = readManageKey(deps, key) === undefined ? undefined : key
  const times = await readFreeTimes(deps)
  const offered = answer?.more?.['times']
  const near = Array.isArray(offered) ? offered.map(String) : []
  const isChosen = start !== undefined && (answer !== undefined || times.includes(start))
  const shown = { zone, studioZone: calls.zone, lang }
  const [first = deps.now()] = times
  return {
    zone,
    zoneName: zoneName(first, zone, lang),
    isZoneGuessed: answer === undefined && !query.has('zone'),
    /** To choose from, where nobody has said a zone, or wants another one. */
    zones: query.has('zone') && query.get('zones') === null ? undefined : Intl.supportedValuesOf('timeZone'),
    move,
    start: start === undefined ? '' : writtenIn(start, zone),
    chosen: isChosen ? chosenWords(start, zone, calls.zone, lang) : undefined,
    /** To choose from in the form itself, where the chosen one was taken meanwhile. */
    near: near.map((time) => ({ start: time, words: longTime(momentOf(time) ?? 0, zone, lang) })),
    week: callWeek(times, Number.parseInt(query.get('week') ?? '0', 10) || 0, shown),
    studioZoneName: zone === calls.zone ? undefined : zoneName(first, calls.zone, lang),
  }
}

function chosenWords(start: number, zone: string, studioZone: string, lang: string): string[] {
  return [zone, ...(zone === studioZone ? [] : [studioZone])].map((each) => longTime(start, each, lang))
}

/** For programs. @param asked a zone; one that nobody has heard of is the studio's */
export async function readCallTimes(deps: CallRouteDeps, asked: string) {
  const zone = zoneOf(asked, deps.calls)
  const times = await readFreeTimes(deps)
  return { zone, minutes: deps.calls.minutes, times: times.map((time) => writtenIn(time, zone)) }
}

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
