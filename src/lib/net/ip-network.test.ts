import { expect, test } from 'vitest'
import { networkOf } from './ip-network.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24', '203.0.113.77/32'],
  ['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.113.77/32'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8::/48', '2001:db8::/64'],
  ['::1', '::/48', '::/64'],
  ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
  ['2001:db8:0:10::1', '2001:db8::/48', '2001:db8:0:10::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b::/48', '64:ff9b::/64'],
])('%s lies in %s and %s', (address, short, long) => {
  expect(networkOf(address, { v4: 24, v6: 48 })).toBe(short)
  expect(networkOf(address, { v4: 32, v6: 64 })).toBe(long)
})

test.each(['', 'unknown', '1.2.3', '1.2.3.4.5', '2001:db8::1::2', '203.0.113.7:80'])('%j is no address', (text) => {
  expect(networkOf(text, { v4: 24, v6: 48 })).toBeUndefined()
})
