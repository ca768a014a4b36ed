import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/limits.ts'

import { temporaryFolder } from '../support/databases.ts'
import { runHostile } from './run-hostile.ts'

/** Half of what deploy/kitewright.service allows. */
const mostResidentMb = 256
/** Most senders are ever other ones, and each stores little. */
const mostDatabaseMb = 100

test('20,000 hostile requests stall nothing, fail nothing, and fill neither memory, disk nor mailboxes', async () => {
  const outcome = await runHostile(temporaryFolder(), 20_000, 'hostile-long', 10_000)
  expect(outcome).toMatchObject({ faults: [], stalls: [], isReady: true, exitCode: 0 })
  expect(outcome.residentMb).toBeLessThan(mostResidentMb)
  expect(outcome.databaseMb).toBeLessThan(mostDatabaseMb)
  const count = (end: string) =>
    Object.entries(outcome.mails).reduce((sum, [kind, number]) => sum + (kind.endsWith(end) ? number : 0), 0)
  expect(count('-receipt')).toBeLessThanOrEqual(defaultLimits.receipts.max)
  expect(count('-owner')).toBeLessThanOrEqual(defaultLimits.ownerMails.max)
})
