import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { escapeXml } from './http/xml.ts'
import { cleanText } from './text/clean-text.ts'
import { escapeMarkdown, markdownLink } from './text/markdown.ts'
import { readMoney } from './text/money.ts'
import { slugOf } from './text/plain-text.ts'

test('of a heap of marks on one letter the first 30 stay, so that their order costs nothing', () => {
  const heap = '\u0301'.repeat(1_000) + '\u0323'.repeat(1_000)
  expect(cleanText(`a${heap}b${heap}`)).toBe(`á${'\u0301'.repeat(29)}b${'\u0301'.repeat(30)}`)
  const thai = 'ก\u0e31\u0e49'.repeat(20)
  expect(cleanText(thai)).toBe(thai)
})

test('marks of XML are escaped, and characters that it forbids left out', () => {
  expect(escapeXml(`a & b <script> "c" 'd' ]]>`)).toBe('a &amp; b &lt;script&gt; &quot;c&quot; &#39;d&#39; ]]&gt;')
  expect(escapeXml('a\u0000\u0008\u000b\u001f\ufffe\ud800b')).toBe('ab')
  expect(escapeXml('tab\tline\nन🪁\u0085')).toBe('tab\tline\nन🪁\u0085')
})

const parser = new MarkdownIt()

test.each([
  '*not* _slanted_ snake_case `code` [x](y) <b>',
  '# no heading',
  '1. no list',
  '- no list',
  '> no quote',
  'C:\\kites & more',
  '>quote',
  '- -- -',
  '~~~ code',
  '&lt;b&gt;',
])('“%s” reads the same as Markdown', (text) => {
  const [, inline] = parser.parse(escapeMarkdown(text), {})
  expect(inline?.children?.map(({ content }) => content).join('')).toBe(text)
  expect(inline?.children?.every(({ type }) => type.startsWith('text'))).toBe(true)
  expect(markdownLink('a]b', 'https://a.example/x(1)')).toBe('[a\\]b](https://a.example/x%281%29)')
})

test.each([
  ['10,000 INR', 10_000, 'INR'],
  ['₹1,00,000', 100_000, 'INR'],
  ['1.200 €', 1200, 'EUR'],
  ['€ 1.200,50', 1200.5, 'EUR'],
  ["CHF 1'250", 1250, 'CHF'],
  ['2999 dollars', 2999, 'USD'],
  ['３，５００円', 3500, 'JPY'],
  ['1 200 Kč', 1200, 'CZK'],
  ['90 BGN', 90, 'BGN'],
  ["Fr. 1'200.–", 1_200, 'CHF'],
  ["1'200.-- CHF", 1_200, 'CHF'],
  ['90 Franken', 90, 'CHF'],
  ['₹5000/-', 5_000, 'INR'],
])('%s is a price', (written, amount, currency) => expect(readMoney(written)).toEqual({ amount, currency }))

test.each(['4,997', '$', '2-4 weeks', '$1,2345', '$4,99,7.123', '$ 5 USD', '€1..200', '5 constructor', '$1e3'])(
  '%s is none',
  (written) => expect(readMoney(written)).toBeUndefined(),
)

test.each([
  ['What 72 hours can’t hold', 'what-72-hours-cant-hold'],
  ["1. The parties' terms", '1-the-parties-terms'],
  ['Ça coûte 10 % — Größe!', 'ca-coute-10-große'],
  ['हिन्दी की किताब', 'हिन्दी-की-किताब'],
  ['🪁 …', ''],
])('%s reads %s', (text, slug) => expect([text, text.normalize('NFD')].map(slugOf)).toEqual([slug, slug]))
