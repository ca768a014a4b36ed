import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../../migrations/tables.ts'
import type { Calls } from '../../../platform/content/calls.ts'
import { enqueue } from '../../../platform/email/outbox/store.ts'
import { repeat } from '../../../platform/repeat.ts'
import { dayMs, formatMinute, hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import { toOwner } from '../../leads/notify.ts'
import type { CallContext } from '../call-context.ts'
import { deleteOtherCalendars, listCalendars, storeCalendar } from '../store.ts'
import type { BusyTimes } from './busy-times.ts'
import type { BusyRules } from './calendar-events.ts'
import { CalendarProblem } from './fetch-calendar.ts'
import type { OwnCalendar } from './own-calendars.ts'

/** The worker's source file. Builds pass their bundled file instead. */
export const calendarSource = new URL('./calendar.worker.ts', import.meta.url)

const notifyAfterMs = hourMs
/** Extra time to read beyond the offered days, so the last copy still covers them if later reads fail. */
const extraMs = 60 * dayMs

type ReaderOptions = {
  calendars: readonly OwnCalendar[]
  /** The worker's file. */
  program: URL | string
}

/** Reads the owner's calendars every five minutes. When reading a calendar fails, its last copy is used. */
export function createCalendarReader(context: CallContext, options: ReaderOptions) {
  const { log, database } = context
  const { calendars } = options
  const keys = calendars.map(({ key }) => key)
  async function readAll(): Promise<void> {
    await database.write((tx) => deleteOtherCalendars(tx, keys))
    // Read one at a time to save memory.
    for (const calendar of calendars) await readOne(calendar, context, options)
  }
  const onError = (err: unknown) => log.error({ err }, 'couldn’t store the calendars’ busy times')
  return repeat(readAll, { firstMs: 0, everyMs: 5 * minuteMs, onError })
}

async function readOne(calendar: OwnCalendar, context: CallContext, { program }: ReaderOptions): Promise<void> {
  const { key, name } = calendar
  const { calls, siteUrl, log, database } = context
  const now = context.now()
  try {
    const read = await readCalendarNow(calendar, { calls, siteUrl, owner: toOwner(context).to.address, program, now })
    const warnings = read.warnings.length
    if (warnings > 0) log.warn({ calendar: name, warnings }, 'guessed parts of a calendar. Run doctor for details')
    const spans = JSON.stringify(read.spans)
    const events = JSON.stringify(read.events)
    const row = { key, spans, events, until: read.until, synced_at: now, failing_since: null, is_reported: 0 }
    await database.write((tx) => storeCalendar(tx, row))
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error
    log.warn({ calendar: name, reason: error.message }, 'couldn’t read a calendar')
    await recordFailure(context, calendar, error.message)
  }
}

export type ReadOptions = {
  calls: Calls
  siteUrl: string
  /** The owner's email address. */
  owner: string
  program: URL | string
  now: number
}

/** Reads a calendar. @returns busy times, and `until` (epoch ms), the end of the range read @throws CalendarProblem */
export async function readCalendarNow(
  { url }: OwnCalendar,
  { calls, siteUrl, owner, program, now }: ReadOptions,
): Promise<BusyTimes & { until: number }> {
  const until = now + calls.horizonDays * dayMs + extraMs
  const callMs = Math.min(...calls.kinds.map(({ minutes, pauseMinutes }) => minutes + pauseMinutes)) * minuteMs
  const ownHost = new URL(siteUrl).hostname
  const rules = { span: [now - dayMs, until] as const, zone: calls.zone, owner, ownHost, callMs }
  return { ...(await readInWorker(url, rules, program)), until }
}

const maxReadMs = 30_000
/** The worker's memory limit. 5 MB of events need half of this. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Reads in a worker that can be ended: reading can need seconds, or forever if malicious. @throws CalendarProblem */
async function readInWorker(url: string, rules: BusyRules, program: URL | string): Promise<BusyTimes> {
  const worker = new Worker(program, { workerData: { url, rules, timeoutMs: maxReadMs / 2 }, resourceLimits })
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(maxReadMs) })
    if (typeof message.problem === 'string') throw new CalendarProblem(message.problem)
    return message
  } catch (error) {
    if (error instanceof CalendarProblem) throw error
    const isTimeout = error instanceof Error && error.name === 'AbortError'
    throw new CalendarProblem(isTimeout ? `it takes more than ${maxReadMs / 1000} s to read` : String(error))
  } finally {
    await worker.terminate()
  }
}

/** Returns a sentence for the owner about each calendar that hasn't been read for an hour. */
export async function listFailing(db: Db, calendars: readonly OwnCalendar[], now: number): Promise<string[]> {
  const keys = calendars.map(({ key }) => key)
  const rows = await listCalendars(db, keys)
  return rows.flatMap(({ key, failing_since: since, until }) => {
    if (since === null || now - since < notifyAfterMs) return []
    const effect = until === 0 ? 'no time is free' : 'new events don’t block calls'
    return `${calendars[keys.indexOf(key)]?.name} hasn’t been read since ${formatMinute(since)}, so ${effect}.`
  })
}

async function recordFailure(context: CallContext, { key, name }: OwnCalendar, problem: string): Promise<void> {
  const now = context.now()
  const isDue = await context.database.write(async (tx) => {
    const unread = { key, spans: '[]', events: '[]', until: 0, synced_at: null, failing_since: null, is_reported: 0 }
    const [known = unread] = await listCalendars(tx, [key])
    const since = known.failing_since ?? now
    const isReportDue = known.is_reported === 0 && now - since >= notifyAfterMs
    if (isReportDue) {
      const { calendarFailedEmail } = await import('../emails.tsx')
      await enqueue(tx, calendarFailedEmail({ name, problem, since, until: known.until }, context), now)
    }
    await storeCalendar(tx, { ...known, failing_since: since, is_reported: isReportDue ? 1 : known.is_reported })
    return isReportDue
  })
  if (isDue) context.notifyOutbox()
}
