import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { countUses, visitorLimits } from './count-use.ts'
import { defaultLimits, scopes, type VisitorLimit } from './limits.ts'

const isVisitorLimit = (limit: unknown): limit is VisitorLimit =>
  typeof limit === 'object' && limit !== null && [...scopes, 'name'].every((part) => part in limit)

/** Above the others, no visitor is refused: emails wait or are left out, and the built-in agent answers. */
const { receipts: _, newsletterEmails: __, ...others } = defaultLimits
const refusing = Object.entries(others).filter((entry): entry is [string, VisitorLimit] => {
  return isVisitorLimit(entry[1])
})

describe.each(engines)('on $name', (engine) => {
  test('a hundred networks that use all they can leave a share of each limit to a newcomer', async () => {
    const { database, salt, now } = await openTestApp(await engine.createPlace())
    for (const [name, limit] of refusing) {
      const part = Math.max(1, limit.address / 10)
      const usesOf = (sender: string, count: number) =>
        Array.from({ length: count }, () =>
          visitorLimits(limit, sender, salt).map((each) => ({ limit: each, amount: part })),
        )
      const use = (sender: string, count: number) =>
        database.writeSoon((tx) => countUses(tx, usesOf(sender, count), now()))
      let used = 0
      for (let network = 0; network < 100; network++)
        for (let address = 0; address < 3; address++) {
          const counted = await use(`2001:db8:${network}:${address}::1`, 12)
          used += counted.filter((expenses) => expenses.every(({ isReached }) => !isReached)).length
        }
      expect(used * part, name).toBeLessThanOrEqual(limit.everyone)
      expect(used, name).toBeGreaterThan(10)
      const [newcomer] = await use('203.0.113.7', 1)
      expect(
        newcomer?.map(({ isReached }) => isReached),
        name,
      ).toEqual([false, false, false])
    }
  })
})
