import { expect, test } from 'vitest'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, callsOf, openTestApp } from '../../tests/support/desk.ts'
import { readFreeTimes } from './calendar.ts'
import { formatInstant } from './call-time.ts'

const dayMs = 86_400_000

async function openWithCall(place: Awaited<ReturnType<typeof sqlite.createPlace>>) {
  const app = await openTestApp(place)
  // The commands have the clock of the machine.
  app.clock.now = Date.now()
  const deps = callsOf(app)
  const times = await readFreeTimes(deps)
  const booked = await bookFree(app)
  const other = (await readFreeTimes(deps)).at(-1) ?? 0
  const byClock = (ms: number) => formatInstant(ms, deps.calls.zone).slice(0, 16)
  return { app, deps, times, ...booked, other, byClock }
}

test.each(engines)('moves and cancels calls with emails to both sides, and blocks times: $name', async (engine) => {
  const { app, times, id, start, other, byClock } = await openWithCall(await engine.createPlace())
  const { db } = app.database
  const emails = await db.selectFrom('outbox').select('kind').execute()
  const moved = (time: string) => act(app, 'calls.move', { reference: id, time })
  for (const [to, why] of [
    [byClock(start + 366 * dayMs), 'more than a year ahead'],
    ['2020-12-01 14:30', 'That time has passed.'],
    [byClock(start), 'It’s already booked for that time.'],
    ['2026-12-01 14:31', 'must be a time in 5-minute steps'],
  ] as const)
    await expect(moved(to)).rejects.toThrow(why)
  expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(emails)
  const { calls, free } = await act(app, 'calls.week', { week: byClock(start).slice(0, 10) })
  const toMove = [...free, ...(calls[0]?.alsoFree ?? [])]
  expect(toMove.toSorted()).toEqual(times.filter((time) => time !== start))
  for (const to of [start + 360 * dayMs, other]) expect(await moved(byClock(to))).toMatchObject({ starts_at: to })
  const atNight = await moved(`${byClock(other + dayMs).slice(0, 10)}T03:05`)
  expect([atNight.isInHours, (await moved(byClock(other))).isInHours]).toEqual([false, true])

  const taken = { from: byClock(other), to: byClock(other + 30 * 60_000), note: '' }
  await expect(act(app, 'calls.block', taken)).rejects.toThrow(`Nothing was blocked: ${id} is booked at that time.`)
  expect(await act(app, 'calls.cancel', { reference: id, note: 'ill' })).toMatchObject({ starts_at: other })
  await expect(act(app, 'calls.cancel', { reference: 'KW-NONE' })).rejects.toThrow('no such upcoming call')
  const kinds = ['call-cancelled', 'call-cancelled-owner'].map((kind) => ({ kind }))
  expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(expect.arrayContaining(kinds))

  const block = await act(app, 'calls.block', taken)
  const shown = await act(app, 'calls.week', { week: byClock(other).slice(0, 10) })
  expect(shown.calls).toMatchObject([{ id: block.id, state: 'blocked' }])
  expect(shown.free).toContain(start)
  expect(shown.free).not.toContain(other)
  await act(app, 'calls.unblock', { reference: block.id })
  await expect(act(app, 'calls.unblock', { reference: block.id })).rejects.toThrow('no blocked time')
  expect((await act(app, 'calls.week', {})).free).toContain(other)
})

test('shows the week of any day, including past ones, and refuses an invalid day', async () => {
  const { app, deps, start } = await openWithCall(await sqlite.createPlace())
  app.clock.now += 20 * dayMs
  const today = formatInstant(app.clock.now, deps.calls.zone).slice(0, 10)
  const thisWeek = await act(app, 'calls.week', { week: today })
  expect(await act(app, 'calls.week', {})).toEqual(thisWeek)
  for (const week of ['2026-13-45', 'soon', ''])
    await expect(act(app, 'calls.week', { week })).rejects.toThrow('must be a day like 2026-12-14')
  expect(thisWeek.calls).toEqual([])
  const then = await act(app, 'calls.week', { week: formatInstant(start, deps.calls.zone).slice(0, 10) })
  expect(then.calls).toMatchObject([{ name: ada.name, starts_at: start }])
  const [monday = Number.NaN, next = 0] = [then.starts[0], then.starts[7]]
  expect(monday <= start && start < next).toBe(true)
})
