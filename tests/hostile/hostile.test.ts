import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { runHostile } from './run-hostile.ts'

test('hostile requests to every way in get answers that are no fault of the server, which stays ready', async () => {
  const outcome = await runHostile(temporaryFolder(), 150, 'hostile')
  expect(outcome).toMatchObject({ faults: [], isReady: true, exitCode: 0 })
}, 60_000)
