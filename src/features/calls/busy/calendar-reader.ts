import { basename } from 'node:path'
import type { Brand } from '../../../lib/mail/mail-frame.ts'
import { keyedHash } from '../../../lib/net/keyed-hash.ts'
import type { Log } from '../../../server/log.ts'
import { enqueue } from '../../../server/mail/outbox.repository.ts'
import { repeat } from '../../../server/repeat.ts'
import type { CallDeps } from '../calendar.ts'
import { dropOtherCalendars, listCalendars, storeCalendar } from './busy.repository.ts'
import type { BusyRules, BusyTimes } from './busy-times.ts'
import { calendarFailedMail } from './calendar-failed.email.ts'
import { readApart } from './read-apart.ts'

/** What `program` is, unless it is bundled. */
export const calendarSource = new URL('./calendar.worker.ts', import.meta.url)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const everyMs = 5 * minuteMs
const tellAfterMs = 60 * minuteMs
/** How long the last good copy counts beyond the days that are offered. */
const spareMs = 60 * dayMs

/** `name`: for the owner, who knows the address; it stays a secret. */
export type OwnCalendar = { key: string; address: string; name: string }

export function ownCalendars(addresses: readonly string[], salt: string): OwnCalendar[] {
  return addresses.map((address, i) => {
    const { hostname, pathname } = new URL(address)
    const name = `calendar ${i + 1} (${hostname || basename(decodeURIComponent(pathname))})`
    return { key: keyedHash(salt, `calendar\n${address}`), address, name }
  })
}

export type ReaderDeps = Pick<CallDeps, 'database' | 'now' | 'notifyOutbox' | 'calls' | 'host' | 'mail'> & {
  calendars: readonly OwnCalendar[]
  program: URL | string
  brand: Brand
  log: Log
}

/** Reads the owner’s calendars every five minutes; what one said last counts while it can't be read. */
export function createCalendarReader(deps: ReaderDeps) {
  const { log, calendars, database } = deps
  async function readAll(): Promise<void> {
    await database.write((tx) =>
      dropOtherCalendars(
        tx,
        calendars.map(({ key }) => key),
      ),
    )
    // One after the other, as each may need much memory.
    for (const calendar of calendars) await readOne(calendar, deps)
  }
  return repeat(readAll, {
    firstMs: 0,
    everyMs,
    onError: (error) => log.error({ err: error }, 'what the calendars say could not be stored'),
  })
}

/** What one says for as long as it is kept. @throws CalendarProblem */
export async function readCalendarNow(
  {
    calls,
    host,
    mail,
    program,
    now,
  }: Pick<ReaderDeps, 'calls' | 'host' | 'program' | 'now'> & { mail: Pick<ReaderDeps['mail'], 'leadsTo'> },
  { address }: OwnCalendar,
): Promise<BusyTimes & Pick<BusyRules, 'span'>> {
  const span = [now() - dayMs, now() + calls.horizonDays * dayMs + spareMs] as const
  const rules = { span, zone: calls.zone, owner: mail.leadsTo.address, ownHost: host }
  return { ...(await readApart(address, rules, program)), span }
}

async function readOne(calendar: OwnCalendar, deps: ReaderDeps): Promise<void> {
  const { key, name } = calendar
  const read = await readCalendarNow(deps, calendar).catch((error: unknown) =>
    String(error instanceof Error ? error.message : error),
  )
  if (typeof read === 'string') {
    deps.log.warn({ calendar: name, reason: read }, 'a calendar could not be read')
    return await noteFailure(calendar, read, deps)
  }
  if (read.unread > 0) deps.log.warn({ calendar: name, events: read.unread }, 'a calendar has events that are broken')
  const row = { key, spans: JSON.stringify(read.spans), until: read.span[1], failing_since: null, told: 0 }
  await deps.database.write((tx) => storeCalendar(tx, row))
}

async function noteFailure({ key, name }: OwnCalendar, problem: string, deps: ReaderDeps): Promise<void> {
  const now = deps.now()
  const isTold = await deps.database.write(async (tx) => {
    const [known = { key, spans: '[]', until: 0, failing_since: null, told: 0 }] = await listCalendars(tx, [key])
    const since = known.failing_since ?? now
    const isDue = known.told === 0 && now - since >= tellAfterMs
    if (isDue) await enqueue(tx, calendarFailedMail({ name, problem, since, until: known.until }, deps), now)
    await storeCalendar(tx, { ...known, failing_since: since, told: isDue ? 1 : known.told })
    return isDue
  })
  if (isTold) deps.notifyOutbox()
}
