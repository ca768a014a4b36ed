import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { runHostile } from './run-hostile.ts'

test('20,000 hostile requests stall nothing, fail nothing, and fill neither memory, disk nor mailboxes', async () => {
  const outcome = await runHostile(temporaryFolder(), 20_000, 'hostile-long', 10_000)
  expect(outcome).toMatchObject({ faults: [], stalls: [], isReady: true, exitCode: 0 })
  expect(outcome.residentMb).toBeLessThan(200)
})
