import { describe, expect, test } from 'vitest'
import { engines } from '../support/databases.ts'
import { expectPromisesKept } from './kill-requests.ts'
import { killSends } from './kill-sends.ts'

describe.each(engines)('a process on $name that is killed at random moments, again and again', (engine) => {
  test('has kept every request that it promised, once, with its mails', async () => {
    await expectPromisesKept(await engine.createPlace(), 40)
  })
})

const plan = {
  readers: 400,
  issues: 2,
  kills: 12,
  serverKills: 3,
  overlap: false,
  longestMs: 800,
  slowestMs: 25,
  seed: 'issue-killed-long',
}

describe.each(engines)('issues whose sender on $name is killed again and again', (engine) => {
  test.each([false, true])('reach every reader once, with two senders at once: %s', async (overlap) => {
    const found = await killSends(await engine.createPlace(), { ...plan, overlap })
    expect(found).toMatchObject({ duplicates: 0, missing: 0, denied: 0 })
    expect(found.sent + found.unknown).toBe(plan.readers * plan.issues)
  })
})
