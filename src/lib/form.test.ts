import { expect, test } from 'vitest'
import { cleanText } from './form.ts'

test('letters are composed, and half characters replaced', () => {
  expect(cleanText(' Zoe\u0308 \uD800\r\nA\r')).toBe('Zoë \uFFFD\nA')
})

test('of a heap of marks on one letter the first 30 stay, so that their order costs nothing', () => {
  const heap = '\u0301'.repeat(1_000) + '\u0323'.repeat(1_000)
  expect(cleanText(`a${heap}b${heap}`)).toBe(`á${'\u0301'.repeat(29)}b${'\u0301'.repeat(30)}`)
  const thai = 'ก\u0e31\u0e49'.repeat(20)
  expect(cleanText(thai)).toBe(thai)
})
