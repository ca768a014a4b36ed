import type { FormErrors, FormValues } from '../../platform/form.ts'
import { readFreeTimes } from './calendar.ts'
import { type CallRouteDeps, zoneOf } from './call.form.ts'
import { callWeek } from './call-days.ts'
import { readManageKey } from './call-links.ts'
import { longTime, momentOf, writtenIn, zoneName } from './call-time.ts'

type Answer = { values?: FormValues; errors?: FormErrors; more?: Readonly<Record<string, unknown>> }

/** What /call shows: the times, or the form for the one that was chosen. */
export async function readCallPage(
  deps: CallRouteDeps,
  { query, answer, lang }: { query: URLSearchParams; answer: Answer | undefined; lang: string },
) {
  const { calls } = deps
  const told = (name: string) => answer?.values?.[name] ?? query.get(name) ?? ''
  const zone = zoneOf(told('zone'), calls)
  const start = momentOf(told('start'))
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
