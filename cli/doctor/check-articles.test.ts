import { expect, test } from 'vitest'
import { scheduleOf } from './check-articles.ts'

test('an article that is due and not built is wrong, one that is scheduled is told with its day', () => {
  const articles = [
    { slug: 'out', path: '/blog/out', date: '2025-01-01', notOut: undefined },
    { slug: 'due', path: '/blog/due', date: '2026-11-20', notOut: undefined },
    { slug: 'later', path: '/blog/later', date: '2026-12-01', notOut: 'scheduled' as const },
    { slug: 'draft', path: '/blog/draft', date: '2025-01-01', notOut: 'draft' as const },
  ]
  expect(scheduleOf(articles, new Set(['/blog/out'])).map(({ state, text }) => `${state}: ${text}`)).toEqual([
    'wrong: due is not in the last build: npm run build, then start the site again',
    'note: later comes out with the first build on or after 2026-12-01',
  ])
})
