import { describe, expect, test } from 'vitest'
import { codeLanguages } from './highlight-code.ts'
import { parseProse } from './prose.ts'
import { plainProseHtml, proseHtml, proseMarkdown } from './render-prose.ts'
import { readScale, scaleFigure, scaleMarkdown, scaleTable } from './scale.ts'

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
const prose = parseProse(source, { file: 'articles/a/index.md', line: 1 }, 'en-US')
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
  expect(html).toContain(
    '<figure><img src="https://studio.example/blog/a/kite.svg" alt="A kite"><figcaption>Its caption</figcaption></figure>',
  )
  expect(html).toContain('<tr><th>MVP</th><td>14-28 days</td></tr>')
  expect(html).not.toMatch(/class=|style=|id=|<svg|href="[/#]/)
})

function html(text: string): string {
  return proseHtml(parseProse(text, { file: 'articles/a.md', line: 1 }, 'en-US'), context)
}

describe('on the page', () => {
  test('a heading is a link to itself', () => {
    expect(html('## The *first* part')).toBe(
      '<h2><a id="the-first-part" href="#the-first-part">The <em>first</em> part</a></h2>\n',
    )
  })

  test('a table scrolls in a group that is named by its columns; numbers are set by class', () => {
    const table = html('| **Part** & < b | Price | `Days` |\n|---|---:|---:|\n| A | $4,997 | 2-4 weeks at most |\n')
    expect(table).toContain('<div class="table" role="group" aria-label="Part &amp; &lt; b, Price, Days" tabindex="0">')
    expect(table).toContain(
      '<td class="number unbroken" data-head="Price">$4,997</td>\n<td class="number" data-head="Days">2-4 weeks at most</td>',
    )
    expect(table).toContain('<th scope="col" class="number">Price</th>')
    expect(table).toContain('<td>A</td>')
    expect(html('| | Price |\n|---|---|\n| A | 1 |\n')).toContain('<td></td>\n<th scope="col">Price</th>')
  })

  test('no word is broken at a hyphen that belongs to it', () => {
    expect(html('By e-mail in a 72-hour run, well-made')).toBe(
      '<p>By <span class="unbroken">e-mail</span> in a <span class="unbroken">72-hour</span> run, well-made</p>\n',
    )
  })

  test('code is marked by classes, text is not, and neither can end its element', () => {
    expect(html('```ts\nconst a = "</code>"\n```')).toContain('<span class="hljs-keyword">const</span>')
    expect(html('```text\n<script>\n```')).toBe('<pre tabindex="0"><code>&lt;script&gt;\n</code></pre>\n')
    for (const language of codeLanguages) {
      const code = html(`\`\`\`${language}\n<a href="x">{ "a": 1 }</a> -- # @ 'b'\n\`\`\``)
      expect(code, language).not.toMatch(/<(?!\/?(span|pre|code)\b)|style=/)
    }
  })

  test('a picture that stands alone is a figure with its caption and its size', () => {
    expect(html('![A "kite"](kite.svg "Its <caption>")')).toBe(
      '<figure><img src="/blog/a/kite.svg" alt="A &quot;kite&quot;" width="10" height="10" loading="lazy" decoding="async"><figcaption>Its &lt;caption&gt;</figcaption></figure>\n',
    )
    expect(html('Beside ![a kite](kite.svg) words.')).toMatch(/^<p>Beside <img [^>]*alt="a kite"[^>]*> words\.<\/p>/)
  })

  test('HTML is refused, and nothing needs a style attribute', () => {
    for (const wrong of ['a <b>word</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<!-- a -->'])
      expect(() => html(wrong)).toThrow(/would stand there as it is: a text takes Markdown, and no HTML/)
    expect(html(`1 < 2 > 0, a<b, \`<b>\`\n\n${source}\n\n| a |\n|--:|\n| 1 |\n`)).not.toMatch(/<b>|style=/)
  })
})

describe('a scale', () => {
  function rows(yaml: string) {
    return readScale(`caption: A caption\nunit: days\nrows:\n${yaml}`, 'en-US').rows
  }

  const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  test('a row holds a number, grouped by thousands or not, a fraction, zero, or a range', () => {
    expect(rows('  A: 10000\n  B: "10,000"\n  C: 0.5\n  D: 0\n  E: 2-4\n  F: 1,000-2,000')).toEqual([
      { label: 'A', figure: '10,000', from: 0, to: 10_000 },
      { label: 'B', figure: '10,000', from: 0, to: 10_000 },
      { label: 'C', figure: '0.5', from: 0, to: 0.5 },
      { label: 'D', figure: '0', from: 0, to: 0 },
      { label: 'E', figure: '2-4', from: 2, to: 4 },
      { label: 'F', figure: '1,000-2,000', from: 1_000, to: 2_000 },
    ])
  })

  test('rows stay in the order in which they are written, years too', () => {
    expect(rows('  2026: 1\n  2025: 2\n  Before: 3').map(({ label }) => label)).toEqual(['2026', '2025', 'Before'])
  })

  describe('says what would be right of', () => {
    test.each([
      ['A: many', 'rows: A: must be a number, or a range like "2-4"'],
      ['A: 4-2', 'rows: A: must be a number, or a range like "2-4"'],
      ['{}', 'rows: must hold at least one'],
      ['- 1', 'rows: must hold labels, each with a number'],
    ])('%s', (yaml, message) => {
      expect(() => rows(`  ${yaml}`)).toThrow(message)
    })
  })

  const scale = readScale('caption: "A | <b> & c"\nunit: days\nrows:\n  Sprint: 3\n  "MVP | <i>": 15-30\n', 'en-US')

  test('on the page it is a table that reads without its bars, which are to scale and need no style', () => {
    const html = scaleFigure(scale, escapeHtml)
    expect(html).toContain('<th scope="row">Sprint</th><td>3 days</td>')
    expect(html).toContain('<rect class="facet-1" x="0%" width="10%" height="100%"/>')
    expect(html).toContain('<line x2="50%" y1="50%" y2="50%"/><rect class="chart-range" x="50%" width="50%"')
    expect(html).toContain('<figcaption>A | &lt;b> &amp; c</figcaption>')
    expect(html).not.toMatch(/style=|NaN|Infinity/)
  })

  test('in feeds it is a plain table, in Markdown one whose marks are escaped', () => {
    expect(scaleTable(scale, escapeHtml)).toBe(
      '<table><caption>A | &lt;b> &amp; c</caption><tr><th>Sprint</th><td>3 days</td></tr><tr><th>MVP | &lt;i></th><td>15-30 days</td></tr></table>\n',
    )
    expect(scaleMarkdown(scale)).toBe(
      'A | \\<b> & c\n\n| | days |\n| --- | ---: |\n| Sprint | 3 |\n| MVP \\| \\<i> | 15-30 |',
    )
  })
})
