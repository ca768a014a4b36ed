import { expect, test } from 'vitest'
import { saysDeadAddress } from './smtp-session.ts'

test('only a status that says that nobody is there proves an address dead', () => {
  const dead = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'].map((status) => `550 ${status} <a@b.example> no`)
  expect(
    [...dead, '550-5.1.10 first line\n550 5.1.10 second line', '550 5.1.1'].filter((each) => !saysDeadAddress(each)),
  ).toEqual([])
  const others = [
    '5',
    '5.0.0',
    '5.1.0',
    '5.1.7',
    '5.2.2',
    '5.7.1',
    '4.1.1',
    '5.1.1.9',
    'x5.1.1',
    '15.1.1',
    'version 5.1.1 says',
  ]
  expect(['', ...others.map((status) => `550 ${status} no`)].filter(saysDeadAddress)).toEqual([])
})
