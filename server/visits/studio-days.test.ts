import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import { type Engine, engines } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { see } from '../../tests/support/seen.ts'
import { addSubscribers } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { createCounter } from './counter.ts'
import { readReport } from './report.ts'
import { openDayKey } from './store.ts'

/** Opens a site whose owner can move. `servers`: number of servers that count at the same time. */
async function openStudio(engine: Engine, zone: string, servers = 1) {
  const app = await openTestApp(await engine.createPlace())
  const startServer = (zone: string) => {
    const counter = createCounter(app, () => zone)
    counter.setPages(() => true)
    return counter
  }
  const studio = { zone, counters: Array.from({ length: servers }, () => startServer(zone)) }
  const writeAll = () => Promise.all(studio.counters.map((counter) => counter.write()))
  let visitors = 0
  return {
    app,
    /** Restarts the servers with another time zone. */
    move: (zone: string, count = servers) => {
      studio.zone = zone
      studio.counters.splice(0, count, ...Array.from({ length: count }, () => startServer(zone)))
    },
    /** Records a visit, by default from a new visitor. Alternates between servers. */
    visitAt: async (at: number, address = `10.0.0.${++visitors}`) => {
      app.clock.now = at
      see({ ...app, counter: studio.counters[visitors % servers] ?? app.counter }, { address })
      await writeAll()
    },
    daysOf: async (from: string, to: string) => {
      await writeAll()
      return await readReport(app.database.db, { from, to }, studio.zone)
    },
    openDay: async () => {
      const { db } = app.database
      const { value } = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', openDayKey)
        .executeTakeFirstOrThrow()
      return JSON.parse(value)
    },
  }
}

const visitsOf = ({ days }: Awaited<ReturnType<typeof readReport>>) => days.map(({ visits }) => visits)

describe.each(engines)('the studio’s days on $name', (engine) => {
  test.each([
    ['Asia/Kolkata', '2026-11-20', 24],
    ['Pacific/Chatham', '2026-11-20', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    // Clocks skip midnight.
    ['Africa/Cairo', '2026-04-24', 23],
  ])('in %s, %s has %d hours, between the studio’s midnights', async (zone, day, hours) => {
    const { app, visitAt, daysOf } = await openStudio(engine, zone, 2)
    const start = startOfDay(zone, day)
    const next = startOfDay(zone, day, 1)
    await visitAt(start - 1_000)
    for (let hour = 0; hour < hours; hour++) await visitAt(start + hour * hourMs)
    await visitAt(next - 1_000)
    expect(next - start).toBe(hours * hourMs)
    app.clock.now = next
    await submitContact(app, ada, visitor)
    await visitAt(next)
    const before = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
    const after = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
    const report = await daysOf(before, after)
    expect(visitsOf(report)).toEqual([1, hours + 1, 1])
    expect(report.days.map(({ leads }) => leads)).toEqual([0, 0, 1])
    expect(report.changedAt).toBeNull()
  })

  test('a visitor counts once from one of the studio’s midnights to the next, on every server', async () => {
    const { visitAt, daysOf } = await openStudio(engine, 'Asia/Kolkata', 3)
    const midnight = startOfDay('Asia/Kolkata', '2026-11-21')
    for (const at of [-dayMs + 1_000, -hourMs, -1_000, 1_000, hourMs, dayMs - 1_000])
      await visitAt(midnight + at, '10.0.0.1')
    expect(visitsOf(await daysOf('2026-11-20', '2026-11-21'))).toEqual([1, 1])
  })

  test('when the studio moves east, its day ends earlier, and each visit and lead counts once', async () => {
    const { app, move, visitAt, daysOf } = await openStudio(engine, 'UTC', 2)
    await visitAt(Date.UTC(2026, 10, 19, 12))
    await visitAt(Date.UTC(2026, 10, 20, 9))
    move('Asia/Kolkata')
    const midnight = Date.UTC(2026, 10, 20, 18, 30)
    await visitAt(midnight - 1_000, '10.0.0.9')
    await visitAt(midnight + 1_000, '10.0.0.9')
    for (const at of [
      Date.UTC(2026, 10, 19, 23, 50),
      midnight - 1_000,
      midnight + 1_000,
      Date.UTC(2026, 10, 20, 23, 50),
    ]) {
      app.clock.now = at
      await submitContact(app, { ...ada, project: `From ${at}.` }, visitor)
    }
    await visitAt(Date.UTC(2026, 10, 20, 23, 59))
    await addSubscribers(app.database, 1)
    const report = await daysOf('2026-11-19', '2026-11-21')
    expect(visitsOf(report)).toEqual([1, 2, 2])
    expect(report.days.map(({ leads }) => leads)).toEqual([1, 1, 2])
    expect(report.totals).toMatchObject({ visits: 5, leads: 4 })
    expect(report.changedAt).toEqual({ day: '2026-11-21', zone: 'Asia/Kolkata' })
    // The report only shows a change if it's within the period.
    for (const [from, to] of [
      ['2026-11-19', '2026-11-20'],
      ['2026-11-22', '2026-11-23'],
    ] as const)
      expect((await daysOf(from, to)).changedAt).toBeNull()
  })

  test('when the studio moves west, its day goes on, but recognizes nobody for more than 24 hours', async () => {
    const { app, move, visitAt, daysOf, openDay } = await openStudio(engine, 'UTC', 2)
    const start = Date.UTC(2026, 10, 20)
    await visitAt(start)
    const { key } = await openDay()
    move('America/Los_Angeles')
    await visitAt(start + dayMs - 1_000)
    expect((await openDay()).key).toBe(key)
    await visitAt(start + dayMs)
    expect(await openDay()).toMatchObject({ day: '2026-11-20' })
    expect((await openDay()).key).not.toBe(key)
    expect(await app.database.db.selectFrom('visits').select('visitor').execute()).toHaveLength(1)
    await visitAt(start + dayMs + 8 * hourMs - 1_000)
    await visitAt(start + dayMs + 8 * hourMs)
    const report = await daysOf('2026-11-20', '2026-11-21')
    expect(visitsOf(report)).toEqual([4, 1])
    expect(report.changedAt).toEqual({ day: '2026-11-21', zone: 'America/Los_Angeles' })
  })

  test('when the studio moves a day west, today stays the day that is open', async () => {
    const { move, visitAt, daysOf } = await openStudio(engine, 'Pacific/Kiritimati')
    const start = startOfDay('Pacific/Kiritimati', '2026-11-21')
    await visitAt(start)
    move('Pacific/Niue')
    await visitAt(start + hourMs)
    await visitAt(startOfDay('Pacific/Niue', '2026-11-22') - 1_000)
    await visitAt(startOfDay('Pacific/Niue', '2026-11-22'))
    expect(visitsOf(await daysOf('2026-11-20', '2026-11-22'))).toEqual([null, 3, 1])
  })

  test('while only one of two servers has the new zone, the day changes once', async () => {
    const { app, move, visitAt, daysOf } = await openStudio(engine, 'UTC', 2)
    await visitAt(Date.UTC(2026, 10, 20, 9), '10.0.0.9')
    move('Asia/Kolkata', 1)
    const midnight = Date.UTC(2026, 10, 20, 18, 30)
    for (const at of [-1, 0, 1, 5, 6].map((hours) => midnight + hours * hourMs)) {
      await visitAt(at)
      await visitAt(at, '10.0.0.9')
    }
    app.clock.now = Date.UTC(2026, 10, 21, 19)
    expect(visitsOf(await daysOf('2026-11-20', '2026-11-21'))).toEqual([2, 5])
  })

  test('after an update, today’s visitors aren’t counted again, and earlier days stay in UTC', async () => {
    const { app, move, visitAt, daysOf, openDay } = await openStudio(engine, 'UTC')
    await visitAt(Date.UTC(2026, 10, 19, 23))
    await visitAt(Date.UTC(2026, 10, 20, 12), '10.0.0.9')
    // Earlier versions didn't store these fields.
    const { zone: _, keySince: __, ...old } = await openDay()
    await app.database.write(async (tx) => {
      await tx
        .updateTable('settings')
        .set({ value: JSON.stringify(old) })
        .where('key', '=', openDayKey)
        .execute()
      await tx.updateTable('visits').set({ day: '2026-11-20' }).execute()
    })
    move('Asia/Kolkata')
    await visitAt(Date.UTC(2026, 10, 20, 13), '10.0.0.9')
    await visitAt(Date.UTC(2026, 10, 20, 19), '10.0.0.9')
    const report = await daysOf('2026-11-19', '2026-11-21')
    expect(visitsOf(report)).toEqual([1, 1, 1])
    expect(report.changedAt).toEqual({ day: '2026-11-21', zone: 'Asia/Kolkata' })
  })
})
