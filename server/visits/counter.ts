import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { limitedSender, shortenedSender } from '../../platform/http/ip-network.ts'
import { limitFor, readLimit, takeUpTo } from '../../platform/limits/count-use.ts'
import { bodyLimits, type Limits, type NamedLimit } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { addMarks, mergeMarks } from './add-marks.ts'
import { readBeacon, readPicture, type SeenPage } from './beacon.ts'
import { readSums, readVisits } from './counting.repository.ts'
import { type Mark, otherSources, type VisitorMark } from './day-numbers.ts'
import { beat, beatMs, lockOpenDay, type OpenDay, pauseMs } from './open-day.ts'
import { listedSources } from './source.ts'
import { isStep } from './steps.ts'
import { deviceOf, isCounted, type Sender, visitorOf } from './visitor.ts'

export type CounterNeeds = {
  database: Database
  salt: string
  limits: Limits
  now: () => number
  log: Log
  environment: { siteUrl: string }
}

type Done = Pick<Mark, 'what'> & Partial<Pick<Mark, 'source' | 'speed'>> & { agoMs?: number }
type Waiting = Mark & { sender: Sender }
type SentMark = VisitorMark & { address: string }

const writeMs = 1_000
/** Some 5 ms, in which the process answers nobody. */
const perTransaction = 50
/** Beside those on the list; many more than are kept of a day: which they are shows at its end. */
const mostSources = 1_000

/** Counts visitors without following them: docs/decisions/running/counting.md. */
export function createCounter({ database, salt, limits, now, log, environment: { siteUrl } }: CounterNeeds) {
  const waiting: Waiting[] = []
  /** What is not counted, and not written yet. */
  let dropped = 0
  let minute = { at: 0, used: 0, marks: new Map<string, number>() }
  let open: OpenDay | undefined
  const stopping = new AbortController()
  let pages: (path: string) => boolean = () => false

  function note(sender: Sender, done: readonly Done[]): void {
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
    if (minute.at !== at) minute = { at, used: 0, marks: new Map() }
    const { marks } = minute
    const { all, ...most } = limits.marksPerMinute
    const bounds = [
      [limitedSender(address), most.sender],
      [networkOf(address), most.network],
    ] as const
    const used = Math.max(minute.used, waiting.length)
    if (bounds.some(([whose, max]) => (marks.get(whose) ?? 0) + count > shareOf(max, used, all))) return false
    for (const [whose] of bounds) marks.set(whose, (marks.get(whose) ?? 0) + count)
    minute.used += count
    return true
  }

  function noteSeen(sender: Sender, seen: SeenPage): void {
    if (!pages(seen.path)) return
    const { source, sinceMs: agoMs, speed, path } = seen
    const hasSpeed = Object.keys(speed).length > 0
    note(sender, [
      { what: `page:${path}`, agoMs, source, ...(hasSpeed && { speed }) },
      ...(seen.isReadOn ? [{ what: 'read' }] : []),
      // Used forms of other names are the search, or a stranger's.
      ...seen.usedForms.filter((form) => isStep(`used:${form}`)).map((form) => ({ what: `used:${form}` })),
    ])
  }

  async function write(): Promise<void> {
    if (open?.day !== dayOf(new Date(now()))) await beats.run()
    if (open === undefined) return
    while (waiting.length > 0 || dropped > 0) {
      const given = { marks: waiting.splice(0, perTransaction), dropped }
      dropped = 0
      await database.writeSoon((tx) => writeMarks(tx, given))
      if (waiting.length > 0 && !stopping.signal.aborted) await delay(pauseMs)
    }
  }

  async function writeMarks(tx: Kysely<Tables>, given: { marks: Waiting[]; dropped: number }): Promise<void> {
    const today = await lockOpenDay(tx, database.engine)
    if (today === undefined) throw new Error('no day is open')
    const named = given.marks.map(({ sender, ...mark }) => {
      return { ...mark, visitor: visitorOf(today.key, sender), address: sender.address }
    })
    const byVisitor = Map.groupBy(named, ({ visitor }) => visitor)
    const visits = await readVisits(tx, [...byVisitor.keys()])
    const repeated: SentMark[] = []
    const fresh: SentMark[] = []
    for (const [visitor, own] of byVisitor) {
      const known = new Set(visits.get(visitor)?.map(({ what }) => what))
      for (const mark of mergeMarks(own))
        (known.has(mark.what) ? repeated : fresh).push({ ...mark, visitor, address: own[0]?.address ?? '' })
    }
    const counted = await admit(tx, today.day, fresh, visits)
    const dropped = given.dropped + fresh.length - counted.length
    await addMarks(tx, today.day, visits, { marks: [...repeated, ...counted], dropped })
  }

  /** @returns what is within the limits; a network that is over its own takes nothing from those behind it, and from all */
  async function admit(
    tx: Kysely<Tables>,
    day: string,
    fresh: readonly SentMark[],
    visits: ReadonlyMap<string, readonly Mark[]>,
  ): Promise<SentMark[]> {
    const upTo = async (limit: NamedLimit, whoseOf: (address: string) => string, all: readonly SentMark[]) => {
      const groups = [...Map.groupBy(all, ({ address }) => whoseOf(address))]
      if (groups.length === 0) return []
      const expenses = groups.map(([whose, { length }]) => {
        return { limit: limitFor(limit, `${day} ${whose}`, salt), amount: length }
      })
      const taken = await takeUpTo(tx, expenses, now())
      return groups.flatMap(([, own], i) => own.slice(0, taken[i]))
    }
    const ofVisitors = [...Map.groupBy(fresh, ({ visitor }) => visitor)].flatMap(([visitor, own]) =>
      own.slice(0, Math.max(0, limits.marksOfVisitor - (visits.get(visitor)?.length ?? 0))),
    )
    const { marksOfNetwork, marksInAll } = limits
    const inAll = await readLimit(tx, limitFor(marksInAll, `${day} all`, salt).key)
    const max = shareOf(marksOfNetwork.max, inAll?.count ?? 0, marksInAll.max)
    const ofNetworks = await upTo({ ...marksOfNetwork, max }, networkOf, ofVisitors)
    const strangers = new Map(
      ofNetworks.filter(({ visitor }) => !visits.has(visitor)).map((mark) => [mark.visitor, mark]),
    )
    for (const { visitor } of await upTo(limits.visitorsOfSender, limitedSender, [...strangers.values()]))
      strangers.delete(visitor)
    const admitted = ofNetworks.filter(({ visitor }) => !strangers.has(visitor))
    const counted = await upTo(marksInAll, () => 'all', admitted)
    const { done } = await readSums(tx, ['visit'])
    const named = new Set([...listedSources, ...Object.keys(done['visit']?.source ?? {})])
    const unnamed = counted.filter(({ source }) => source !== null && !named.has(source))
    const others = new Map(unnamed.map((mark) => [mark.source, mark]))
    const first = [...others.values()].slice(0, Math.max(0, listedSources.size + mostSources - named.size))
    for (const { source } of await upTo(limits.sourcesOfNetwork, networkOf, first)) others.delete(source)
    return counted.map((mark) => (others.has(mark.source) ? { ...mark, source: otherSources } : mark))
  }

  const onError = (err: unknown) => log.warn({ err }, 'what visitors do could not be counted')
  const writer = repeat(write, { firstMs: writeMs, everyMs: writeMs, onError })
  const beats = repeat(
    async () => {
      open = await beat(database, now(), stopping.signal)
    },
    { firstMs: 0, everyMs: beatMs, onError },
  )
  return {
    /** GET and POST of /api/seen. @returns the status */
    takeSeen: (sender: Sender, body: Buffer | undefined): 204 | 400 | 413 => {
      if ((body?.length ?? 0) > bodyLimits.seen) return 413
      const seen = body === undefined ? readPicture(sender, siteUrl) : readBeacon(body, sender, siteUrl)
      if (seen === undefined) return 400
      noteSeen(sender, seen)
      return 204
    },
    /** What the site itself knows that a visitor has done. */
    note: (sender: Sender, whats: readonly string[]): void =>
      note(
        sender,
        whats.map((what) => ({ what })),
      ),
    /** @param isPage whether there is a page at a path: what visitors name otherwise is not counted */
    countPages: (isPage: (path: string) => boolean): void => {
      pages = isPage
    },
    /** Writes what waits. Never rejects. */
    write: writer.run,
    start: () => {
      beats.start()
      writer.start()
    },
    stop: async (graceMs: number) => {
      stopping.abort()
      await Promise.all([beats.stop(graceMs), writer.stop(graceMs)])
      await writer.run()
    },
  }
}

/** What one may have of what all have: the less the others left, the smaller, so that there's a share for whoever comes later. */
function shareOf(max: number, used: number, all: number): number {
  return Math.ceil(max * (1 - used / all))
}

function networkOf(address: string): string {
  return shortenedSender(address) ?? address
}
