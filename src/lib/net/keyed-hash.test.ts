import { expect, test } from 'vitest'
import { readSignedText, signText } from './keyed-hash.ts'

const signed = signText('secret', 'confirm', 'reader.123')

test('what was signed can be read, and is fit to stand in an address', () => {
  expect(readSignedText('secret', 'confirm', signed)).toBe('reader.123')
  expect(signed).toMatch(/^[\w.-]+$/)
})

test('nothing else can: another secret, another purpose, or one character that differs', () => {
  expect(readSignedText('another', 'confirm', signed)).toBeUndefined()
  expect(readSignedText('secret', 'unsubscribe', signed)).toBeUndefined()
  for (let at = 0; at < signed.length; at++) {
    const other = signed[at] === 'A' ? 'B' : 'A'
    expect(readSignedText('secret', 'confirm', signed.slice(0, at) + other + signed.slice(at + 1))).toBeUndefined()
    expect(readSignedText('secret', 'confirm', signed.slice(0, at))).toBeUndefined()
  }
  for (const wrong of ['', '.', '..', 'reader', `${signed}.`, 'ünïcode.😀', 'x'.repeat(100_000)]) {
    expect(readSignedText('secret', 'confirm', wrong)).toBeUndefined()
  }
})
