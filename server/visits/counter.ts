import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { studioZone } from '../../platform/content/site-content.ts'
import { readBody } from '../../platform/http/request-body.ts'
import type { Http } from '../../platform/http/request-context.ts'
import { createCapacity, type Lease } from '../../platform/limits/capacity.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Context } from '../context.ts'
import { type PageView, readBeacon } from './beacon.ts'
import type { VisitEvent } from './day-numbers.ts'
import { aliveEveryMs, leaveOpenDay, updateOpenDay } from './open-day.ts'
import { deviceOf, isBot, isCounted, type Sender } from './sender.ts'
import { isStep } from './steps.ts'
import { type WaitingEvent, writeEvents } from './write-events.ts'

/** The page where owners exclude their own visits. */
export const uncountedPath = '/uncounted'

type VisitAction = Pick<VisitEvent, 'what'> & Partial<Pick<VisitEvent, 'source' | 'speed'>> & { agoMs?: number }

const writeEveryMs = 1_000
/** Takes about 5 ms, during which the process is blocked. The pause keeps a flood to a fifth of its time. */
const maxPerTransaction = 50
const pauseMs = 20

/** Counts visitors without following them: docs/decisions/running/visits-without-tracking.md. */
export function createCounter(context: Context, readZone = studioZone) {
  const { database, limits, now, log } = context
  const holds = createCapacity(limits.waitingEvents)
  const waiting = new Map<WaitingEvent, Lease>()
  /** Events that were cut while they waited, and page views by bots. Both aren't written yet. */
  let uncounted = { dropped: 0, bots: 0 }
  /** When the open day or its key ends. */
  let updateAt: number | undefined
  const stopping = new AbortController()
  const server = randomUUID()
  let isPage: (path: string) => boolean = () => false

  function record(sender: Sender, actions: readonly VisitAction[]): void {
    if (!isCounted(sender)) return
    const device = deviceOf(sender)
    for (const { what, agoMs = 0, source = null, speed = null } of actions)
      queue({ sender, what, at: Math.round(now() - agoMs), device, source, speed })
  }

  function queue(event: WaitingEvent): void {
    const slot = holds.lease(event.sender.address, () => {
      waiting.delete(event)
      uncounted.dropped += 1
    })
    waiting.set(event, slot)
    slot.grow(1)
  }

  function takeBatch(): WaitingEvent[] {
    const batch = [...waiting.keys()].slice(0, maxPerTransaction)
    for (const event of batch) {
      waiting.get(event)?.release()
      waiting.delete(event)
    }
    return batch
  }

  async function write(): Promise<void> {
    if (updateAt === undefined || now() >= updateAt) await dayUpdates.run()
    if (updateAt === undefined) return
    while (waiting.size + uncounted.dropped + uncounted.bots > 0) {
      const batch = { waiting: takeBatch(), uncounted }
      uncounted = { dropped: 0, bots: 0 }
      await database.writeSoon((tx) => writeEvents(tx, context, batch))
      if (waiting.size > 0 && !stopping.signal.aborted) await delay(pauseMs)
    }
  }

  async function updateDay(): Promise<void> {
    updateAt = await updateOpenDay(database, { now: now(), server, zone: readZone(), signal: stopping.signal })
  }

  const onError = (err: unknown) => log.warn({ err }, 'visits could not be counted')
  const writer = repeat(write, { firstMs: writeEveryMs, everyMs: writeEveryMs, onError })
  const dayUpdates = repeat(updateDay, { firstMs: 0, everyMs: aliveEveryMs, onError })
  return {
    /** Handles GET and POST /api/seen. Pages behind links in emails send no referrer, and aren't counted. @returns the status */
    receiveBeacon: (sender: Sender, body: Buffer | undefined): 204 | 400 | 413 => {
      if ((body?.length ?? 0) > bodyLimits.seen) return 413
      const view = readBeacon(body, sender, context.environment.siteUrl)
      if (view === undefined) return sender.headers['referer'] === undefined ? 204 : 400
      if (!isPage(view.path)) return 204
      if (isBot(sender)) uncounted.bots += 1
      else record(sender, actionsIn(view))
      return 204
    },
    /** Records a visitor's actions that the server handled, such as `sent:contact`. */
    record: (sender: Sender, names: readonly string[]): void => {
      const actions = names.map((what) => ({ what }))
      record(sender, actions)
    },
    /** Other paths aren't counted. */
    setPages: (isPagePath: (path: string) => boolean): void => {
      isPage = isPagePath
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
      if (updateAt !== undefined) await leaveOpenDay(database, server).catch(onError)
    },
  }
}

function actionsIn({ path, source, agoMs, speed, isReadOn, hasPickedTime, usedForms }: PageView): VisitAction[] {
  const hasSpeed = Object.keys(speed).length > 0
  // Other forms are the search, or forged.
  const usedSteps = usedForms.map((form) => `used:${form}`).filter(isStep)
  const names = [...(isReadOn ? ['read'] : []), ...(hasPickedTime ? ['picked:call'] : []), ...usedSteps]
  return [{ what: `page:${path}`, agoMs, source, ...(hasSpeed && { speed }) }, ...names.map((what) => ({ what }))]
}

/** Pages report views here: with a script, or with a picture. */
export async function receiveBeacon(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen, 'application/json') : undefined
  return c.body(null, c.var.app.counter.receiveBeacon(senderIn(c), body && Buffer.from(body)))
}

export function senderIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}
