import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallKind, Calls } from '../../platform/content/calls.ts'
import type { FormContext } from '../../platform/http/form.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { engines, isLong, sqlite } from '../../tests/support/databases.ts'
import { callsOf, openTestApp, type TestOptions, visitor, writtenEmails } from '../../tests/support/desk.ts'
import { deleteLeads } from '../leads/store.ts'
import { blockTime } from './block-time.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { cancelCall, confirmCall, moveCall, setLeadStatus } from './change-call.ts'
import { deleteBlock } from './store.ts'

const robot = { elapsedMs: 100 }

describe.each(engines)('a call on $name', (engine) => {
  const open = async (rules: Partial<CallKind> = {}, limits: TestOptions['limits'] = {}) => {
    const place = await engine.createPlace()
    const app = await openTestApp(place, {}, { limits })
    // Split between two processes if the engine lets both write.
    const apps = engine === sqlite ? [app] : [app, await openTestApp(place, {}, { limits })]
    const all = apps.map(callsOf).map((context) => ({
      ...context,
      calls: { ...context.calls, kinds: [{ ...context.calls.kinds[0], ...rules }] satisfies Calls['kinds'] },
    }))
    const [calls = callsOf(app)] = all
    const times = await readFreeTimes(calls)
    const { db } = app.database
    /** Books a call. Each `person` has their own mailbox and network. */
    const book = (start: number, person = 0, more: Partial<FormContext> = {}, context: CallContext = calls) => {
      const who = { name: 'Ada Lovelace', email: `a${person}@example.com`, requestId: `person-${person}` }
      const call = { ...who, start, zone: 'Europe/London', about: 'An engine' }
      return bookCall(context, call, { ...visitor, sender: `198.51.${person}.1`, ...more })
    }
    return {
      ...{ app, clock: app.clock, calls, times, book },
      first: times[0] ?? 0,
      last: times.at(-1) ?? 0,
      rows: () => db.selectFrom('calls').selectAll().orderBy('created_at').orderBy('id').execute(),
      emails: async () => (await writtenEmails(app)).map(({ kind }) => kind),
      free: () => readFreeTimes(calls),
      bookOne: async (start: number, more: Partial<FormContext> = {}) => {
        const booked = await book(start, 0, more)
        return booked.outcome === 'stored' ? booked.reference : ''
      },
      atOnce: <T>(count: number, work: (context: CallContext, i: number) => Promise<T>) =>
        Promise.all(Array.from({ length: count }, (_, i) => work(all[i % all.length] ?? calls, i))),
      setClock: (now: number) => {
        for (const { clock } of apps) clock.now = now
      },
    }
  }

  test('posted twice is one call; a new message replaces the old one, and the owner is notified', async () => {
    const { app, calls, first, rows, bookOne } = await open()
    const references = await Promise.all([bookOne(first), bookOne(first)])
    expect((await rows()).flatMap(({ id }) => [id, id])).toEqual(references)
    await app.outbox.sendDue()
    const again = { name: 'Ada Lovelace', email: 'a0@example.com', start: first, zone: 'UTC', about: 'A kite' }
    const repeat = await bookCall(calls, { ...again, requestId: 'person-0' }, visitor)
    expect(repeat).toMatchObject({ outcome: 'stored', reference: references[0] })
    const update = (await writtenEmails(app)).find(({ kind }) => kind === 'call-update')
    expect(update?.subject).toMatch(/^Updated: Call with Ada Lovelace/)
    expect(update?.text).toContain('> A kite')
  })

  test('is limited to one per mailbox, however its address is spelled, until it’s over', async () => {
    const { calls, clock, first, last } = await open()
    const book = (email: string, start: number) =>
      bookCall(calls, { name: 'Ada', email, start, zone: 'UTC', about: '' }, visitor)
    expect(await book('me+1@gmail.com', first)).toMatchObject({ outcome: 'stored' })
    expect(await book('m.e@googlemail.com', last)).toEqual({ outcome: 'alreadyBooked' })
    clock.now = first + hourMs
    expect(await book('me@gmail.com', last)).toMatchObject({ outcome: 'stored' })
  })

  test('is booked immediately while unverified calls leave three quarters of the times', async () => {
    const { calls, times, rows, free, book } = await open({ mostPerDay: 1 })
    const [before, ids]: [number, string[]] = [times.length, []]
    const bookNext = async () => {
      const start = (await free())[0] ?? 0
      const booked = await book(start, ids.length)
      ids.push(booked.outcome === 'stored' ? booked.reference : '')
      return (await rows()).find(({ id }) => id === ids.at(-1))?.state
    }
    let state: string | undefined
    do state = await bookNext()
    while (state === 'booked')
    expect(state).toBe('reserved')
    expect((await free()).length).toBeGreaterThan(before / 2)
    await cancelCall(calls, { id: ids[0] ?? '' }, 'unverified')
    // Reservations take an eighth, which is one day.
    expect([await bookNext(), await bookNext()]).toEqual(['booked', 'cancelled'])
    for (const id of ids.slice(1, 3)) await moveCall(calls, { id, start: (await free()).at(-1) ?? 0 }, 'visitor')
    expect(await bookNext()).toBe('booked')
  })

  test('is refused if the sender books too many or the mailbox has used up its emails', async () => {
    const { calls, times, book } = await open({}, { calls: { address: 2 } })
    const outcomes: string[] = []
    const askEach = async (asked: [person: number, sender: string][]) => {
      for (const [person, sender] of asked) {
        const booked = await book(times[outcomes.length * 4] ?? 0, person, { sender }).catch(() => undefined)
        if (booked?.outcome === 'stored') await cancelCall(calls, { id: booked.reference }, 'unverified')
        outcomes.push(booked?.outcome ?? 'limited')
      }
    }
    await askEach([1, 2, 3].map((n) => [n, '198.51.100.1']))
    expect(outcomes).toEqual(['stored', 'stored', 'limited'])
    await askEach([1, 2, 3].map((n) => [4, `203.0.${n}.1`]))
    expect(outcomes.slice(3)).toEqual(['stored', 'stored', 'limited'])
  })

  test('can be moved only to a free time, which may overlap its own', async () => {
    const { calls, clock, times, first, last, rows, emails, free, book, bookOne } = await open()
    const later = times.at(-4) ?? 0
    const id = await bookOne(first)
    await book(later, 1)
    const move = (start: number) => moveCall(calls, { id, start }, 'visitor')
    const across = await moveCall(calls, { id, start: later + 5 * minuteMs }, 'owner')
    for (const refused of [await move(later), across]) expect(refused).toMatchObject({ outcome: 'taken' })
    expect(await free()).not.toContain(first)
    clock.now += minuteMs
    for (const _ of [1, 2]) expect(await move(last)).toMatchObject({ outcome: 'done', call: { sequence: 1 } })
    expect(await free()).toContain(first)
    // Emails that the move made outdated aren't sent.
    expect((await emails()).toSorted()).toEqual(['call-booked', 'call-booked-owner', 'call-moved', 'call-moved-owner'])
    await move(first)
    expect(await move(times[1] ?? 0)).toMatchObject({ outcome: 'done', call: { starts_at: times[1] } })
    expect(await rows()).toHaveLength(2)
  })

  test('marked as spam frees its time without an email', async () => {
    const { calls, first, emails, free, bookOne } = await open()
    const id = await bookOne(first)
    for (const isFreed of [true, false]) expect(await setLeadStatus(calls, id, 'spam')).toMatchObject({ isFreed })
    expect(await free()).toContain(first)
    expect(await emails()).toEqual([])
  })

  test('changed twice at the same time, or by a slow clock, has emails only about the last change', async () => {
    const { calls, clock, times, first, last, emails, bookOne } = await open()
    const id = await bookOne(first)
    for (const start of [times.at(-4) ?? 0, last]) await moveCall(calls, { id, start }, 'visitor')
    expect(await emails()).toEqual(['call-moved', 'call-moved-owner'])
    clock.now -= minuteMs
    await cancelCall(calls, { id }, 'visitor')
    expect(await emails()).toEqual(['call-cancelled', 'call-cancelled-owner'])
  })

  test('has reminders a day and an hour before, but not for a time it was moved from', async () => {
    const { app, calls, times, first, book, bookOne, setClock } = await open()
    const start = times.find((time) => time - first > 3 * dayMs) ?? 0
    const id = await bookOne(start)
    const remindersAt = async (now: number) => {
      setClock(now)
      await app.outbox.sendDue()
      const sent = app.database.db.selectFrom('outbox').select('kind').where('state', '=', 'sent')
      return (await sent.execute()).filter(({ kind }) => /^call-reminder(-hour)?$/.test(kind)).length
    }
    expect(await remindersAt(start - dayMs - minuteMs)).toBe(0)
    expect(await remindersAt(start - dayMs)).toBe(1)
    expect(await remindersAt(start - 61 * minuteMs)).toBe(1)
    expect(await remindersAt(start - 60 * minuteMs)).toBe(2)
    setClock(start - 59 * minuteMs)
    await moveCall(calls, { id, start: start + 7 * dayMs }, 'owner')
    expect(await remindersAt(start - 58 * minuteMs)).toBe(2)
    expect(await remindersAt(start + 6 * dayMs)).toBe(3)
    // A call booked less than a day ahead has no reminder a day before.
    await book(times.find((time) => time > start + 6 * dayMs + 12 * hourMs) ?? 0, 1)
    expect(await remindersAt(start + 6 * dayMs + minuteMs)).toBe(3)
  })

  test('stays booked when its time is blocked, which stays blocked when the call is canceled', async () => {
    const { calls, clock, first, last, free, book, bookOne } = await open()
    const block = (start: number, end: number) => blockTime(calls, { start, end, note: null })
    const id = await bookOne(first)
    const { staying } = await block(first - dayMs, first + 5 * minuteMs)
    expect(staying).toMatchObject([{ reference: id, name: 'Ada Lovelace', state: 'booked' }])
    expect(await moveCall(calls, { id, start: last }, 'visitor')).toMatchObject({ outcome: 'done' })
    await cancelCall(calls, { id }, 'visitor')
    expect(await free()).not.toContain(first)
    await expect(block(first - hourMs, first)).rejects.toThrow('That time is already blocked (BL-')
    await block(clock.now - hourMs, clock.now + 30 * minuteMs)
    for (const days of [2, 3]) await block(last + days * dayMs, last + (days + 1) * dayMs)
    const blocked = await block(last - dayMs, last + dayMs)
    expect(await book(last, 1)).toMatchObject({ outcome: 'taken' })
    await calls.database.write((tx) => deleteBlock(tx, blocked.id))
    expect(await book(last, 1)).toMatchObject({ outcome: 'stored' })
  })

  // Covers cal.com issues 13397 (pull request 28151) and 29958: a missing lock between reading and writing the calendar.
  describe('of many at the same time', () => {
    test('goes to one visitor, and the others see the nearest times', async () => {
      const { app, first, rows, emails, book, atOnce } = await open()
      const visitors = isLong ? 100 : 12
      const results = await atOnce(visitors, (context, i) => book(first, i, {}, context))
      const taken = results.filter((result) => result.outcome === 'taken')
      expect(taken).toHaveLength(visitors - 1)
      expect(taken[0]?.times).toHaveLength(5)
      expect(taken[0]?.times).not.toContain(first)
      const leads = await app.database.db.selectFrom('leads').select('reference').execute()
      expect([(await rows()).length, leads.length, (await emails()).length]).toEqual([1, 1, 2])
    })

    test.each([
      ['touches no other call or pause', 50, [2, 3]],
      ['is the only one on a day that takes one', 1, [1]],
    ])('%s', async (_, mostPerDay, counts) => {
      const { times, first, rows, book, atOnce } = await open({ mostPerDay })
      const sameDay = times.filter((time) => time < first + 3 * hourMs).slice(0, 6)
      const results = await atOnce(12, (context, i) => book(sameDay[i % sameDay.length] ?? 0, i, {}, context))
      const booked = (await rows()).toSorted((a, b) => a.starts_at - b.starts_at)
      expect(results.filter(({ outcome }) => outcome === 'stored')).toHaveLength(booked.length)
      expect(counts).toContain(booked.length)
      for (const [i, { ends_at }] of booked.slice(0, -1).entries())
        expect(booked[i + 1]?.starts_at).toBeGreaterThanOrEqual(ends_at + 15 * minuteMs)
    })

    test('gets its time, or the block does, and the response names it', async () => {
      const { first, rows, book, atOnce } = await open()
      const run = async (context: CallContext, i: number) =>
        i === 0
          ? (await blockTime(context, { start: first, end: first + hourMs, note: null })).staying.length
          : (await book(first, i, {}, context)).outcome
      const [staying, ...outcomes] = await atOnce(4, run)
      const booked = (await rows()).filter(({ state }) => state === 'booked').length
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(booked)
      expect(staying).toBe(booked)
    })

    test('gets the time it’s moved to, and the other call stays', async () => {
      const { times, first, last, rows, book, atOnce } = await open()
      const from = [first, times.at(-4) ?? 0]
      for (const [i, start] of from.entries()) await book(start, i)
      const ids = (await rows()).map(({ id }) => id)
      const moved = await atOnce(2, (context, i) => moveCall(context, { id: ids[i] ?? '', start: last }, 'visitor'))
      expect(moved.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'taken'])
      const starts = (await rows()).map(({ starts_at }) => starts_at)
      expect(starts).toContain(last)
      expect(from.filter((start) => starts.includes(start))).toHaveLength(1)
    })

    test('is confirmed once, however often the link is used', async () => {
      const { first, rows, emails, book, atOnce } = await open()
      const asked = await atOnce(5, (context, i) => book(first, i, robot, context))
      expect(asked.filter(({ outcome }) => outcome === 'taken')).toHaveLength(4)
      const [{ id } = { id: '' }] = await rows()
      for (const { outcome } of await atOnce(5, (context) => confirmCall(context, id))) expect(outcome).toBe('done')
      expect(await rows()).toMatchObject([{ state: 'booked', starts_at: first, sequence: 0, reserved_until: null }])
      expect((await emails()).filter((kind) => kind.startsWith('call-booked'))).toHaveLength(2)
    })

    test.each([
      ['still lasts can be confirmed, and nobody else gets the time', -1],
      ['has just ended can be confirmed while nobody else has the time', 0],
    ])('whose reservation %s', async (_, later) => {
      const { first, rows, book, bookOne, atOnce, setClock } = await open()
      const id = await bookOne(first, robot)
      setClock(((await rows())[0]?.reserved_until ?? 0) + later)
      const confirmOrBook = async (context: CallContext, i: number): Promise<{ outcome: string }> =>
        i === 0 ? await confirmCall(context, id) : await book(first, 1, {}, context)
      const outcomes = await atOnce(2, confirmOrBook)
      const done = [
        ['done', 'taken'],
        ['taken', 'stored'],
      ].slice(0, later === 0 ? 2 : 1)
      expect(done).toContainEqual(outcomes.map(({ outcome }) => outcome))
      expect((await rows()).filter(({ state }) => state === 'booked')).toMatchObject([{ starts_at: first }])
    })
  })

  test('that is canceled while its person is forgotten leaves no email', async () => {
    const { app, calls, first, bookOne, setClock } = await open()
    const { database } = app
    const reference = await bookOne(first)
    setClock(first - hourMs)
    const [deleted, met] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const forgetting = database.write(async (tx) => {
      await deleteLeads(tx, { reference })
      deleted.resolve()
      await met.promise
    })
    await deleted.promise
    const done = cancelCall(calls, { id: reference }, 'owner')
    const waiting = sql`select 1 from pg_locks where not granted`
    // SQLite has one writer, so the other transaction starts after this one ends.
    if (database.engine === 'postgres')
      await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBeGreaterThan(0)
    met.resolve()
    await Promise.all([forgetting, done])
    expect(await database.db.selectFrom('outbox').select('kind').execute()).toEqual([])
  })
})
