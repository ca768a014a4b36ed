import { test } from 'vitest'
import { sqlite } from '../support/databases.ts'
import { expectPromisesKept } from './kill-requests.ts'

test('a process that is killed at random moments has kept every request that it promised, once, with its mails', async () => {
  await expectPromisesKept(await sqlite.createPlace(), 2)
})
