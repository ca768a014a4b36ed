import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['What 72 hours can’t hold', 'what-72-hours-cant-hold'],
  ["1. The parties' terms", '1-the-parties-terms'],
  ['Ça coûte 10 % — Größe!', 'ca-coute-10-große'],
  ['हिन्दी की किताब', 'हिन्दी-की-किताब'],
  ['🪁 …', ''],
])('the slug of %s is %s', (text, slug) => expect([text, text.normalize('NFD')].map(slugOf)).toEqual([slug, slug]))
