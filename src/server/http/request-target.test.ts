import { expect, test } from 'vitest'
import { senderAddress } from './request-target.ts'

function request(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { headers, socket: { remoteAddress } } as unknown as Parameters<typeof senderAddress>[0]
}

test('without trusted proxies nothing that the visitor claims is believed', () => {
  expect(senderAddress(request('192.0.2.1', '198.51.100.7'), 0)).toBe('192.0.2.1')
})

test('one proxy is believed in the last entry, two in the last but one', () => {
  const forged = '203.0.113.9, 198.51.100.7, 192.0.2.44'
  expect(senderAddress(request('127.0.0.1', forged), 1)).toBe('192.0.2.44')
  expect(senderAddress(request('127.0.0.1', forged), 2)).toBe('198.51.100.7')
})

test('an entry that is no address, or is missing, leaves the connection’s own', () => {
  expect(senderAddress(request('::ffff:192.0.2.1', 'unknown'), 1)).toBe('192.0.2.1')
  expect(senderAddress(request('192.0.2.1', '198.51.100.7'), 2)).toBe('192.0.2.1')
  expect(senderAddress(request('2001:db8::1'), 1)).toBe('2001:db8::1')
})
