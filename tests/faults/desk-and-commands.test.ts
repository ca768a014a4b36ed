import { expect, test } from 'vitest'
import { engines } from '../support/databases.ts'
import { workAtOnce } from './desk-and-commands.ts'

test.each(engines)(
  'after 60 actions at once, desk and commands show the same, and none has failed, on $name',
  async ({ createPlace }) => {
    const found = await workAtOnce(await createPlace(), 60, 'short')
    expect([found.failures, found.wrongTimes]).toEqual([[], []])
    expect(found.byDesk).toEqual(found.byCommands)
  },
)
