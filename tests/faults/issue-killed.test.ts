import { describe, expect, test } from 'vitest'
import { engines } from '../support/databases.ts'
import { type Kills, killSends } from './kill-sends.ts'

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

describe.each(engines)('an issue whose sender on $name is killed at random moments', (engine) => {
  test('reaches every reader once, but those of whom its rows say that nobody knows', async () => {
    const found = await killSends(await engine.createPlace(), plan)
    expect(found).toMatchObject({ duplicates: 0, missing: 0, denied: 0 })
    expect(found.sent + found.unknown).toBe(plan.readers)
    expect(found.hits).toBeGreaterThan(0)
    // Four are transmitted at once.
    expect(found.unknown).toBeLessThanOrEqual(4 * (plan.kills + plan.serverKills))
  }, 60_000)
})
