import { describe, expect, test } from 'vitest'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { engines } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'

describe.each(engines)('studio calls on $name', (engine) => {
  test('refuses a time that can’t be meant, with the reason, and moves a call to another', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    app.clock.now = Date.now()
    const [start = 0, other = 0] = (await readFreeTimes(calls)).slice(-2)
    const booked = await bookCall(calls, { ...ada, about: '', start, zone: 'Europe/London' }, visitor)
    const id = booked.outcome === 'stored' ? booked.reference : ''
    const byClock = (ms: number) => writtenIn(ms, calls.calls.zone).slice(0, 16)
    const said = async (...args: string[]) => {
      const { code, stderr } = await runStudio(place, ['calls', ...args])
      return `${code} ${stderr}`
    }
    expect(await said('move', id, '9999-12-01 14:30')).toContain('1 That is more than a year ahead.')
    expect(await said('move', id, '2020-12-01 14:30')).toContain('1 That is over already.')
    expect(await said('move', id, byClock(start))).toContain('1 It is at that time already.')
    expect(await said('move', 'KW-7GQ4M2XD', byClock(other))).toContain('1 There is no such call')
    expect(await said('block', '2020-12-01 14:00', '2020-12-01 15:00')).toContain('1 That time is over already.')
    expect(await said('move', id, byClock(other))).toContain(`0 ${id} is booked`)
  })
})
