import { expect, test } from 'vitest'
import { tokenCount } from './prompt.ts'

test.each([
  ['English by a third', 'What does an MVP cost?'.repeat(100), Math.ceil(2200 / 3)],
  ['Hindi by its bytes', 'नमस्ते', 18],
  ['the rarest scripts by their bytes', '\u{12000}'.repeat(24_000), 96_000],
  ['nothing as nothing', '', 0],
])('counts %s', (_, text, tokens) => {
  expect(tokenCount(text)).toBe(tokens)
})
