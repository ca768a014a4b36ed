import { describe, expect, test } from 'vitest'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../tests/support/desk.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

describe.each(engines)('the calls on the desk, on $name', (engine) => {
  test('are moved and canceled as by the command, with a mail to both; a blocked time is opened again', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const [first = 0, , , other = 0] = await readFreeTimes(calls)
    const booked = await bookCall(
      calls,
      { name: 'Ada', email: 'ada@example.com', about: '', start: first, zone: 'Europe/Berlin' },
      visitor,
    )
    expect(booked).toMatchObject({ outcome: 'stored' })
    const [call] = (await reads.calls(app, {})).calls
    const id = call?.id ?? ''
    const byClock = (ms: number) => writtenIn(ms, calls.calls.zone).slice(0, 16)
    const kinds = async () =>
      (await app.database.db.selectFrom('outbox').select('kind').where('about', '=', id).execute()).map(
        ({ kind }) => kind,
      )

    expect(await changes.moveCall(app, { id, to: byClock(other) })).toEqual({ starts_at: other })
    const taken = { from: byClock(other), to: byClock(other + 30 * 60_000), note: '' }
    await expect(changes.block(app, taken)).rejects.toThrow(`Nothing was blocked: ${id} is there.`)
    await expect(changes.moveCall(app, { id, to: '2026-12-01 14:31' })).rejects.toThrow(Refusal)
    await expect(changes.moveCall(app, { id, to: '2020-12-01 14:30' })).rejects.toThrow('That is over already.')
    await expect(changes.moveCall(app, { id, to: '9999-12-01 14:30' })).rejects.toThrow('more than a year ahead')
    await expect(changes.moveCall(app, { id, to: byClock(other) })).rejects.toThrow('It is at that time already.')
    const past = { from: '2020-12-01 14:00', to: '2020-12-01 15:00', note: '' }
    await expect(changes.block(app, past)).rejects.toThrow('That time is over already.')
    expect(await changes.cancelCall(app, { id, note: 'ill' })).toEqual({ starts_at: other })
    await expect(changes.cancelCall(app, { id: 'KW-NONE', note: '' })).rejects.toThrow(Refusal)
    expect(await kinds()).toEqual(expect.arrayContaining(['call-cancelled', 'call-cancelled-owner']))

    const block = await changes.block(app, taken)
    const shown = await reads.calls(app, {})
    expect(shown.calls.map(({ id, isBlock }) => [id, isBlock])).toEqual([[block.id, true]])
    expect(shown.free).toContain(first)
    expect(shown.free).not.toContain(other)
    await changes.unblock(app, block)
    await expect(changes.unblock(app, block)).rejects.toThrow(Refusal)
    expect((await reads.calls(app, {})).free).toContain(other)
  })

  test('are shown by the week, also by one that is over', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const [start = 0] = await readFreeTimes(calls)
    await bookCall(calls, { name: 'Ada', email: 'ada@example.com', about: '', start, zone: 'Europe/Berlin' }, visitor)
    app.clock.now += 20 * 86_400_000
    for (const week of [undefined, '2026-13-45', 'soon'])
      expect(await reads.calls(app, { week })).toMatchObject({ week: '2026-12-07', calls: [] })
    const then = await reads.calls(app, { week: writtenIn(start, calls.calls.zone).slice(0, 10) })
    expect(then.calls).toMatchObject([{ name: 'Ada', starts_at: start }])
    expect(start).toBeGreaterThanOrEqual(then.starts[0] ?? Number.NaN)
    expect(start).toBeLessThan(then.starts[7] ?? 0)
  })
})
