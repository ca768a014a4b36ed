import { expect, test } from 'vitest'
import { parseProse } from './prose.ts'
import { plainProseHtml, proseMarkdown } from './render-prose.ts'

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
const prose = parseProse(source, { file: 'articles/a/index.md', line: 1 })
const base = new URL('https://studio.example/blog/a')
const context = { base, pictures: new Map([['kite.svg', { src: '/blog/a/kite.svg', width: 10, height: 10 }]]) }

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
