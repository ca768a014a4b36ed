import { describe, test } from 'vitest'
import { engines } from '../support/databases.ts'
import { expectPromisesKept } from './kill-requests.ts'

describe.each(engines)('a process on $name that is killed at random moments', (engine) => {
  test('has kept every request that it promised, once, with its mails', async () => {
    await expectPromisesKept(await engine.createPlace(), 2)
  }, 60_000)
})
