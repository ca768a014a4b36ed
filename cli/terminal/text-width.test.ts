import { expect, test } from 'vitest'
import { cutText, textWidth } from './text-width.ts'

test.each([
  ['Ada', 3],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['田中 太郎', 9],
  ['ｆｕｌｌ', 8],
  ['ﾊﾝｶｸ', 4],
  ['한국', 4],
  ['हिन्दी', 4],
  ['👩‍👩‍👧 🇮🇳 ❤️', 8],
  ['a\u200Bb\u200D', 2],
  ['\u001B[31mred\u001B[39m', 3],
])('%s takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width)
})

test('what does not fit is cut between letters, with an ellipsis in its last column', () => {
  expect(cutText('Ada', 3)).toBe('Ada')
  expect(cutText('Lovelace', 5)).toBe('Love…')
  expect(cutText('田中 太郎', 6)).toBe('田中…')
  expect(cutText('Zoe\u0308 x', 4)).toBe('Zoe\u0308…')
})

test('a book is cut as fast as a word', () => {
  expect(textWidth(cutText('\u0308'.repeat(5_000_000), 10))).toBeLessThanOrEqual(10)
  expect(textWidth(cutText('田'.repeat(1_000_000), 11))).toBe(11)
})
