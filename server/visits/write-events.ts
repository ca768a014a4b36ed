import type { Db } from '../../migrations/tables.ts'
import { countUses, oneUseOf } from '../../platform/limits/count-use.ts'
import type { VisitorLimit } from '../../platform/limits/limits.ts'
import { visitorLimits } from '../../platform/limits/sender-limits.ts'
import type { Context } from '../context.ts'
import { otherSources, type VisitEvent, type VisitorEvent } from './day-numbers.ts'
import { hashVisitor, type Sender } from './sender.ts'
import { listedSources } from './source.ts'
import { addEvents, lockOpenDay, mergeEvents, readSums, readVisits } from './store.ts'

export type WaitingEvent = VisitEvent & { sender: Sender }
type SentEvent = VisitorEvent & { address: string }

/** Adds events to today's visits. Events over the limits are only counted, together with `uncounted`. */
export async function writeEvents(
  tx: Db,
  context: Context,
  { waiting, uncounted }: { waiting: readonly WaitingEvent[]; uncounted: { dropped: number; bots: number } },
): Promise<void> {
  const today = await lockOpenDay(tx)
  if (today === undefined) throw new Error('no day is open')
  const sent = waiting.map(({ sender, ...event }): SentEvent => {
    return { ...event, visitor: hashVisitor(today.key, sender), address: sender.address }
  })
  const byVisitor = Map.groupBy(sent, ({ visitor }) => visitor)
  const visits = await readVisits(tx, [...byVisitor.keys()])
  const merged = [...byVisitor.values()].flatMap((events) => mergeEvents(events))
  const isKnown = ({ visitor, what }: SentEvent) => visits.get(visitor)?.some((event) => event.what === what) === true
  const fresh = merged.filter((event) => !isKnown(event))
  const admitted = await admit(fresh, { ...context, tx, keySince: today.keySince, visits })
  const events = [...merged.filter(isKnown), ...admitted]
  const dropped = uncounted.dropped + fresh.length - admitted.length
  await addEvents(tx, today.keySince, visits, { events, uncounted: { ...uncounted, dropped } })
}

type Admission = Context & { tx: Db; keySince: string; visits: ReadonlyMap<string, readonly VisitEvent[]> }

/** Filters events by all limits. @returns the events within the limits */
async function admit(fresh: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const fewPerVisitor = limitEachVisitor(fresh, admission)
  const ofKnown = await limitNewVisitors(fewPerVisitor, admission)
  const withinLimit = await filterByLimit(admission.limits.visitEvents, ofKnown, admission)
  return await limitNewSources(withinLimit, admission)
}

function limitEachVisitor(events: readonly SentEvent[], { limits, visits }: Admission): SentEvent[] {
  return [...Map.groupBy(events, ({ visitor }) => visitor)].flatMap(([visitor, own]) => {
    const storedCount = visits.get(visitor)?.length ?? 0
    return own.slice(0, Math.max(0, limits.eventsOfVisitor - storedCount))
  })
}

async function limitNewVisitors(events: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const ofNewVisitors = events.filter(({ visitor }) => !admission.visits.has(visitor))
  const refused = new Map(ofNewVisitors.map((event) => [event.visitor, event]))
  const admitted = await filterByLimit(admission.limits.visitors, [...refused.values()], admission)
  for (const { visitor } of admitted) refused.delete(visitor)
  return events.filter(({ visitor }) => !refused.has(visitor))
}

/** Changes new sources over the limits to “others”. */
async function limitNewSources(events: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const { done } = await readSums(admission.tx, ['visit'])
  const known = new Set([...listedSources, ...Object.keys(done['visit']?.source ?? {})])
  const ofNewSources = events.filter(({ source }) => source !== null && !known.has(source))
  const refused = new Map(ofNewSources.map((event) => [event.source, event]))
  const admitted = await filterByLimit(admission.limits.visitSources, [...refused.values()], admission)
  for (const { source } of admitted) refused.delete(source)
  return events.map((event) => (refused.has(event.source) ? { ...event, source: otherSources } : event))
}

/** Filters events by a daily limit. @returns the allowed events */
async function filterByLimit(
  limit: VisitorLimit,
  events: readonly SentEvent[],
  { tx, keySince, salt, now }: Admission,
): Promise<SentEvent[]> {
  const uses = events.map(({ address }) =>
    oneUseOf(Object.values(visitorLimits(limit, address, `${salt} ${keySince}`))),
  )
  const counted = await countUses(tx, uses, now())
  return events.filter((_, i) => counted[i]?.every(({ isReached }) => !isReached))
}
