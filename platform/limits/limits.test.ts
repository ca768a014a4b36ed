import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { countUses } from './count-use.ts'
import { defaultLimits, scopes, type VisitorLimit } from './limits.ts'
import { visitorLimits } from './sender-limits.ts'

const isVisitorLimit = (limit: unknown): limit is VisitorLimit =>
  typeof limit === 'object' && limit !== null && [...scopes, 'name'].every((part) => part in limit)

/** These two limits never refuse a visitor. Above them, emails are omitted or postponed. */
const { receipts: _, newsletterEmails: __, ...others } = defaultLimits
const refusing = Object.entries(others).filter((entry): entry is [string, VisitorLimit] => {
  return isVisitorLimit(entry[1])
})

describe.each(engines)('on $name', (engine) => {
  test('a hundred networks that use everything they can leave part of each limit to a newcomer', async () => {
    const { database, salt, now } = await openTestApp(await engine.createPlace())
    for (const [name, limit] of refusing) {
      const amount = Math.max(1, limit.address / 10)
      const expensesOf = (sender: string) =>
        Object.values(visitorLimits(limit, sender, salt)).map((each) => ({ limit: each, amount }))
      const perAddress = Array.from({ length: 300 }, (_, n) => expensesOf(`2001:db8:${Math.floor(n / 3)}:${n % 3}::1`))
      const uses = [...perAddress.flatMap((each) => Array(12).fill(each)), expensesOf('203.0.113.7')]
      const counted = await database.writeSoon((tx) => countUses(tx, uses, now()))
      const isCounted = counted.map((expenses) => expenses.every(({ isReached }) => !isReached))
      const total = isCounted.filter(Boolean).length
      expect(total, name).toBeGreaterThan(100)
      expect(total, name).toBeLessThanOrEqual(300 * 10)
      expect(total * amount, name).toBeLessThanOrEqual(limit.everyone)
      expect(isCounted.at(-1), name).toBe(true)
    }
  })
})
