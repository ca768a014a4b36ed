import { expect, test } from 'vitest'
import { contentPieces, readSample, sampleContent } from './sample-content.ts'

const pieces = contentPieces()
const sample = readSample()
/** Whoever has made the site theirs has pieces of their own, and changes no list of ours. */
const isOurs = pieces.some(({ file, path, hash }) => file === 'studio.yaml' && path[0] === 'name' && sample.has(hash))

test.runIf(isOurs)('knows every piece that the product comes with (else: node cli/doctor/sample-content.ts)', () => {
  expect(pieces.filter(({ hash }) => !sample.has(hash)).map(({ file, path }) => [file, ...path].join(' '))).toEqual([])
})

const made = [
  { file: 'home/clients.yaml', path: ['heading'], hash: 'own' },
  { file: 'home/clients.yaml', path: ['items', '0', 'name'], hash: 'a' },
  { file: 'home/clients.yaml', path: ['items', '0', 'text'], hash: 'b' },
  { file: 'home/clients.yaml', path: ['items', '1', 'name'], hash: 'mine' },
  { file: 'home/clients.yaml', path: ['items', '1', 'text'], hash: 'c' },
  { file: 'legal/terms.md', path: ['text', '0'], hash: 'd' },
  { file: 'legal/privacy.md', path: ['text', '0'], hash: 'e' },
  { file: 'articles/mine/kite.svg', path: [], hash: 'picture' },
  { file: 'articles/mine/index.md', path: ['title'], hash: 'f' },
]

test('names what is the sample’s: a folder, a file, an entry or a field, the largest that is wholly so', () => {
  const told = sampleContent(made, new Set(['a', 'b', 'c', 'd', 'e', 'f']))
  expect(told.map(({ file, text }) => `${file}: ${text}`)).toEqual([
    'home/clients.yaml: 3 of 5 pieces are the sample’s: items[0], items[1].text',
    'legal/: all of it is the sample’s: terms.md, privacy.md',
    'articles/mine/index.md: all of it is the sample’s',
  ])
  expect(sampleContent(made, new Set())).toEqual([])
})

test('clients, claims, prices, answers, articles, terms are pieces; ids, icons and addresses on the site are none', () => {
  const has = (file: string, ...path: string[]) =>
    pieces.some((each) => each.file === file && path.every((key, i) => each.path[i] === key))
  expect([
    has('home/clients.yaml', 'items', '0', 'name'),
    has('offers.yaml', 'claims', 'companies'),
    has('offers.yaml', 'packages', '0', 'price'),
    has('agent/answers/prices.yaml', '0', 'says'),
    has('articles/saas-trends-2025/index.md', 'text', '0'),
    has('legal/terms.md', 'text', '0'),
  ]).toEqual([true, true, true, true, true, true])
  expect(has('offers.yaml', 'packages', '0', 'id') || has('agent/answers/prices.yaml', '0', 'asks')).toBe(false)
})
