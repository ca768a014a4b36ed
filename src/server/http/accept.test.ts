import { expect, test } from 'vitest'
import { prefersMarkdown, quality } from './accept.ts'

test('an encoding has the weight that it is given, and 1 without one', () => {
  expect(quality('gzip, deflate, br;q=0.5', 'br')).toBe(0.5)
  expect(quality('gzip, BR', 'br')).toBe(1)
  expect(quality('br; q=0, gzip', 'br')).toBe(0)
  expect(quality('br;q=many', 'br')).toBe(1)
  expect(quality('', 'br')).toBeUndefined()
  expect(quality('brotli', 'br')).toBeUndefined()
})

test.each([
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html;q=0.8, text/markdown', true],
  ['text/html, text/markdown;q=0.5', false],
  ['text/markdown;q=0', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
  [undefined, false],
])('%s asks for Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
})
