import { describe, expect, test } from 'vitest'
import { engines } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import type { FormContext } from '../../server/http/form-route.ts'
import { blockTime, unblockTime } from './block-time.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { sendReminders } from './call-reminders.ts'
import { cancelCall, confirmCall, moveCall, releaseCall } from './change-call.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', about: 'An engine that computes', zone: 'Europe/London' }

function callsOf(app: TestApp) {
  if (app.calls === undefined) throw new Error('the sample offers calls')
  return app.calls
}

/** Of another person, from another place. */
function person(i: number): { input: typeof ada; context: FormContext } {
  return {
    input: { ...ada, email: `a${i}@example.com` },
    context: { ...visitor, sender: `198.51.${i % 250}.${i >> 8}` },
  }
}

const robot: FormContext = { ...visitor, elapsedMs: 100 }

describe.each(engines)('a call on $name', (engine) => {
  const open = async () => {
    const app = await openTestApp(await engine.createPlace())
    const calls = callsOf(app)
    const [first = 0, second = 0, ...more] = await readFreeTimes(calls)
    const rows = () => app.database.db.selectFrom('calls').selectAll().orderBy('created_at').orderBy('id').execute()
    const mails = async () => (await writtenMails(app)).map(({ kind }) => kind)
    return { app, calls, first, second, more, rows, mails }
  }

  test('is stored with a lead of its kind, its mails to both, and its time is not free any more', async () => {
    const { app, calls, first, rows, mails } = await open()
    const booked = await bookCall(calls, { ...ada, start: first }, visitor)
    const reference = expect.stringMatching(/^KW-/)
    expect(booked).toEqual({ outcome: 'stored', reference, replayed: false })
    expect(await rows()).toMatchObject([
      { id: reference, state: 'booked', starts_at: first, ends_at: first + 30 * minuteMs, sequence: 0 },
    ])
    expect(await app.database.db.selectFrom('leads').select(['kind', 'project', 'email']).execute()).toEqual([
      { kind: 'call', project: ada.about, email: ada.email },
    ])
    expect(await mails()).toEqual(['call-booked', 'call-booked-owner'])
    const free = await readFreeTimes(calls)
    expect(free.some((time) => Math.abs(time - first) < 45 * minuteMs)).toBe(false)
  })

  test('the same request again is the same call', async () => {
    const { calls, first, rows } = await open()
    const input = { ...ada, start: first, requestId: 'one' }
    const [one, other] = await Promise.all([bookCall(calls, input, visitor), bookCall(calls, input, visitor)])
    expect(one).toMatchObject({ outcome: 'stored' })
    expect(other).toMatchObject({ outcome: 'stored', reference: 'reference' in one ? one.reference : '' })
    expect(await rows()).toHaveLength(1)
  })

  test('of many at once for one time exactly one gets it, and the others hear which times are near', async () => {
    const { app, calls, first, rows } = await open()
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const { input, context } = person(i)
        return bookCall(calls, { ...input, start: first }, context)
      }),
    )
    expect(results.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1)
    const taken = results.filter((result) => result.outcome === 'taken')
    expect(taken).toHaveLength(39)
    expect(taken[0]?.times).toHaveLength(5)
    expect(taken[0]?.times).not.toContain(first)
    expect(await rows()).toHaveLength(1)
    // What came to nothing leaves nothing.
    expect(await app.database.db.selectFrom('leads').select('reference').execute()).toHaveLength(1)
    expect(await app.database.db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
  })

  test('a mailbox has one call that is still to come', async () => {
    const { app, calls, first, more } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [later = 0] = more.slice(-1)
    expect(await bookCall(calls, { ...ada, start: later }, visitor)).toEqual({ outcome: 'open' })
    app.clock.now = first + 60 * minuteMs
    expect(await bookCall(calls, { ...ada, start: later }, visitor)).toMatchObject({ outcome: 'stored' })
  })

  test('a time that is offered to nobody is taken for nobody', async () => {
    const { calls, first } = await open()
    for (const start of [
      first + minuteMs,
      first - 24 * 60 * minuteMs,
      first + 365 * 24 * 60 * minuteMs,
      0,
      -1,
      8.64e15,
    ])
      expect(await bookCall(calls, { ...ada, start }, visitor)).toMatchObject({ outcome: 'taken' })
  })

  test('of a robot’s look keeps its time for half an hour, unless it is confirmed', async () => {
    const { app, calls, first, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, robot)
    expect(await rows()).toMatchObject([{ state: 'held' }])
    expect(await mails()).toEqual(['call-confirm', 'call-owner'])
    expect(await readFreeTimes(calls)).not.toContain(first)
    app.clock.now += 30 * minuteMs
    expect(await readFreeTimes(calls)).toContain(first)
    const other = person(1)
    expect(await bookCall(calls, { ...other.input, start: first }, other.context)).toMatchObject({ outcome: 'stored' })
    const [id = ''] = (await rows()).map((row) => row.id)
    expect(await confirmCall(calls, id)).toEqual({ outcome: 'gone' })
  })

  test('that is confirmed in time is booked, once', async () => {
    const { calls, first, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, robot)
    const [id = ''] = (await rows()).map((row) => row.id)
    for (const _ of [1, 2]) expect(await confirmCall(calls, id)).toMatchObject({ outcome: 'done' })
    expect(await rows()).toMatchObject([{ state: 'booked', held_until: null, sequence: 0 }])
    expect((await mails()).filter((kind) => kind.startsWith('call-booked'))).toEqual([
      'call-booked',
      'call-booked-owner',
    ])
  })

  test('is moved to a time that is free, and to no other; its sequence grows', async () => {
    const { app, calls, first, more, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [later = 0, , last = 0] = more.slice(-3)
    const other = person(1)
    await bookCall(calls, { ...other.input, start: later }, other.context)
    const [id = ''] = (await rows()).filter(({ starts_at }) => starts_at === first).map((row) => row.id)
    expect(await moveCall(calls, { id, start: later }, 'visitor')).toMatchObject({ outcome: 'taken' })
    expect(await readFreeTimes(calls)).not.toContain(first)
    app.clock.now += minuteMs
    expect(await moveCall(calls, { id, start: last }, 'visitor')).toMatchObject({
      outcome: 'done',
      call: { sequence: 1 },
    })
    expect(await moveCall(calls, { id, start: last }, 'visitor')).toMatchObject({
      outcome: 'done',
      call: { sequence: 1 },
    })
    expect(await readFreeTimes(calls)).toContain(first)
    // What the move has overtaken is told to nobody.
    expect((await mails()).filter((kind) => kind.startsWith('call-moved'))).toHaveLength(2)
    expect(await mails()).toHaveLength(4)
  })

  test('is moved a little, over a part of its own time', async () => {
    const { calls, first, second, rows } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [id = ''] = (await rows()).map((row) => row.id)
    expect(await moveCall(calls, { id, start: second }, 'visitor')).toMatchObject({ outcome: 'done' })
  })

  test('is canceled until two hours before it, and its time is free', async () => {
    const { app, calls, first, rows } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [id = ''] = (await rows()).map((row) => row.id)
    app.clock.now = first - 119 * minuteMs
    expect(await cancelCall(calls, { id }, 'visitor')).toEqual({ outcome: 'late' })
    app.clock.now = first - 24 * 60 * minuteMs
    expect(await cancelCall(calls, { id }, 'visitor')).toMatchObject({
      outcome: 'done',
      call: { state: 'cancelled', sequence: 1 },
    })
    expect(await cancelCall(calls, { id }, 'visitor')).toEqual({ outcome: 'gone' })
    expect(await readFreeTimes(calls)).toContain(first)
  })

  test('that is spam gives its time back, and nobody is told', async () => {
    const { calls, first, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [id = ''] = (await rows()).map((row) => row.id)
    expect(await releaseCall(calls, id)).toBe(true)
    expect(await readFreeTimes(calls)).toContain(first)
    expect(await mails()).toEqual([])
    expect(await releaseCall(calls, id)).toBe(false)
  })

  test('that is changed twice in one moment, or by a clock that is behind, is told of once, as it is at last', async () => {
    const { app, calls, first, more, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [id = ''] = (await rows()).map((row) => row.id)
    const [one = 0, , other = 0] = more.slice(-3)
    await moveCall(calls, { id, start: one }, 'visitor')
    await moveCall(calls, { id, start: other }, 'visitor')
    expect(await mails()).toEqual(['call-moved', 'call-moved-owner'])
    app.clock.now -= minuteMs
    await cancelCall(calls, { id }, 'visitor')
    expect(await mails()).toEqual(['call-cancelled', 'call-cancelled-owner'])
  })

  test('is reminded of a day and an hour before, once each, and not of a time that it was moved from', async () => {
    const { app, calls, first, more, rows, mails } = await open()
    const start = more.find((time) => time - first > 3 * dayMs) ?? 0
    await bookCall(calls, { ...ada, start }, visitor)
    const reminders = async () => (await mails()).filter((kind) => kind === 'call-reminder').length
    const at = async (now: number) => {
      app.clock.now = now
      await Promise.all([sendReminders(calls), sendReminders(calls)])
      return await reminders()
    }
    expect(await at(start - dayMs - minuteMs)).toBe(0)
    expect(await at(start - dayMs)).toBe(1)
    expect(await at(start - 61 * minuteMs)).toBe(1)
    expect(await at(start - 60 * minuteMs)).toBe(2)
    const [id = ''] = (await rows()).map((row) => row.id)
    app.clock.now += minuteMs
    await moveCall(calls, { id, start: start + 7 * dayMs }, 'owner')
    expect(await at(app.clock.now + minuteMs)).toBe(0)
    expect(await at(start + 6 * dayMs)).toBe(1)
  })

  test('is moved by the owner to times to come within a year alone, and tells nobody of a move to its own time', async () => {
    const { app, calls, first, rows, mails } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    const [id = ''] = (await rows()).map((row) => row.id)
    const before = [await rows(), await mails()]
    const moved = async (start: number) => await moveCall(calls, { id, start }, 'owner')
    expect(await moved(app.clock.now)).toEqual({ outcome: 'over' })
    expect(await moved(app.clock.now + 367 * dayMs)).toEqual({ outcome: 'far' })
    expect(await moved(first)).toMatchObject({ outcome: 'done', isChanged: false })
    expect([await rows(), await mails()]).toEqual(before)
    expect(await moved(app.clock.now + 365 * dayMs)).toMatchObject({ outcome: 'done', isChanged: true })
  })

  test('that begins within a day gets no reminder of that day', async () => {
    const { app, calls, first, mails } = await open()
    app.clock.now = first - 13 * 60 * minuteMs
    await bookCall(calls, { ...ada, start: first }, visitor)
    await sendReminders(calls)
    expect(await mails()).not.toContain('call-reminder')
  })

  test('does not come into a time that the owner has blocked, and a block into none of its own', async () => {
    const { calls, first, more } = await open()
    await bookCall(calls, { ...ada, start: first }, visitor)
    expect(await blockTime(calls, { start: first - dayMs, end: first + minuteMs * 5, note: null })).toMatchObject({
      why: expect.stringMatching(/^Nothing was blocked: KW-\S+ is there\./),
    })
    const [later = 0] = more.slice(-1)
    // One that begins where another ends takes nothing of it.
    for (const start of [later + 2 * dayMs, later + 3 * dayMs])
      expect(await blockTime(calls, { start, end: start + dayMs, note: null })).toHaveProperty('id')
    const blocked = await blockTime(calls, { start: later - 7 * dayMs, end: later + dayMs, note: 'holiday' })
    const other = person(1)
    expect(await bookCall(calls, { ...other.input, start: later }, other.context)).toMatchObject({ outcome: 'taken' })
    expect(await unblockTime(calls, 'id' in blocked ? blocked.id : '')).toBe(true)
    expect(await bookCall(calls, { ...other.input, start: later }, other.context)).toMatchObject({ outcome: 'stored' })
  })

  test('a block of a time that is over is refused, and one that goes on just now is not', async () => {
    const { app, calls, rows } = await open()
    const { now } = app.clock
    const over = { start: now - 60 * minuteMs, end: now, note: null }
    expect(await blockTime(calls, over)).toEqual({ why: 'That time is over already.' })
    expect(await blockTime(calls, { ...over, end: now + 30 * minuteMs })).toHaveProperty('id')
    expect(await rows()).toHaveLength(1)
  })
})
