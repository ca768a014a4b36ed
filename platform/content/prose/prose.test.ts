import { describe, expect, test } from 'vitest'
import { fillProse } from './fill-prose.ts'
import { parseProse } from './prose.ts'
import { plainProseHtml, proseHtml, proseMarkdown } from './render-prose.ts'
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

test('quotes become typographic; what numbers the parts of a contract stays as it is', () => {
  expect(parse('"It\'s" (a), (b), (c) ...').sections[0]?.text).toBe('“It’s” (a), (b), (c) ...')
})

describe('the build is stopped, with file and line, by', () => {
  test.each([
    ['a heading of the first level', '# A', '“A” must begin with ##'],
    ['a level left out', '## A\n\n#### B', '12: “B” must begin with ###'],
    ['a heading that stands twice', '## A b\n\nText.\n\n## “A b”', '14: ““A b”” is already another heading'],
    ['a heading without a letter', '## 🪁', 'needs a letter or a digit'],
    ['a heading that holds a link', '## A [b](/privacy)', 'must not have a link, picture, or footnote'],
    ['a footnote that is missing', 'Text.\n\nA sentence[^1].', '12: [^1] has no footnote: add a line that begins with'],
    ['a footnote that nothing names', 'Text.\n\n[^1]: A note.', '12: the text has no [^1] for this footnote'],
    ['a footnote in a heading', '## A[^1]\n\n[^1]: A note.', 'must not have a link, picture, or footnote'],
    ['code that is only indented', 'Text.\n\n    code', '12: indented like this, it’s code'],
    ['a picture without a text alternative', 'Text\nand ![](a.svg)', 'the picture has no text alternative'],
    ['a link that nobody can see', 'See [ ](/privacy).', 'the link to /privacy has no text'],
    ['a link whose address is missing', 'See [this][place].', 'the link has no address'],
    ['one in a table, by its row', '| a |\n|---|\n| b |\n| ![](a.svg) |', '13: the picture has no text alternative'],
    [
      'a link that runs a script',
      '\n\n[a](javascript:alert(1))',
      '12: “[a](javascript:alert(1))” would be shown as is',
    ],
    ['an address with a space', '![a](my kite.svg)', 'an address has no spaces'],
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
`
const prose = parse(source)
const base = new URL('https://studio.example/blog/a')
const context = {
  base,
  pictures: new Map([['kite.svg', { file: 'articles/a/kite.svg', src: '/blog/a/kite.svg', width: 10, height: 10 }]]),
}

test('as Markdown, links and pictures bear whole addresses, figures are tables, and code stays as it is', () => {
  const text = proseMarkdown(prose, context)
  expect(text).toContain('[the price](https://studio.example/#pricing), [below](https://studio.example/blog/a#end)')
  expect(text).toContain('[mail](mailto:a@b.example) and [out](https://x.example/)')
  expect(text).toContain('![A kite](https://studio.example/blog/a/kite.svg "Its caption")')
  expect(text).toContain('Days to launch\n\n| | days |\n| --- | ---: |\n| Sprint | 3 |\n| MVP | 14-28 |')
  expect(text).toContain("'[a](/not-a-link)'")
  expect(text).toContain('`[b](/nor-this)`')
})

test('for feeds, every address is whole, and captions and figures are there in plain elements', () => {
  const html = plainProseHtml(prose, context)
  expect(html).toContain('href="https://studio.example/blog/a#end"')
  expect(html).toContain('<img src="https://studio.example/blog/a/kite.svg" alt="A kite"><figcaption>Its caption</fig')
  expect(html).toContain('<tr><th>MVP</th><td>14-28 days</td></tr>')
  expect(html).not.toMatch(/class=|style=|id=|<svg|href="[/#]/)
})

const html = (text: string) => proseHtml(parse(text), context)

describe('on the page', () => {
  test('a table scrolls in a group that is named by its columns; numbers are set by class', () => {
    const table = html('| **Part** & < b | Price | `Days` |\n|---|---:|---:|\n| A | $4,997 | 2-4 weeks at most |\n')
    expect(table).toContain('<div class="table" role="group" aria-label="Part &amp; &lt; b, Price, Days" tabindex="0">')
    expect(table).toContain('<td class="number unbroken" data-head="Price">$4,997</td>')
    expect(table).toContain('<td class="number" data-head="Days">2-4 weeks at most</td>')
    expect(table).toContain('<th scope="col" class="number">Price</th>')
    expect(table).toContain('<td>A</td>')
    expect(html('| | Price |\n|---|---|\n| A | 1 |\n')).toContain('<td></td>\n<th scope="col">Price</th>')
  })

  test('code is marked by classes, text is not, and neither can end its element', () => {
    expect(html('```ts\nconst a = "</code>"\n```')).toContain('<span class="hljs-keyword">const</span>')
    expect(html('```text\n<script>\n```')).toBe('<pre tabindex="0"><code>&lt;script&gt;\n</code></pre>\n')
    for (const language of ['', 'diff', 'go', 'html', 'http', 'klingon', 'php', 'rust', 'toml', 'ts', 'yml']) {
      const code = html(`\`\`\`${language}\n<a href="x">{ "a": 1 }</a> -- # @ 'b'\n\`\`\``)
      expect(code, language).not.toMatch(/<(?!\/?(span|pre|code)\b)|style=/)
    }
  })

  test('a picture that stands alone is a figure with its caption and its size', () => {
    const image =
      '<img src="/blog/a/kite.svg" alt="A &quot;kite&quot;" width="10" height="10" loading="lazy" decoding="async">'
    const figure = `<figure>${image}<figcaption>Its &lt;caption&gt;</figcaption></figure>\n`
    expect(html('![A "kite"](kite.svg "Its <caption>")')).toBe(figure)
    expect(html('Beside ![a kite](kite.svg) words.')).toMatch(/^<p>Beside <img [^>]*alt="a kite"[^>]*> words\.<\/p>/)
  })

  test('HTML is refused, and nothing needs a style attribute', () => {
    for (const wrong of ['a <b>word</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<!-- a -->'])
      expect(() => html(wrong)).toThrow(/would be shown as is: use Markdown instead of HTML/)
    expect(html(`1 < 2 > 0, a<b, \`<b>\`\n\n${source}\n\n| a |\n|--:|\n| 1 |\n`)).not.toMatch(/<b>|style=/)
  })
})

const brought = `A sentence[^1] and another[^note]; ask ada@example.com.[^1]

- [ ] open, see https://example.com/a_b
- [x] done
- plain

See readme.md and //example.com.

[^1]: The first, with \`code\`.
[^note]: The second, with a [link](/contact).

    Of two paragraphs.
`

describe('what writers bring along:', () => {
  test('footnotes lead there and back, and are searched', () => {
    const page = html(brought)
    expect(page).toContain(
      'sentence<sup><a id="fnref:1" href="#fn:1" role="doc-noteref">1</a></sup> and another<sup><a id="fnref:2" href="#fn:2" role="doc-noteref">2</a></sup>',
    )
    expect(page).toContain('<sup><a id="fnref:1.2" href="#fn:1" role="doc-noteref">1</a></sup>')
    const back = (ref: string) => ` <a href="#fnref:${ref}" role="doc-backlink" aria-label="${ref}">↩\uFE0E</a>`
    expect(page).toContain('<hr><ol>\n<li id="fn:1">')
    expect(page).toContain(`with <code>code</code>.${back('1')}${back('1.2')}</p>`)
    expect(page).toContain(`<p>Of two paragraphs.${back('2')}</p>\n</li>\n</ol>`)
    expect(parse(brought).sections[0]?.text).toMatch(/^A sentence and another; .*\nThe first, with code\.\nThe second/s)
  })

  test('tasks are checkboxes with their text as the label', () => {
    const page = html(brought)
    expect(page).toContain('<li><label><input type="checkbox" disabled> open, see <a href="https://example.com/a_b">')
    expect(page).toContain('<li><label><input type="checkbox" disabled checked> done</label></li>')
    expect(page).toContain('<li>plain</li>')
  })

  test('web and email addresses are links, whatever else has a dot is not', () => {
    const page = html(brought)
    expect(page).toContain('<a href="mailto:ada@example.com">ada@example.com</a>.')
    expect(page).toContain('<p>See readme.md and //example.com.</p>')
    expect(html('## Ask ada@example.com')).toContain('">Ask ada@example.com</a></h2>')
  })

  test('in feeds, footnotes lead to the article, and tasks are signs', () => {
    const feed = plainProseHtml(parse(brought), context)
    expect(feed).toContain('<sup><a href="https://studio.example/blog/a#fn:1">1</a></sup>')
    expect(feed).toContain('<hr><ol>\n<li>\n<p>The first')
    expect(feed).toContain('<li>☐ open, see <a href="https://example.com/a_b">')
    expect(feed).toContain('<li>☑ done</li>')
    expect(feed).not.toMatch(/class=|id=|href="[/#]|<input|<>/)
  })

  test('as Markdown, they stay as they were written', () => {
    expect(proseMarkdown(parse(brought), context)).toBe(brought.replace('/contact', 'https://studio.example/contact'))
  })
})

describe('a scale', () => {
  const rows = (yaml: string) => readScale(`caption: A caption\nunit: days\nrows:\n${yaml}`, 'en-US').rows

  test('has rows in the order they are written, each a number or a range', () => {
    expect(rows('  2026: 10000\n  2025: 0.5\n  D: 0\n  F: 1,000-2,000')).toEqual([
      { label: '2026', figure: '10,000', from: 0, to: 10_000 },
      { label: '2025', figure: '0.5', from: 0, to: 0.5 },
      { label: 'D', figure: '0', from: 0, to: 0 },
      { label: 'F', figure: '1,000-2,000', from: 1_000, to: 2_000 },
    ])
  })

  test.each([
    ['A: many', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: 4-2', 'rows: A: must be a number, or a range like "2-4"'],
    ['{}', 'rows: must have at least one'],
    ['- 1', 'rows: must have labels, each with a number'],
  ])('says what would be right of %s', (yaml, message) => {
    expect(() => rows(`  ${yaml}`)).toThrow(message)
  })
})
