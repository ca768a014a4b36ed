import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables, VisitMarkRow } from '../../../../migrations/tables.ts'
import { limitedSender } from '../../../lib/net/ip-network.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { bodyLimits, type Limits } from '../../../limits.ts'
import type { Database } from '../../../server/db/database.ts'
import { type Limit, limitFor, takeUpTo } from '../../../server/limits/count-use.ts'
import type { Log } from '../../../server/log.ts'
import { repeat } from '../../../server/repeat.ts'
import { readBeacon, readPicture, type SeenPage } from './beacon.ts'
import { addMarks, knownSpeeds, knownVisitors } from './counting.repository.ts'
import { beat, beatMs, type OpenDay } from './open-day.ts'
import { usedStep } from './steps.ts'
import { deviceOf, isCounted, type Sender, visitorOf } from './visitor.ts'

export type CounterNeeds = {
  database: Database
  salt: string
  limits: Pick<Limits, 'waitingVisits' | 'visitorsOfSender'>
  now: () => number
  log: Log
  environment: { siteUrl: string }
}

type Done = { what: string; agoMs?: number; source?: string; speed?: string }
/** What an address did. */
type Group = { limit: Limit; marks: VisitMarkRow[] }
type Waiting = Omit<VisitMarkRow, 'visitor'> & { sender: Sender }

const writeMs = 1_000
/** Some 1 ms, in which the process answers nobody; between two of them, who waits is answered first. */
const perTransaction = 5
const pauseMs = 5
const perStatement = 50

/** Counts visitors without following them: docs/decisions/running/counting.md. */
export function createCounter({ database, salt, limits, now, log, environment: { siteUrl } }: CounterNeeds) {
  const bySender = new Map<string, Waiting[]>()
  let waiting = 0
  let open: OpenDay | undefined
  let isRunning = false
  let pages: (path: string) => boolean = () => false

  function note(sender: Sender, done: readonly Done[]): void {
    if (!isCounted(sender)) return
    const address = limitedSender(sender.address)
    const own = bySender.get(address) ?? []
    const most = limits.waitingVisits
    if (own.length + done.length > most.sender || waiting + done.length > most.all) return
    bySender.set(address, own)
    waiting += done.length
    const device = deviceOf(sender)
    for (const { what, agoMs = 0, source = null, speed = null } of done)
      own.push({ sender, what, at: Math.round(now() - agoMs), device, source, speed })
  }

  function noteSeen(sender: Sender, seen: SeenPage): void {
    if (!pages(seen.path)) return
    const { source, sinceMs: agoMs, speed, path } = seen
    const hasSpeed = Object.keys(speed).length > 0
    note(sender, [
      { what: `page:${path}`, agoMs, source, ...(hasSpeed && { speed: JSON.stringify(speed) }) },
      ...(seen.isReadOn ? [{ what: 'read' }] : []),
      ...seen.usedForms.flatMap((form) => usedStep(form) ?? []).map((what) => ({ what })),
    ])
  }

  async function write(): Promise<void> {
    if (open?.day !== dayOf(new Date(now()))) open = await beat(database, now())
    if (waiting === 0) return
    const { key, day } = open
    const groups = [...bySender].map(([address, marks]) => ({
      limit: limitFor(limits.visitorsOfSender, `${day} ${address}`, salt),
      marks: marks.map(({ sender, ...mark }) => ({ ...mark, visitor: visitorOf(key, sender) })),
    }))
    bySender.clear()
    waiting = 0
    groups.sort((one, other) => (one.limit.key < other.limit.key ? -1 : 1))
    for (let i = 0; i < groups.length; i += perTransaction) {
      await database.writeSoon((tx) => writeGroups(tx, groups.slice(i, i + perTransaction)))
      if (isRunning) await delay(pauseMs)
    }
  }

  async function writeGroups(tx: Kysely<Tables>, groups: readonly Group[]): Promise<void> {
    const rows = groups.flatMap(({ marks }) => marks)
    const admitted = await knownVisitors(tx, [...new Set(rows.map(({ visitor }) => visitor))])
    const wanted = groups.flatMap(({ limit, marks }) => {
      const visitors = [...new Set(marks.map(({ visitor }) => visitor))].filter((each) => !admitted.has(each))
      return visitors.length > 0 ? [{ limit, visitors, amount: visitors.length }] : []
    })
    const taken = wanted.length > 0 ? await takeUpTo(tx, wanted, now()) : []
    for (const [i, { visitors }] of wanted.entries())
      for (const visitor of visitors.slice(0, taken[i])) admitted.add(visitor)
    const fresh = rows.filter(({ visitor }) => admitted.has(visitor))
    const marks = once([...(await knownSpeeds(tx, fresh)), ...fresh])
    for (let i = 0; i < marks.length; i += perStatement) await addMarks(tx, marks.slice(i, i + perStatement))
  }

  const onError = (err: unknown) => log.warn({ err }, 'what visitors do could not be counted')
  const writer = repeat(write, { firstMs: writeMs, everyMs: writeMs, onError })
  const beats = repeat(
    async () => {
      open = await beat(database, now())
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
      isRunning = true
      beats.start()
      writer.start()
    },
    stop: async (graceMs: number) => {
      isRunning = false
      await Promise.all([beats.stop(graceMs), writer.stop(graceMs)])
      await writer.run()
    },
  }
}

/** One statement must not name a row twice, and two processes name rows in the same order (PostgreSQL). */
function once(rows: readonly VisitMarkRow[]): VisitMarkRow[] {
  const marks = new Map<string, VisitMarkRow>()
  for (const row of rows) {
    const key = `${row.visitor} ${row.what}`
    const known = marks.get(key) ?? row
    marks.set(key, { ...known, speed: withSpeed(known.speed, row.speed) })
  }
  return [...marks].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, mark]) => mark)
}

/** A view that tells less, of a reloaded page or one in a tab behind, takes nothing from what another one told. */
function withSpeed(known: string | null, told: string | null): string | null {
  if (known === null || told === null) return told ?? known
  return JSON.stringify({ ...JSON.parse(known), ...JSON.parse(told) })
}
