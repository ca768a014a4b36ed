import { describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '../../../tests/support/databases.ts'
import { countEach, countUse, deleteEndedLimits, LimitReached, readLimit, reserveAll, takeUpTo } from './count-use.ts'

const now = Date.UTC(2026, 10, 20)
const windowMs = 60_000
const aYearMs = 365 * 24 * 3_600_000
const one = { key: 'one', max: 1, windowMs }
const many = { key: 'many', max: 10, windowMs }

describe.each(engines)('a limit on $name', (engine) => {
  test('that a clock far ahead has reached is open again when the clock is right', async () => {
    const { write, db } = await openTestDatabase(engine)
    const spend = (at: number) => write((tx) => reserveAll(tx, [{ limit: { ...one, key: 'spent' }, amount: 1 }], at))
    expect(await write((tx) => countUse(tx, one, now + aYearMs))).toBeUndefined()
    expect(await write((tx) => countEach(tx, [{ ...one, key: 'each' }], now + aYearMs))).toEqual([])
    await spend(now + aYearMs)
    expect(await write((tx) => countUse(tx, one, now))).toBeUndefined()
    expect(await write((tx) => countEach(tx, [{ ...one, key: 'each' }], now))).toEqual([])
    await spend(now)
    for (const key of ['one', 'each', 'spent']) {
      expect(await readLimit(db, key)).toEqual({ key, count: 1, ends_at: now + windowMs })
    }
    expect(await write((tx) => countUse(tx, one, now))).toBe(now + windowMs)
    expect(await write((tx) => countEach(tx, [{ ...one, key: 'each' }], now))).toHaveLength(1)
    await expect(spend(now)).rejects.toBeInstanceOf(LimitReached)
  })

  test('holds between two processes whose clocks differ a little', async () => {
    const { write } = await openTestDatabase(engine)
    expect(await write((tx) => countUse(tx, one, now + 900))).toBeUndefined()
    expect(await write((tx) => countUse(tx, one, now))).toBe(now + 900 + windowMs)
  })

  test('is not counted when another one beside it is reached, and its window does not begin', async () => {
    const { write, db } = await openTestDatabase(engine)
    expect(await write((tx) => countEach(tx, [one, many], now))).toEqual([])
    const reached = await write((tx) => countEach(tx, [{ ...one, key: 'other' }, one, many], now + 1))
    expect(reached).toEqual([{ limit: one, endsAt: now + windowMs }])
    expect(await readLimit(db, 'other')).toBeUndefined()
    expect(await readLimit(db, 'many')).toMatchObject({ count: 1 })
    expect(await write((tx) => countEach(tx, [one, many], now + windowMs))).toEqual([])
  })

  test('that has ended is deleted while others count, and nobody is ended by the database', async () => {
    const { write, db, engine: name } = await openTestDatabase(engine)
    const keys = ['c', 'a', 'b', 'd'].map((key) => ({ ...many, key }))
    const rounds = Array.from({ length: 20 }, (_, round) => [
      write((tx) => countEach(tx, keys, now + round * windowMs)),
      write((tx) => deleteEndedLimits(tx, now + round * windowMs, name)),
    ])
    await Promise.all(rounds.flat())
    await write((tx) => deleteEndedLimits(tx, now + 100 * windowMs, name))
    expect(await db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('gives as many as are left of each, and is counted no further', async () => {
    const { write, db } = await openTestDatabase(engine)
    const take = (...amounts: [number, number]) => {
      const wanted = [one, many].map((limit, i) => ({ limit, amount: amounts[i] ?? 0 }))
      return write((tx) => takeUpTo(tx, wanted, now))
    }
    expect([await take(1, 8), await take(3, 8), await take(1, 1)]).toEqual([
      [1, 8],
      [0, 2],
      [0, 0],
    ])
    expect(await readLimit(db, 'many')).toMatchObject({ count: many.max })
    const taken = await Promise.all([takeNew(2), takeNew(2), takeNew(2)])
    expect(taken.flat().toSorted()).toEqual([0, 1, 2])
    function takeNew(amount: number) {
      return write((tx) => takeUpTo(tx, [{ limit: { ...many, key: 'new', max: 3 }, amount }], now))
    }
  })

  test('is exact for many at once, and no window begins with a use that was taken back', async () => {
    const { write, db } = await openTestDatabase(engine)
    const each = (n: number) => write((tx) => countEach(tx, [{ ...one, key: `box${n}` }, many], now))
    const results = await Promise.all(Array.from({ length: 30 }, (_, n) => each(n)))
    expect(results.filter((reached) => reached.length === 0)).toHaveLength(many.max)
    expect(await readLimit(db, 'many')).toMatchObject({ count: many.max })
    const boxes = await db.selectFrom('limits').select('count').where('key', 'like', 'box%').execute()
    expect(boxes).toEqual(Array(many.max).fill({ count: 1 }))
  })
})
