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
import { heartbeatMs, leaveOpenDay, updateOpenDay } from './open-day.ts'
import { deviceOf, isBot, isCounted, type Sender } from './sender.ts'
import { isStep } from './steps.ts'
import { type WaitingEvent, writeEvents } from './write-events.ts'

/** The page where owners exclude their own visits. */
export const uncountedPath = '/uncounted'

type VisitAction = Pick<VisitEvent, 'what'> & Partial<Pick<VisitEvent, 'source' | 'speed'>> & { agoMs?: number }

/** Time between writes. A crash loses at most the visits in this time. */
const writeEveryMs = 1_000
/** Such a transaction blocks the process for about 5 ms. With the pause, floods use at most a fifth of its time. */
const maxPerTransaction = 50
const pauseMs = 20

/** Counts visitors without tracking them (docs/decisions/running/visits-without-tracking.md). */
export function createCounter(context: Context, readZone = studioZone) {
  const { database, limits, now, log } = context
  const capacity = createCapacity(limits.waitingEvents)
  const waiting = new Map<WaitingEvent, Lease>()
  /** Numbers since the last write: evicted events, and page views by bots. */
  let uncounted = { dropped: 0, bots: 0 }
  /** The time the open day or its key ends (epoch ms). */
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
    const lease = capacity.lease(event.sender.address, () => {
      waiting.delete(event)
      uncounted.dropped += 1
    })
    waiting.set(event, lease)
    lease.grow(1)
  }

  function dequeueBatch(): WaitingEvent[] {
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
      const batch = { waiting: dequeueBatch(), uncounted }
      uncounted = { dropped: 0, bots: 0 }
      await database.writeSoon((tx) => writeEvents(tx, context, batch))
      if (waiting.size > 0 && !stopping.signal.aborted) await delay(pauseMs)
    }
  }

  async function updateDay(): Promise<void> {
    updateAt = await updateOpenDay(database, { now: now(), server, zone: readZone(), signal: stopping.signal })
  }

  const onError = (err: unknown) => log.warn({ err }, 'couldn’t count visits')
  const writer = repeat(write, { firstMs: writeEveryMs, everyMs: writeEveryMs, onError })
  const dayUpdates = repeat(updateDay, { firstMs: 0, everyMs: heartbeatMs, onError })
  return {
    /** Handles GET and POST /api/seen. Pages behind email links send no referrer and aren't counted. @returns the status */
    receiveBeacon: (sender: Sender, body: Buffer | undefined): 204 | 400 | 413 => {
      if ((body?.length ?? 0) > bodyLimits.seen) return 413
      const view = readBeacon(body, sender, context.environment.siteUrl)
      if (view === undefined) return sender.headers['referer'] === undefined ? 204 : 400
      if (!isPage(view.path)) return 204
      if (isBot(sender)) uncounted.bots += 1
      else record(sender, actionsIn(view))
      return 204
    },
    /** Records actions handled by the server, such as `sent:contact`. */
    record: (sender: Sender, names: readonly string[]): void => {
      const actions = names.map((what) => ({ what }))
      record(sender, actions)
    },
    /** Sets the paths to count. */
    setPages: (isPagePath: (path: string) => boolean): void => {
      isPage = isPagePath
    },
    /** Writes all waiting events. Never rejects. */
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
  const view: VisitAction = { what: `page:${path}`, agoMs, source }
  if (Object.keys(speed).length > 0) view.speed = speed
  const actions = [view]
  if (isReadOn) actions.push({ what: 'read' })
  if (hasPickedTime) actions.push({ what: 'picked:call' })
  // Ignore other forms, which are the search or fake.
  const usedSteps = usedForms.map((form) => `used:${form}`).filter(isStep)
  return [...actions, ...usedSteps.map((what) => ({ what }))]
}

/** Receives page views from the page's script, or as a picture without scripts. */
export async function receiveBeacon(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen, 'application/json') : undefined
  return c.body(null, c.var.app.counter.receiveBeacon(senderIn(c), body && Buffer.from(body)))
}

export function senderIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}
