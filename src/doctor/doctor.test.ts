import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn } from '../content/starter/starter.ts'
import { checkDatedFacts, scheduleOf } from './check-content.ts'
import { checkSite, checkWeight } from './examine.ts'
import { contentPieces, ownWords, sampleContent } from './sample-content.ts'

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

const pieces = contentPieces()

const made = [
  { file: 'home/clients.yaml', path: ['heading'], hash: 'own', isToWrite: false },
  { file: 'home/clients.yaml', path: ['items', '0', 'name'], hash: 'a', isToWrite: false },
  { file: 'home/clients.yaml', path: ['items', '0', 'text'], hash: 'b', isToWrite: false },
  { file: 'home/clients.yaml', path: ['items', '1', 'name'], hash: 'mine', isToWrite: false },
  { file: 'home/clients.yaml', path: ['items', '1', 'text'], hash: 'c', isToWrite: false },
  { file: 'legal/terms.md', path: ['text', '0'], hash: 'd', isToWrite: false },
  { file: 'legal/privacy.md', path: ['text', '0'], hash: 'e', isToWrite: false },
  { file: 'articles/mine/kite.svg', path: [], hash: 'picture', isToWrite: false },
  { file: 'articles/mine/index.md', path: ['title'], hash: 'f', isToWrite: false },
]

test('names what is the sample’s: a folder, a file, an entry or a field, the largest that is wholly so', () => {
  const told = sampleContent(made, new Set(['a', 'b', 'c', 'd', 'e', 'f']))
  expect(told.map(({ file, text }) => `${file}: ${text}`)).toEqual([
    'home/clients.yaml: the sample’s are items[0], items[1].text',
    'legal/: all of it is the sample’s: terms.md, privacy.md',
    'articles/mine/index.md: all of it is the sample’s',
  ])
  expect(sampleContent(made, new Set())).toEqual([])
})

test('what every studio may say is no sample’s', () => {
  const own = ownWords(pieces)
  const has = (file: string, ...path: string[]) =>
    own.some((each) => each.file === file && path.every((key, i) => each.path[i] === key))
  expect([
    has('offers.yaml', 'capacity', 'asOf'),
    has('drawings/hero.svg'),
    has('newsletter.yaml', 'form', 'consent'),
  ]).toEqual([true, true, true])
  expect(has('newsletter.yaml', 'form', 'send') || has('offers.yaml', 'promises', 'keepBackupsDays')).toBe(false)
})

test('a drawing is the sample’s under any name, in any colors, with a line more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = 'drawings/hero.svg'
  const drawing = readFileSync(join('sample', file), 'utf8')
  const changed = drawing.replaceAll(/>\s*</g, '>\n\n  <').replaceAll(/\bclass="[^"]*"/g, 'fill="teal"')
  writeFileSync(join(folder, 'sky.svg'), changed.replace('</svg>', '<path d="M0 0h400"/></svg>'))
  const sample = pieces.filter((each) => each.file === file).map(({ hash }) => hash)
  expect(sampleContent(contentPieces(filesIn(folder)), new Set(sample))).toMatchObject([
    {
      file: 'sky.svg',
      text: expect.stringContaining(`shapes[7] and ${sample.length - 8} more`),
    },
  ])
})
