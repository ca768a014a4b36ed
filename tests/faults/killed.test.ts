import { expect, test } from 'vitest'
import { sqlite } from '../support/databases.ts'
import { expectPromisesKept } from './kill-requests.ts'
import { type Kills, killSends } from './kill-sends.ts'

test('a process that is killed at random moments has kept every request that it promised, once, with its mails', async () => {
  await expectPromisesKept(await sqlite.createPlace(), 2)
})

const plan: Kills = {
  readers: 60,
  issues: 1,
  kills: 2,
  serverKills: 1,
  overlap: false,
  longestMs: 400,
  slowestMs: 25,
  seed: 'issue-killed',
}

test('an issue whose sender is killed at random moments reaches every reader once, but those of whom its rows say that nobody knows', async () => {
  const found = await killSends(await sqlite.createPlace(), plan)
  expect(found).toMatchObject({ duplicates: 0, missing: 0, denied: 0 })
  expect(found.sent + found.unknown).toBe(plan.readers)
  expect(found.hits).toBeGreaterThan(0)
  // Four are transmitted at once.
  expect(found.unknown).toBeLessThanOrEqual(4 * (plan.kills + plan.serverKills))
})
