import { setTimeout as delay } from 'node:timers/promises'
import { readBody } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/http.ts'
import { limitedSender } from '../../platform/http/sender.ts'
import { bodyLimits, type Limits } from '../../platform/limits/limits.ts'
import { repeat } from '../../platform/repeat.ts'
import { dayOf, minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { type PageView, readBeacon } from './beacon.ts'
import type { VisitEvent } from './day-numbers.ts'
import { aliveEveryMs, pauseMs, updateOpenDay } from './open-day.ts'
import { deviceOf, isCounted, type Sender } from './sender.ts'
import { isStep } from './steps.ts'
import type { OpenDay } from './store.ts'
import { networkOf, shareOf, type WaitingEvent, writeEvents } from './write-events.ts'

/** The page where owners exclude their own visits. */
export const uncountedPath = '/uncounted'

type CounterDeps = Pick<Context, 'database' | 'salt' | 'limits' | 'now' | 'log' | 'environment'>

type VisitAction = Pick<VisitEvent, 'what'> & Partial<Pick<VisitEvent, 'source' | 'speed'>> & { agoMs?: number }

const writeEveryMs = 1_000
/** Takes about 5 ms, during which the process is blocked. */
const maxPerTransaction = 50

/** Counts visitors without following them: docs/decisions/running/visits-without-tracking.md. */
export function createCounter(deps: CounterDeps) {
  const { database, limits, now, log } = deps
  const waiting: WaitingEvent[] = []
  /** Events over the limits of a minute that aren't written yet. */
  let dropped = 0
  let open: OpenDay | undefined
  const stopping = new AbortController()
  let isPage: (path: string) => boolean = () => false
  const isWithinMinute = createMinuteLimit(limits, now)

  function record(sender: Sender, actions: readonly VisitAction[]): void {
    if (!isCounted(sender)) return
    if (!isWithinMinute(sender.address, actions.length, waiting.length)) {
      dropped += actions.length
      return
    }
    const device = deviceOf(sender)
    for (const { what, agoMs = 0, source = null, speed = null } of actions)
      waiting.push({ sender, what, at: Math.round(now() - agoMs), device, source, speed })
  }

  async function write(): Promise<void> {
    if (open?.day !== dayOf(new Date(now()))) await dayUpdates.run()
    if (open === undefined) return
    while (waiting.length > 0 || dropped > 0) {
      const batch = { waiting: waiting.splice(0, maxPerTransaction), dropped }
      dropped = 0
      await database.writeSoon((tx) => writeEvents(tx, deps, batch))
      if (waiting.length > 0 && !stopping.signal.aborted) await delay(pauseMs)
    }
  }

  async function updateDay(): Promise<void> {
    open = await updateOpenDay(database, now(), stopping.signal)
  }

  const onError = (err: unknown) => log.warn({ err }, 'visits could not be counted')
  const writer = repeat(write, { firstMs: writeEveryMs, everyMs: writeEveryMs, onError })
  const dayUpdates = repeat(updateDay, { firstMs: 0, everyMs: aliveEveryMs, onError })
  return {
    /** Handles GET and POST /api/seen. Pages behind links in emails send no referrer, and aren't counted. @returns the status */
    receiveBeacon: (sender: Sender, body: Buffer | undefined): 204 | 400 | 413 => {
      if ((body?.length ?? 0) > bodyLimits.seen) return 413
      const view = readBeacon(body, sender, deps.environment.siteUrl)
      if (view === undefined) return sender.headers['referer'] === undefined ? 204 : 400
      if (isPage(view.path)) record(sender, actionsIn(view))
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
    },
  }
}

/** Limits events per minute in this process, by sender, network, and in total. */
function createMinuteLimit({ eventsPerMinute: { all, sender, network } }: Limits, now: () => number) {
  let minute = { at: 0, used: 0, counts: new Map<string, number>() }
  return (address: string, count: number, waitingCount: number): boolean => {
    const at = Math.floor(now() / minuteMs)
    if (minute.at !== at) minute = { at, used: 0, counts: new Map() }
    const { counts } = minute
    const used = Math.max(minute.used, waitingCount)
    const limits = [
      { key: limitedSender(address), max: shareOf(sender, used, all) },
      { key: networkOf(address), max: shareOf(network, used, all) },
    ]
    if (limits.some(({ key, max }) => (counts.get(key) ?? 0) + count > max)) return false
    for (const { key } of limits) counts.set(key, (counts.get(key) ?? 0) + count)
    minute.used += count
    return true
  }
}

function actionsIn({ path, source, agoMs, speed, isReadOn, usedForms }: PageView): VisitAction[] {
  const hasSpeed = Object.keys(speed).length > 0
  // Other forms are the search, or forged.
  const usedSteps = usedForms.map((form) => `used:${form}`).filter(isStep)
  const names = [...(isReadOn ? ['read'] : []), ...usedSteps]
  return [{ what: `page:${path}`, agoMs, source, ...(hasSpeed && { speed }) }, ...names.map((what) => ({ what }))]
}

/** Pages report views here: with a script, or with a picture. */
export async function receiveBeacon(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen) : undefined
  return c.body(null, c.var.app.counter.receiveBeacon(senderIn(c), body && Buffer.from(body)))
}

export function senderIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}
