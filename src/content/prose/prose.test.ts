import { describe, expect, test } from 'vitest'
import { fillProse } from './fill-prose.ts'
import { type Prose, parseProse } from './prose.ts'

function parse(source: string): Prose {
  return parseProse(source, { file: 'articles/a.md', line: 10 }, 'en-US')
}

test('headings are addresses, and part the text for the search', () => {
  const { headings, sections } = parse(
    'Before.\n\n## What 72 hours *can’t* hold\n\nIt is\n`code` and\\\nmore.\n\n### Ça & là\n',
  )
  expect(headings).toEqual([
    { id: 'what-72-hours-cant-hold', level: 2, text: 'What 72 hours can’t hold' },
    { id: 'ca-la', level: 3, text: 'Ça & là' },
  ])
  expect(sections).toEqual([
    { text: 'Before.' },
    { heading: headings[0], text: 'It is code and more.' },
    { heading: headings[1], text: '' },
  ])
})

test('quotes become typographic; what numbers the parts of a contract stays as it is', () => {
  expect(parse('"It\'s" (a), (b), (c) ...').sections[0]?.text).toBe('“It’s” (a), (b), (c) ...')
})

test('a long text with hundreds of headings, or deeply nested, is read', () => {
  expect(parse(Array.from({ length: 500 }, (_, i) => `## Part ${i}\n\nText.\n\n`).join('')).headings).toHaveLength(500)
  expect(parse('words '.repeat(200_000)).sections[0]?.text).toHaveLength(1_199_999)
  expect(parse(`${'> '.repeat(1_000)}a\n\n${'- '.repeat(1_000)}b\n`).headings).toEqual([])
})

describe('the build is stopped, with file and line, by', () => {
  test.each([
    ['a heading of the first level', '# A', '“A” must begin with ##'],
    ['a level left out', '## A\n\n#### B', '12: “B” must begin with ###'],
    ['a heading that stands twice', '## A b\n\nText.\n\n## “A b”', '14: ““A b”” stands above another part already'],
    ['a heading without a letter', '## 🪁', 'needs a letter or a digit'],
    ['a heading that holds a link', '## A [b](/privacy)', 'must hold no link and no picture'],
    ['a language that is not known', 'Text.\n\n```rust\n```', '12: “rust” is no language for code here: css, html,'],
    ['code that is only indented', 'Text.\n\n    code', '12: indented like this it is code'],
    ['a picture without a text alternative', 'Text\nand ![](a.svg)', 'the picture has no text alternative'],
    ['a link that nobody can see', 'See [ ](/privacy).', 'the link to /privacy has no text'],
    ['a link whose address is missing', 'See [this][place].', 'nothing says where that link leads'],
    ['one in a table, by its row', '| a |\n|---|\n| b |\n| ![](a.svg) |', '13: the picture has no text alternative'],
    [
      'a link that runs a script',
      'Text.\n\n[a](javascript:alert(1))',
      '12: “[a](javascript:alert(1))” would stand there',
    ],
    ['an address with a space', '![a](my kite.svg)', 'an address holds no spaces'],
    ['a table that names no column', '| | |\n|---|---|\n| a | b |', 'the table needs heads'],
    ['a wrong figure', 'Text.\n\n```scale\nunit: days\n```', '12: the scale block: caption: must be a sentence'],
  ])('%s', (_, source, message) => {
    expect(() => parse(source)).toThrow('content/articles/a.md:1')
    expect(() => parse(source)).toThrow(message)
  })
})

const facts = { lang: 'en', packages: [{ id: 'startup-mvp', usd: 4000 }], leadTimes: { mvpWeeks: { from: 2, to: 4 } } }

function fill(text: string): string {
  return fillProse(text, facts, { file: 'articles/a.md', line: 7 }, 'article')
}

test('facts are put where a text names them, in links and tables too', () => {
  expect(
    fill('USD {packages.startup-mvp.usd} in {leadTimes.mvpWeeks} weeks, [a](/?b={packages.startup-mvp.usd})'),
  ).toBe('USD 4,000 in 2-4 weeks, [a](/?b=4,000)')
})

test('code stays as it is, however it is marked', () => {
  const code = [
    '```ts\nconst a = { b: 1 }\n```',
    '~~~json\n{}\n~~~',
    '````text\n```\n{a}\n```\n{b}\n````',
    '1. First:\n\n   ```ts\n   {a}\n   ```',
    '> ```ts\n> {a}\n> ```',
    'Write `{a}`, `` {b} ` {c} `` and `{d}\n{e}`.',
    '```ts\n{never closed}\n',
  ]
  for (const text of code) expect(fill(text)).toBe(text)
})

test('what is no fact stops the build with file and line, in figures too', () => {
  expect(() => fill('a\n\n{b}')).toThrow('content/articles/a.md:9: {b} is no number')
  expect(() => fill('a\n\n```scale\nrows:\n  A: "{b}"\n```')).toThrow('content/articles/a.md:11: {b} is no number')
  expect(() => fill('{}')).toThrow('content/articles/a.md:7: {} is no number')
  expect(() => fill('{constructor.name}')).toThrow('is no number')
})
