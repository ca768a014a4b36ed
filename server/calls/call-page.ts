import type { CallRow } from '../../migrations/tables.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import type { FormAnswer } from '../../platform/http/form.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { readFreeTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { wallTime } from './date-formats.ts'
import { callPath } from './kinds.ts'
import { maxSentTimes, showDays } from './shown-days.ts'
import { describeNear, describeTime, formatInstant, nightHours, parseInstant, studioOf, zoneOf } from './times.ts'
import { currentName } from './zone-names.ts'
import { zoneOptions } from './zone-options.ts'

type CallPageInput = {
  query: URLSearchParams
  /** The page's kind of call. Undefined on /call if there are multiple kinds. */
  kind: CallKind | undefined
  /** The call being moved, and its link's key. */
  moved?: { call: CallRow; key: string } | undefined
  answer?: FormAnswer | undefined
  lang: string
}

export type CallView = Awaited<ReturnType<typeof readCallPage>>
export type TimesView = Extract<CallView, { step: 'times' }>
export type DetailsView = Extract<CallView, { step: 'details' }>

/** Exceeds every offered time. */
const maxDistanceMs = 366 * dayMs

/** Reads the data for /call: the kinds of calls, the free times, or the form for the chosen time. */
export async function readCallPage(context: CallContext, { query, kind, moved, answer, lang }: CallPageInput) {
  const { calls } = context
  const readField = (name: string) => answer?.values?.[name] ?? query.get(name) ?? ''
  const now = context.now()
  const requested = parseInstant(readField('start'))
  // Ignore times too far away, which have no date in some zones.
  const start = requested !== undefined && Math.abs(requested - now) < maxDistanceMs ? requested : undefined
  // Use the first kind for links in the chat, which have a time but no kind.
  const shownKind = kind ?? (start === undefined && !answer ? undefined : calls.kinds[0])
  if (shownKind === undefined) return { step: 'kinds' as const }
  const zone = currentName(zoneOf(readField('zone') || (moved?.call.zone ?? ''), calls))
  const format = { zone, lang, zoneNames: calls.zoneNames }
  const reading = readFreeTimes(context, shownKind, moved?.call.id)
  // Show a rejected form with its values, even if the database is down.
  const free = await (answer ? reading.catch((): number[] => []) : reading)
  const isFree = start !== undefined && free.includes(start)
  const studio = studioOf(calls)
  const lengthMs = shownKind.minutes * minuteMs
  const chosen = start === undefined ? undefined : describeTime(start, start + lengthMs, format, studio)
  const links = { path: moved ? '/call' : callPath(shownKind), zone, move: moved?.key }
  const page = { kind: shownKind, links, format }
  if (!moved && chosen && (answer || isFree)) {
    const near = describeNear(nearTimes(answer), start ?? 0, format)
    return { ...page, step: 'details' as const, chosen, near }
  }
  const current = moved?.call
  const shown = current ? [...free, current.starts_at].toSorted((a, b) => a - b) : free
  const shownTime = start ?? current?.starts_at
  const day = query.get('day') ?? (shownTime && wallTime(shownTime, zone).date)
  const from = query.get('from') ?? undefined
  return {
    ...page,
    step: 'times' as const,
    chosen: moved && isFree ? chosen : undefined,
    /** Whether the page's script should switch to the browser's time zone. */
    isZoneGuessed: !answer && !moved && !query.has('zone'),
    isTaken: start !== undefined && !isFree && start !== current?.starts_at,
    current: current && describeTime(current.starts_at, current.ends_at, format, studio),
    zones: zoneOptions(format, now),
    /** The zone form's hidden fields. */
    hiddenFields: ['from', 'day', 'move'].map((name) => [name, query.get(name)] as const).filter(([, value]) => value),
    day: day || undefined,
    from,
    days: showDays(shown, { ...format, now, day: day || undefined, from }),
    night: nightHours(lang),
    now,
    times: shown.slice(0, maxSentTimes),
  }
}

function nearTimes(answer: FormAnswer | undefined): number[] {
  const times = answer?.more?.['times']
  return Array.isArray(times) ? times.flatMap((start) => parseInstant(String(start)) ?? []) : []
}

/** Reads the first free times, for NextTimes on other pages. */
export async function readNextTimes(context: CallContext, lang: string) {
  const { calls } = context
  const [kind] = calls.kinds
  const format = { zone: calls.zone, lang, zoneNames: calls.zoneNames }
  const times = await readFreeTimes(context, kind)
  return { kind, format, now: context.now(), times: times.slice(0, maxSentTimes) }
}

/** Reads the response to GET /api/call. Uses the studio's zone if the requested zone is unknown. */
export async function readCallTimes(context: CallContext, kind: CallKind, requestedZone: string) {
  const zone = zoneOf(requestedZone, context.calls)
  const times = await readFreeTimes(context, kind)
  const questions = kind.questions.map(({ name, ask, options, required }) => ({ name, ask, options, required }))
  return {
    zone,
    minutes: kind.minutes,
    times: times.map((time) => formatInstant(time, zone)),
    ...(questions.length > 0 && { questions }),
  }
}
