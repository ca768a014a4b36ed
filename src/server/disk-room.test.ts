import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { freeBytes, lowDisk } from './disk-room.ts'

test('a disk is low below the least that it must have left, and then says how much that is', async () => {
  const folder = temporaryFolder()
  const free = (await freeBytes(folder)) ?? 0
  expect(free).toBeGreaterThan(0)
  expect(await lowDisk(folder, 1)).toBeUndefined()
  expect(await lowDisk(folder, free * 2)).toMatch(new RegExp(`^the disk runs low: \\d+ MB left in ${folder}$`))
})

test('of a folder that is not there nothing is said', async () => {
  expect(await lowDisk('/nowhere/at/all', Number.POSITIVE_INFINITY)).toBeUndefined()
})
