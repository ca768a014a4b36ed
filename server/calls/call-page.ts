import type { Temporal } from 'temporal-polyfill'
import type { CallKind } from '../../platform/content/calls.ts'
import type { FormAnswer } from '../../platform/http/form.ts'
import { type CallDeps, readFreeTimes } from './calendar.ts'
import {
  clock,
  dateIn,
  formatInstant,
  isSameTime,
  longDate,
  longTime,
  parseInstant,
  shortDate,
  weekAround,
  zoneName,
  zoneOf,
} from './call-time.ts'
import { readManageKey } from './links.ts'

/** The data of /call: the free times, or the form for the chosen one. */
export async function readCallPage(
  deps: CallDeps,
  { query, answer, lang }: { query: URLSearchParams; answer?: FormAnswer | undefined; lang: string },
) {
  const { calls } = deps
  const readField = (name: string) => answer?.values?.[name] ?? query.get(name) ?? ''
  const zone = zoneOf(readField('zone'), calls)
  const start = parseInstant(readField('start'))
  const zonesAt = (time: number) => (isSameTime(time, zone, calls.zone) ? [zone] : [zone, calls.zone])
  const key = query.get('move') ?? ''
  const moved = readManageKey(deps, key)
  const times = await readFreeTimes(deps, undefined, moved?.id)
  const isChosen = start !== undefined && (answer !== undefined || times.includes(start))
  const requestedWeek = Number.parseInt(query.get('week') ?? '', 10) || 0
  const [first = deps.now()] = times
  const week = callWeek(times, requestedWeek, { zone, studioZone: calls.zone, lang })
  // Browsers can use aliases missing from the list.
  const allZones = new Set([...Intl.supportedValuesOf('timeZone'), zone])
  const showsStudioTime = week?.days.some((day) => day.times.some(({ studio }) => studio !== undefined))
  return {
    zone,
    zoneName: zoneName(first, zone, lang),
    isZoneGuessed: answer === undefined && !query.has('zone'),
    /** Zones to choose from. Undefined once the visitor has chosen one, unless they ask for the list again (`zones`). */
    zones: query.has('zone') && query.get('zones') === null ? undefined : [...allZones].toSorted(),
    move: moved && key,
    start: start === undefined ? '' : formatInstant(start, zone),
    chosen: isChosen ? zonesAt(start).map((each) => longTime(start, each, lang)) : undefined,
    /** Times to choose from in the form, if the chosen one has been taken. */
    near: nearTimes(answer, zone, lang),
    week,
    studioZoneName: showsStudioTime ? zoneName(first, calls.zone, lang) : undefined,
  }
}

function nearTimes(answer: FormAnswer | undefined, zone: string, lang: string) {
  const times = answer?.more?.['times']
  if (!Array.isArray(times)) return []
  return times.map(String).map((start) => ({ start, words: longTime(parseInstant(start) ?? 0, zone, lang) }))
}

/** The answer of GET /api/call. An unknown zone counts as the studio's. */
export async function readCallTimes(deps: CallDeps, kind: CallKind, requestedZone: string) {
  const zone = zoneOf(requestedZone, deps.calls)
  const times = await readFreeTimes(deps, kind)
  return { zone, minutes: kind.minutes, times: times.map((time) => formatInstant(time, zone)) }
}

type TimeFormat = { zone: string; studioZone: string; lang: string }

export type CallWeek = NonNullable<ReturnType<typeof callWeek>>
export type CallTime = ReturnType<typeof callTime>

/**
 * The days of a week in the visitor's zone, starting on Monday. Week 0 has the first free time. `before` and
 * `after` are the numbers of the adjacent weeks, if free times go that far.
 */
export function callWeek(times: readonly number[], requestedWeek: number, format: TimeFormat) {
  const [first, last] = [times[0], times.at(-1)].map((time) => time !== undefined && dateIn(time, format.zone))
  if (!first || !last) return undefined
  const lastWeek = Math.floor((first.until(last).days + first.dayOfWeek - 1) / 7)
  const week = Math.min(Math.max(0, requestedWeek), lastWeek)
  const { from, starts } = weekAround(first.add({ weeks: week }), format.zone)
  const days = starts.slice(0, 7).map((dayStart, i) => {
    const dayTimes = times.filter((time) => dayStart <= time && time < (starts[i + 1] ?? 0))
    return { ...dayNames(from.add({ days: i }), format.lang), times: dayTimes.map((time) => callTime(time, format)) }
  })
  return { days, before: week > 0 ? week - 1 : undefined, after: week < lastWeek ? week + 1 : undefined }
}

function dayNames(date: Temporal.PlainDate, lang: string) {
  const noon = date.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds
  return { date: date.toString(), name: longDate(noon, 'UTC', lang), short: shortDate(noon, 'UTC', lang) }
}

/** `start` is the posted value (RFC 3339); `studio` is the studio's time, if it differs. */
function callTime(time: number, { zone, studioZone, lang }: TimeFormat) {
  const start = formatInstant(time, zone)
  const studio = isSameTime(time, zone, studioZone) ? undefined : clock(time, studioZone, lang)
  return { start, clock: clock(time, zone, lang), studio }
}
