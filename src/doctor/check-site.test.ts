import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatedFacts, scheduleOf } from './check-content.ts'
import { checkSite, checkWeight } from './examine.ts'

function builtFor(siteUrl: string): string {
  const dist = mkdtempSync(join(tmpdir(), 'built-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  writeFileSync(join(dist, 'static.json'), JSON.stringify({ siteUrl, files: [], redirects: {} }))
  return dist
}

test('pages that name another address than SITE_URL are wrong', () => {
  const built = builtFor('http://localhost:4321')
  expect(checkSite('https://lumen.example', built)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('built for http://localhost:4321, and SITE_URL is https://lumen') },
  ])
  expect(checkSite('https://lumen.example', builtFor('https://lumen.example'))).toMatchObject([{ state: 'ok' }])
})

test('a site that is not built yet, not encrypted or not public is told so', () => {
  expect(checkSite('https://lumen.example', '/nowhere')).toMatchObject([{ state: 'ok' }])
  expect(checkSite('http://lumen.example', '/nowhere')).toMatchObject([{ state: 'note' }])
  expect(checkSite('http://localhost:4321', '/nowhere')).toMatchObject([{ state: 'note' }])
})

test('an article that is due and not built is wrong, one that is scheduled is told with its day', () => {
  const articles = [
    { slug: 'out', path: '/blog/out', date: '2025-01-01', notOut: undefined },
    { slug: 'due', path: '/blog/due', date: '2026-11-20', notOut: undefined },
    { slug: 'later', path: '/blog/later', date: '2026-12-01', notOut: 'scheduled' as const },
    { slug: 'draft', path: '/blog/draft', date: '2025-01-01', notOut: 'draft' as const },
  ]
  expect(scheduleOf(articles, new Set(['/blog/out'])).map(({ state, text }) => `${state}: ${text}`)).toEqual([
    'wrong: due is not in the last build: npm run build, then start the site again',
    'note: later comes out by itself on 2026-12-01',
  ])
})

test('a fact that was true until a day is told from the next one on', () => {
  const facts = {
    capacity: { slots: { until: '2026-12-31', says: 'One is left.', afterwards: 'Ask.' } },
    hourly: '$40',
  }
  const told = (day: string) => checkDatedFacts(new Date(`${day}T12:00:00Z`), facts).map(({ text }) => text)
  expect(told('2026-12-31')).toEqual([])
  expect(told('2027-01-01')).toEqual([expect.stringContaining('capacity.slots: was true until 2026-12-31')])
})

test('a landing page that does not arrive at once is told in kilobytes', () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  expect(checkWeight(dist)).toEqual([])
  mkdirSync(join(dist, 'client'))
  writeFileSync(join(dist, 'client/index.html.br'), Buffer.alloc(14_000))
  expect(checkWeight(dist)).toEqual([])
  writeFileSync(join(dist, 'client/index.html.br'), Buffer.alloc(15_230))
  expect(checkWeight(dist).map(({ text }) => text)).toEqual([expect.stringContaining('is 15.2 kB, and 14.0 kB arrive')])
})
