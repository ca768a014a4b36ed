import type { Db } from '../../migrations/tables.ts'
import { limitedSender, truncatedSender } from '../../platform/http/sender.ts'
import { limitFor, readLimit, takeUpTo } from '../../platform/limits/count-use.ts'
import type { NamedLimit } from '../../platform/limits/limits.ts'
import type { Context } from '../context.ts'
import { otherSources, type VisitEvent, type VisitorEvent } from './day-numbers.ts'
import { hashVisitor, type Sender } from './sender.ts'
import { listedSources } from './source.ts'
import { addEvents, lockOpenDay, mergeEvents, readSums, readVisits } from './store.ts'

export type WaitingEvent = VisitEvent & { sender: Sender }
type SentEvent = VisitorEvent & { address: string }

type WriteDeps = Pick<Context, 'salt' | 'limits' | 'now'>

/** Adds events to the open day. Those beyond a day's limits are only counted, together with `dropped`. */
export async function writeEvents(
  tx: Db,
  deps: WriteDeps,
  { waiting, dropped }: { waiting: readonly WaitingEvent[]; dropped: number },
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
  const admitted = await admit(fresh, { ...deps, tx, day: today.day, visits })
  const events = [...merged.filter(isKnown), ...admitted]
  await addEvents(tx, today.day, visits, { events, dropped: dropped + fresh.length - admitted.length })
}

type Admission = WriteDeps & { tx: Db; day: string; visits: ReadonlyMap<string, readonly VisitEvent[]> }

/** @returns events within the limits. What exceeds a network's limit doesn't count against the total */
async function admit(fresh: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const ofVisitors = limitEachVisitor(fresh, admission)
  const ofNetworks = await limitEachNetwork(ofVisitors, admission)
  const ofSenders = await limitNewVisitors(ofNetworks, admission)
  const counted = await takeWithin(admission.limits.eventsInTotal, () => 'all', ofSenders, admission)
  return await limitNewSources(counted, admission)
}

function limitEachVisitor(events: readonly SentEvent[], { limits, visits }: Admission): SentEvent[] {
  return [...Map.groupBy(events, ({ visitor }) => visitor)].flatMap(([visitor, own]) => {
    const storedCount = visits.get(visitor)?.length ?? 0
    return own.slice(0, Math.max(0, limits.eventsOfVisitor - storedCount))
  })
}

async function limitEachNetwork(events: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const { tx, day, limits, salt } = admission
  const { eventsOfNetwork, eventsInTotal } = limits
  const used = await readLimit(tx, limitFor(eventsInTotal, `${day} all`, salt).key)
  const max = shareOf(eventsOfNetwork.max, used?.count ?? 0, eventsInTotal.max)
  return await takeWithin({ ...eventsOfNetwork, max }, networkOf, events, admission)
}

async function limitNewVisitors(events: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const ofNewVisitors = events.filter(({ visitor }) => !admission.visits.has(visitor))
  const refused = new Map(ofNewVisitors.map((event) => [event.visitor, event]))
  const admitted = await takeWithin(admission.limits.visitorsOfSender, limitedSender, [...refused.values()], admission)
  for (const { visitor } of admitted) refused.delete(visitor)
  return events.filter(({ visitor }) => !refused.has(visitor))
}

/** In addition to the listed ones. The end of the day keeps the hundred most frequent. */
const maxSources = 1_000

/** Counts new sources beyond the limits as “others”. */
async function limitNewSources(events: readonly SentEvent[], admission: Admission): Promise<SentEvent[]> {
  const { done } = await readSums(admission.tx, ['visit'])
  const known = new Set([...listedSources, ...Object.keys(done['visit']?.source ?? {})])
  const ofNewSources = events.filter(({ source }) => source !== null && !known.has(source))
  const refused = new Map(ofNewSources.map((event) => [event.source, event]))
  const first = [...refused.values()].slice(0, Math.max(0, listedSources.size + maxSources - known.size))
  const admitted = await takeWithin(admission.limits.sourcesOfNetwork, networkOf, first, admission)
  for (const { source } of admitted) refused.delete(source)
  return events.map((event) => (refused.has(event.source) ? { ...event, source: otherSources } : event))
}

/** The first events of each group, by address, that its daily limit allows. */
async function takeWithin(
  limit: NamedLimit,
  groupOf: (address: string) => string,
  events: readonly SentEvent[],
  { tx, day, salt, now }: Admission,
): Promise<SentEvent[]> {
  const groups = [...Map.groupBy(events, ({ address }) => groupOf(address))]
  if (groups.length === 0) return []
  const expenses = groups.map(([group, { length }]) => {
    return { limit: limitFor(limit, `${day} ${group}`, salt), amount: length }
  })
  const taken = await takeUpTo(tx, expenses, now())
  return groups.flatMap(([, own], i) => own.slice(0, taken[i]))
}

/** One sender's share of a common limit. It shrinks with what is left, so that latecomers also get one. */
export function shareOf(max: number, used: number, all: number): number {
  return Math.ceil(max * (1 - used / all))
}

export function networkOf(address: string): string {
  return truncatedSender(address) ?? address
}
