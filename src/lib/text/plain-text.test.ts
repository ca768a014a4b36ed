import { expect, test } from 'vitest'
import { slugOf } from './plain-text.ts'

test.each([
  ['What 72 hours can’t hold', 'what-72-hours-cant-hold'],
  ["1. The parties' terms", '1-the-parties-terms'],
  ['Ça coûte 10 % — Größe!', 'ca-coute-10-große'],
  ['C++ & C#', 'c-c'],
  ['हिन्दी की किताब', 'हिन्दी-की-किताब'],
  ['한국어', '한국어'],
  ['🪁 …', ''],
])('%s reads %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
  expect(slugOf(text.normalize('NFD'))).toBe(slug)
})
