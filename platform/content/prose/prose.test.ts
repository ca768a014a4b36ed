import { describe, expect, test } from 'vitest'
import { fillProse } from './fill-prose.ts'
import { parseProse } from './prose.ts'
import { proseMarkdown } from './prose-markdown.ts'
import { readScale } from './scale.ts'

const parse = (source: string, line = 10) => parseProse(source, { file: 'articles/a.md', line }, 'en-US')

test('headings are addresses, and part the text for the search', () => {
  const text = 'Before.\n\n## What 72 hours *can’t* hold\n\nIt is\n`code` and\\\nmore.\n\n### Ça & là\n'
  const { headings, sections } = parse(text)
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

test('headings whose anchors collide are numbered, as on GitHub, and those without letters are sections', () => {
  const headings = ['C++', 'C#', '🚀', 'C', 'C-1', 'c', '!', '日本語']
  const { headings: found } = parse(headings.map((text) => `## ${text}\n`).join('\n'))
  expect(found.map(({ id }) => id)).toEqual(['c', 'c-1', 'section', 'c-2', 'c-1-1', 'c-3', 'section-1', '日本語'])
})

test('quotes become typographic; what numbers the parts of a contract stays as it is', () => {
  expect(parse('"It\'s" (a), (b), (c) ...').sections[0]?.text).toBe('“It’s” (a), (b), (c) ...')
})

describe('the build is stopped, with file and line, by', () => {
  test.each([
    ['a heading of the first level', '# A', '“A” must begin with ##'],
    ['a level left out', '## A\n\n#### B', '12: “B” must begin with ###'],
    ['a heading that holds a link', '## A [b](/privacy)', 'must not have a link, picture, or footnote'],
    ['a footnote that is missing', 'Text.\n\nA sentence[^1].', '12: [^1] has no footnote. Add a line that begins with'],
    ['a footnote that nothing names', 'Text.\n\n[^1]: A note.', '12: the text doesn’t refer to this footnote'],
    ['a footnote in a heading', '## A[^1]\n\n[^1]: A note.', 'must not have a link, picture, or footnote'],
    ['code that is only indented', 'Text.\n\n    code', '12: indented like this, it’s code'],
    ['a picture without alternative text', 'Text\nand ![](a.svg)', 'the picture has no alternative text'],
    ['a link that nobody can see', 'See [ ](/privacy).', 'the link to /privacy has no text'],
    ['a link whose address is missing', 'See [this][place].', 'The link has no URL'],
    ['one in a table, by its row', '| a |\n|---|\n| b |\n| ![](a.svg) |', '13: the picture has no alternative text'],
    [
      'a link that runs a script',
      '\n\n[a](javascript:alert(1))',
      '12: visitors would see “[a](javascript:alert(1))” as typed. A link’s URL has',
    ],
    ['HTML', '\n\na <b>word</b>', '12: visitors would see “<b” as typed. HTML isn’t supported. Use Markdown'],
    ['HTML that runs a script', '<img src=x onerror=alert(1)>', 'as typed. HTML isn’t supported. Use Markdown'],
    ['an address with a space', '![a](my kite.svg)', 'A link’s URL has no spaces'],
    ['a table that names no column', '| | |\n|---|---|\n| a | b |', 'the table needs column headings'],
    ['a wrong figure', 'Text.\n\n```scale\nunit: days\n```', '12: the scale block: caption: must be a sentence'],
  ])('%s', (_, source, message) => {
    expect(() => parse(source)).toThrow('content/articles/a.md:1')
    expect(() => parse(source)).toThrow(message)
  })
})

const facts = { lang: 'en', packages: [{ id: 'startup-mvp', usd: 4000 }], leadTimes: { mvpWeeks: { from: 2, to: 4 } } }

const fill = (text: string) => fillProse(text, facts, { file: 'articles/a.md', line: 7 }, 'article')

test('facts are put where a text names them, in links and tables too', () => {
  const text = 'USD {packages.startup-mvp.usd} in {leadTimes.mvpWeeks} weeks, [a](/?b={packages.startup-mvp.usd})'
  expect(fill(text)).toBe('USD 4,000 in 2-4 weeks, [a](/?b=4,000)')
})

test('code stays as it is, however it is marked', () => {
  const code = [
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
  expect(() => fill('a\n\n{b}')).toThrow('content/articles/a.md:9: {b} isn’t a number')
  expect(() => fill('a\n\n```scale\nrows:\n  A: "{b}"\n```')).toThrow('content/articles/a.md:11: {b} isn’t a number')
  expect(() => fill('{}')).toThrow('content/articles/a.md:7: {} isn’t a number')
  expect(() => fill('{constructor.name}')).toThrow('isn’t a number')
})

const source = `See [the price](/#pricing), [below](#end), [mail](mailto:a@b.example) and [out](https://x.example/).

![A kite](kite.svg "Its caption")

- [x] done[^1]

\`\`\`scale
caption: Days to launch
unit: days
rows:
  Sprint: 3
  MVP: "14-28"
\`\`\`

\`\`\`ts
const link = '[a](/not-a-link)'
\`\`\`

## End

Inline \`[b](/nor-this)\`.

[^1]: With a [link](/contact).
`

test('as Markdown, links and pictures have whole addresses, scales are tables, and the rest stays as it was written', () => {
  const kite = { file: 'articles/a/kite.svg', src: '/blog/a/kite.svg', width: 10, height: 10 }
  const base = new URL('https://studio.example/blog/a')
  const text = proseMarkdown(parse(source), { base, pictures: new Map([['kite.svg', kite]]) })
  expect(text).toBe(
    source
      .replace(
        '(/#pricing), [below](#end)',
        '(https://studio.example/#pricing), [below](https://studio.example/blog/a#end)',
      )
      .replace('kite.svg', 'https://studio.example/blog/a/kite.svg')
      .replace('(/contact)', '(https://studio.example/contact)')
      .replace(/```scale.*?```/s, 'Days to launch\n\n| | days |\n| --- | ---: |\n| Sprint | 3 |\n| MVP | 14-28 |'),
  )
})

describe('a scale', () => {
  const rows = (yaml: string) => readScale(`caption: A caption\nunit: days\nrows:\n${yaml}`, 'en-US').rows

  test('has rows in the order they are written, each a number or a range', () => {
    expect(rows('  2026: 10000\n  2025: 0,5\n  D: "1,25"\n  F: 1.000,5-2,000')).toEqual([
      { label: '2026', figure: '10,000', unit: 'days', from: 0, to: 10_000 },
      { label: '2025', figure: '0.5', unit: 'days', from: 0, to: 0.5 },
      { label: 'D', figure: '1.25', unit: 'days', from: 0, to: 1.25 },
      { label: 'F', figure: '1,000.5-2,000', unit: 'days', from: 1_000.5, to: 2_000 },
    ])
  })

  test.each([
    ['A: many', 'rows: A: must be a number like 1,200 or 0.5, or a range like "2-4"'],
    ['A: 4-2', 'rows: A: must be a number like 1,200 or 0.5, or a range like "2-4"'],
    ['A: 1,2000', 'rows: A: must be a number like 1,200'],
    ['A: 1.250', 'rows: A: has an ambiguous number. Write 1,250 or 1.25'],
    ['{}', 'rows: must have at least one'],
    ['- 1', 'rows: must have labels, each with a number'],
  ])('says what would be right of %s', (yaml, message) => {
    expect(() => rows(`  ${yaml}`)).toThrow(message)
  })
})
