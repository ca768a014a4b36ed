import { expect, test } from 'vitest'
import { isDeadAddressStatus, statusOfReply } from './enhanced-status.ts'

test('only a status that says that nobody is there proves an address dead', () => {
  const statuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
  expect(statuses.filter(isDeadAddressStatus)).toEqual(statuses)
  expect(
    ['', '5', '5.0.0', '5.1.0', '5.1.7', '5.2.2', '5.7.1', '4.1.1', '5.1.1.1', 'x5.1.1'].filter(isDeadAddressStatus),
  ).toEqual([])
})

test.each([
  ['550 5.1.1 <a@b.example> is unknown', '5.1.1'],
  ['550-5.1.10 first line\n550 5.1.10 second line', '5.1.10'],
  ['550 5.1.1', '5.1.1'],
  ['550 no such user', undefined],
  ['550 version 5.1.1 says no', undefined],
  ['550 5.1.1.9 x', undefined],
  ['550 15.1.1 x', undefined],
  ['', undefined],
])('“%s” has the status %s', (reply, status) => {
  expect(statusOfReply(reply)).toBe(status)
})
