import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { calendarSource } from '../src/features/calls/busy/calendar-reader.ts'
import { readApart } from '../src/features/calls/busy/read-apart.ts'
import { sqliteFileName } from '../src/server/db/sqlite.ts'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { median, quantile, type Table } from './figures.ts'
import { bareCommitsPerSecond } from './throughput.ts'

const eventsEach = 2_000
const bookedCalls = 200
const looks = 1_000
const lookEachMs = 20
const mostBookings = 40
const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000
const page = '/call?zone=Europe/Berlin'

/** The page of the calls beside a full calendar, a booking beside bare commits, and a calendar that is too large. */
export async function measureCalls(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-calls-'))
  const files = [0, 1, 2].map((n) => join(folder, `${n}.ics`))
  for (const [n, file] of files.entries()) writeFileSync(file, calendar(n))
  const site = await startSite({ TRUSTED_PROXIES: '1', CALENDAR_URLS: files.join(' ') })
  await freeTimes(site)
  fillWithCalls(site)
  for (let i = 0; i < 50; i++) await took(site.url + page)
  const waits = await look(site.url + page)
  const home = await look(site.url)
  await site.stop()
  const empty = await startSite({ TRUSTED_PROXIES: '1' })
  const bookings = await book(empty, await freeTimes(empty))
  await empty.stop()
  const large = join(folder, 'large.ics')
  const stalls: string[][] = []
  for (const megabytes of [10, 4.5]) {
    const one = event(0, Date.now())
    writeFileSync(large, wrapped(one.repeat(Math.floor((megabytes * 1024 * 1024) / one.length))))
    const { what, stallMs } = await stallWhile(large)
    stalls.push([`a calendar of ${megabytes} MB: ${what}`, '', `stall ${stallMs.toFixed(0)} ms`, '≤ 50 ms'])
  }
  rmSync(folder, { recursive: true })
  return {
    title: `Calls: ${bookedCalls} booked, three calendars of ${eventsEach.toLocaleString('en')} events, the page asked for ${1000 / lookEachMs} times a second`,
    head: ['', 'median', 'p99', 'wanted'],
    rows: [
      [`GET ${page}`, `${median(waits).toFixed(1)} ms`, `${quantile(waits, 0.99).toFixed(1)} ms`, 'p99 ≤ 20 ms'],
      [
        'GET /, from memory, in the same way',
        `${median(home).toFixed(1)} ms`,
        `${quantile(home, 0.99).toFixed(1)} ms`,
        '',
      ],
      [
        `POST /api/call (${bookings.length})`,
        `${median(bookings).toFixed(1)} ms`,
        `${quantile(bookings, 0.99).toFixed(1)} ms`,
        'median ≤ 30 ms',
      ],
      ['a bare commit of one row on the same disk', `${(1000 / bareCommitsPerSecond()).toFixed(1)} ms`, '', ''],
      ...stalls,
    ],
  }
}

/** One in ten comes again every week; the others lie a year before and after now. */
function calendar(n: number): string {
  const events = Array.from({ length: eventsEach }, (_, i) => {
    const start = Date.now() + (i / eventsEach - 0.5) * 2 * 365 * dayMs + n * 90 * minuteMs
    return i % 10 === 0 ? event(i, start - 365 * dayMs, 'RRULE:FREQ=WEEKLY;COUNT=40\r\n') : event(i, start)
  })
  return wrapped(events.join(''))
}

function wrapped(events: string): string {
  return `BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`
}

function event(i: number, start: number, more = ''): string {
  const clock = new Date(start).toISOString().replaceAll(/[-:]|\.\d+Z/g, '')
  return `BEGIN:VEVENT\r\nUID:${i}@elsewhere.example\r\nDTSTART;TZID=America/New_York:${clock}\r\nDURATION:PT25M\r\n${more}END:VEVENT\r\n`
}

async function freeTimes({ url }: RunningSite): Promise<string[]> {
  for (;;) {
    const { times }: { times: string[] } = await (await fetch(`${url}/api/call`)).json()
    // None is, until the calendars were read.
    if (times.length > 0) return times
    await pause(100)
  }
}

/** As many as the rules leave room for: an hour apart, and no more than four a day. */
async function book({ url }: RunningSite, times: readonly string[]): Promise<number[]> {
  const waits: number[] = []
  let last = 0
  for (const [n, start] of times.entries()) {
    if (waits.length === mostBookings) break
    if (Date.parse(start) - last < 60 * minuteMs) continue
    const startedAt = performance.now()
    const answer = await fetch(`${url}/api/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.${n >> 8}.${n & 255}` },
      body: JSON.stringify({ start, name: 'Ada', email: `ada${n}@load.example`, about: `${n}`, elapsedMs: 30_000 }),
    })
    await answer.arrayBuffer()
    // A day that is full is no fault.
    if (answer.status === 409) continue
    if (!answer.ok) throw new Error(`a booking was answered ${answer.status}`)
    waits.push(performance.now() - startedAt)
    last = Date.parse(start)
  }
  return waits
}

/** At night, so that times stay free. */
function fillWithCalls({ dataDir }: RunningSite): void {
  const db = new Database(join(dataDir, sqliteFileName))
  const call = db.prepare(
    `insert into calls (id, lead, uid, state, starts_at, ends_at, zone, open_key, sequence, held_until, reminders, note, created_at, changed_at)
     values (?, null, ?, 'booked', ?, ?, 'UTC', null, 0, null, 2, null, 0, 0)`,
  )
  const moment = db.prepare('insert into call_moments (moment, call) values (?, ?)')
  const midnight = Math.floor(Date.now() / dayMs + 1) * dayMs + 18 * 60 * minuteMs
  db.transaction(() => {
    for (let n = 0; n < bookedCalls; n++) {
      const start = midnight + Math.floor(n / 10) * dayMs + (n % 10) * 45 * minuteMs - 30 * minuteMs
      call.run(`LOAD-${n}`, `${n}@load`, start, start + 30 * minuteMs)
      for (let part = 0; part < 9; part++) moment.run(start + part * 5 * minuteMs, `LOAD-${n}`)
    }
  })()
  db.close()
}

async function look(url: string): Promise<number[]> {
  const asked: Promise<number>[] = []
  for (let n = 0; n < looks; n++) {
    asked.push(took(url))
    await pause(lookEachMs)
  }
  return await Promise.all(asked)
}

async function took(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} has answered ${answer.status}`)
  return performance.now() - startedAt
}

/** How long the thread that reads it apart was held at most. */
async function stallWhile(file: string): Promise<{ what: string; stallMs: number }> {
  const now = Date.now()
  const rules = {
    span: [now, now + 80 * dayMs] as const,
    zone: 'UTC',
    owner: 'a@load.example',
    ownHost: 'load.example',
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const what = await readApart(pathToFileURL(file).href, rules, calendarSource).then(
    ({ spans }) => `read, ${spans.length} busy times`,
    (error: Error) => error.message,
  )
  delay.disable()
  return { what, stallMs: delay.max / 1e6 }
}
