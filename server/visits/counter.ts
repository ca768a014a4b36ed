import { setTimeout as delay } from 'node:timers/promises'
import { isbot } from 'isbot'
import type { Db } from '../../migrations/tables.ts'
import { readBody } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/http.ts'
import { keyedHash } from '../../platform/http/keys.ts'
import { limitedSender, truncatedSender } from '../../platform/http/sender.ts'
import { limitFor, readLimit, takeUpTo } from '../../platform/limits/count-use.ts'
import { bodyLimits, type NamedLimit } from '../../platform/limits/limits.ts'
import { repeat } from '../../platform/repeat.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { readSeen, type SeenPage, type Sender } from './beacon.ts'
import { otherSources, type VisitEvent, type VisitorEvent } from './day-numbers.ts'
import { aliveEveryMs, pauseMs, updateOpenDay } from './open-day.ts'
import { listedSources } from './source.ts'
import { isStep } from './steps.ts'
import { addEvents, lockOpenDay, mergeEvents, type OpenDay, readSums, readVisits } from './store.ts'

/** The page where owners exclude their own visits. */
export const uncountedPath = '/uncounted'

type CounterDeps = Pick<Context, 'database' | 'salt' | 'limits' | 'now' | 'log' | 'environment'>

type VisitAction = Pick<VisitEvent, 'what'> & Partial<Pick<VisitEvent, 'source' | 'speed'>> & { agoMs?: number }
type WaitingEvent = VisitEvent & { sender: Sender }
type SentEvent = VisitorEvent & { address: string }

const writeMs = 1_000
/** Takes about 5 ms, during which the process is blocked. */
const maxPerTransaction = 50
/** In addition to the listed ones. The end of the day keeps the hundred most frequent. */
const maxSources = 1_000

/** Counts visitors without following them: docs/decisions/running/visits-without-tracking.md. */
export function createCounter({ database, salt, limits, now, log, environment: { siteUrl } }: CounterDeps) {
  const waiting: WaitingEvent[] = []
  /** Events over the limits of a minute that aren't written yet. */
  let dropped = 0
  let minute = { at: 0, used: 0, counts: new Map<string, number>() }
  let open: OpenDay | undefined
  const stopping = new AbortController()
  let pages: (path: string) => boolean = () => false

  function record(sender: Sender, done: readonly VisitAction[]): void {
    if (!isCounted(sender)) return
    if (!isWithinMinute(sender.address, done.length)) {
      dropped += done.length
      return
    }
    const device = deviceOf(sender)
    for (const { what, agoMs = 0, source = null, speed = null } of done)
      waiting.push({ sender, what, at: Math.round(now() - agoMs), device, source, speed })
  }

  function isWithinMinute(address: string, count: number): boolean {
    const at = Math.floor(now() / 60_000)
    if (minute.at !== at) minute = { at, used: 0, counts: new Map() }
    const { counts } = minute
    const { all, sender, network } = limits.eventsPerMinute
    const bounds = [
      [limitedSender(address), sender],
      [networkOf(address), network],
    ] as const
    const used = Math.max(minute.used, waiting.length)
    if (bounds.some(([whose, max]) => (counts.get(whose) ?? 0) + count > shareOf(max, used, all))) return false
    for (const [whose] of bounds) counts.set(whose, (counts.get(whose) ?? 0) + count)
    minute.used += count
    return true
  }

  function recordView(sender: Sender, seen: SeenPage): void {
    if (!pages(seen.path)) return
    const { source, agoMs, speed, path } = seen
    const hasSpeed = Object.keys(speed).length > 0
    record(sender, [
      { what: `page:${path}`, agoMs, source, ...(hasSpeed && { speed }) },
      ...(seen.isReadOn ? [{ what: 'read' }] : []),
      // Other forms are the search, or forged.
      ...seen.usedForms.filter((form) => isStep(`used:${form}`)).map((form) => ({ what: `used:${form}` })),
    ])
  }

  async function write(): Promise<void> {
    if (open?.day !== dayOf(new Date(now()))) await dayUpdates.run()
    if (open === undefined) return
    while (waiting.length > 0 || dropped > 0) {
      const given = { events: waiting.splice(0, maxPerTransaction), dropped }
      dropped = 0
      await database.writeSoon((tx) => writeEvents(tx, given))
      if (waiting.length > 0 && !stopping.signal.aborted) await delay(pauseMs)
    }
  }

  async function writeEvents(tx: Db, given: { events: WaitingEvent[]; dropped: number }): Promise<void> {
    const today = await lockOpenDay(tx)
    if (today === undefined) throw new Error('no day is open')
    const sent = given.events.map(({ sender, ...event }): SentEvent => {
      return { ...event, visitor: visitorOf(today.key, sender), address: sender.address }
    })
    const byVisitor = Map.groupBy(sent, ({ visitor }) => visitor)
    const visits = await readVisits(tx, [...byVisitor.keys()])
    const merged = [...byVisitor.values()].flatMap((own) => mergeEvents(own))
    const isKnown = ({ visitor, what }: SentEvent) => visits.get(visitor)?.some((event) => event.what === what) === true
    const fresh = merged.filter((event) => !isKnown(event))
    const admitted = await admit(tx, today.day, fresh, visits)
    const events = [...merged.filter(isKnown), ...admitted]
    await addEvents(tx, today.day, visits, { events, dropped: given.dropped + fresh.length - admitted.length })
  }

  /** @returns events within the limits. What exceeds a network's limit doesn't count against the total */
  async function admit(
    tx: Db,
    day: string,
    fresh: readonly SentEvent[],
    visits: ReadonlyMap<string, readonly VisitEvent[]>,
  ): Promise<SentEvent[]> {
    const upTo = async (limit: NamedLimit, whoseOf: (address: string) => string, events: readonly SentEvent[]) => {
      const groups = [...Map.groupBy(events, ({ address }) => whoseOf(address))]
      if (groups.length === 0) return []
      const expenses = groups.map(([whose, { length }]) => {
        return { limit: limitFor(limit, `${day} ${whose}`, salt), amount: length }
      })
      const taken = await takeUpTo(tx, expenses, now())
      return groups.flatMap(([, own], i) => own.slice(0, taken[i]))
    }
    const ofVisitors = [...Map.groupBy(fresh, ({ visitor }) => visitor)].flatMap(([visitor, own]) =>
      own.slice(0, Math.max(0, limits.eventsOfVisitor - (visits.get(visitor)?.length ?? 0))),
    )
    const { eventsOfNetwork, eventsInTotal } = limits
    const used = await readLimit(tx, limitFor(eventsInTotal, `${day} all`, salt).key)
    const max = shareOf(eventsOfNetwork.max, used?.count ?? 0, eventsInTotal.max)
    const ofNetworks = await upTo({ ...eventsOfNetwork, max }, networkOf, ofVisitors)
    const newVisitors = ofNetworks.filter(({ visitor }) => !visits.has(visitor))
    const refused = new Map(newVisitors.map((event) => [event.visitor, event]))
    for (const { visitor } of await upTo(limits.visitorsOfSender, limitedSender, [...refused.values()]))
      refused.delete(visitor)
    const counted = await upTo(
      eventsInTotal,
      () => 'all',
      ofNetworks.filter(({ visitor }) => !refused.has(visitor)),
    )
    const { done } = await readSums(tx, ['visit'])
    const named = new Set([...listedSources, ...Object.keys(done['visit']?.source ?? {})])
    const unnamed = counted.filter(({ source }) => source !== null && !named.has(source))
    const others = new Map(unnamed.map((event) => [event.source, event]))
    const first = [...others.values()].slice(0, Math.max(0, listedSources.size + maxSources - named.size))
    for (const { source } of await upTo(limits.sourcesOfNetwork, networkOf, first)) others.delete(source)
    return counted.map((event) => (others.has(event.source) ? { ...event, source: otherSources } : event))
  }

  const onError = (err: unknown) => log.warn({ err }, 'visits could not be counted')
  const writer = repeat(write, { firstMs: writeMs, everyMs: writeMs, onError })
  const updateDay = async () => {
    open = await updateOpenDay(database, now(), stopping.signal)
  }
  const dayUpdates = repeat(updateDay, { firstMs: 0, everyMs: aliveEveryMs, onError })
  return {
    /** For GET and POST /api/seen. @returns the status */
    takeSeen: (sender: Sender, body: Buffer | undefined): 204 | 400 | 413 => {
      if ((body?.length ?? 0) > bodyLimits.seen) return 413
      const seen = readSeen(body, sender, siteUrl)
      if (seen === undefined) return 400
      recordView(sender, seen)
      return 204
    },
    /** Records what the server knows a visitor did. */
    record: (sender: Sender, whats: readonly string[]): void =>
      record(
        sender,
        whats.map((what) => ({ what })),
      ),
    /** @param isPage whether a path is a page. Other paths aren't counted */
    countPages: (isPage: (path: string) => boolean): void => {
      pages = isPage
    },
    /** Writes waiting events. Never rejects. */
    write: writer.run,
    start: () => {
      dayUpdates.start()
      writer.start()
    },
    stop: async (graceMs: number) => {
      stopping.abort()
      await Promise.all([dayUpdates.stop(graceMs), writer.stop(graceMs)])
      await writer.run()
    },
  }
}

/** One sender's share of a common limit. It shrinks with what is left, so that latecomers also get one. */
function shareOf(max: number, used: number, all: number): number {
  return Math.ceil(max * (1 - used / all))
}

function networkOf(address: string): string {
  return truncatedSender(address) ?? address
}

/** Pages report views here: with a script, or with a picture. */
export async function takeSeen(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen) : undefined
  return c.body(null, c.var.app.counter.takeSeen(visitorIn(c), body && Buffer.from(body)))
}

export function visitorIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}

/** 96 bits: two of a billion visitors collide with a probability of 1 in 10^11. */
const hashCharacters = 16

/** Identifies a visitor for a day, as long as the key exists. */
function visitorOf(dayKey: string, sender: Sender): string {
  return keyedHash(dayKey, `${limitedSender(sender.address)}\n${agentOf(sender)}`).slice(0, hashCharacters)
}

/** No robots, prefetches, or visitors who opted out (Global Privacy Control). */
function isCounted(sender: Sender): boolean {
  const agent = agentOf(sender)
  const isAhead = headerOf(sender, 'sec-purpose') !== ''
  return agent !== '' && !isbot(agent) && !isAhead && headerOf(sender, 'sec-gpc') !== '1'
}

function deviceOf(sender: Sender): VisitEvent['device'] {
  const agent = agentOf(sender)
  const isMobile = agent.includes('Mobi')
  if (agent.includes('iPad') || agent.includes('Tablet') || (agent.includes('Android') && !isMobile)) return 'tablet'
  return isMobile ? 'phone' : 'computer'
}

function agentOf(sender: Sender): string {
  return headerOf(sender, 'user-agent')
}

const maxHeaderCharacters = 2_048

function headerOf({ headers }: Sender, name: string): string {
  return String(headers[name] ?? '').slice(0, maxHeaderCharacters)
}
