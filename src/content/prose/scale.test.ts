import { describe, expect, test } from 'vitest'
import { readScale, scaleFigure, scaleMarkdown, scaleTable } from './scale.ts'

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
    ['A: -1', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: "-1"', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: 4-2', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: 1-2-3', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: 50%', 'rows: A: must be a number, or a range like "2-4"'],
    ['A: .inf', 'rows: A: must be a number, or a range like "2-4"'],
    ['A:', 'rows: A: must be a number, or a range like "2-4"'],
    ['{}', 'rows: must hold at least one'],
    ['- 1', 'rows: must hold labels, each with a number'],
  ])('%s', (yaml, message) => {
    expect(() => rows(`  ${yaml}`)).toThrow(message)
  })

  test('a block that lacks something, has something else, or is no YAML', () => {
    expect(() => readScale('', 'en-US')).toThrow('must hold caption, unit and rows')
    expect(() => readScale('caption: C\nrows: { A: 1 }', 'en-US')).toThrow('unit: must be a word, like days')
    expect(() => readScale('caption: C\nunit: u\nrows: { A: 1 }\ncolour: red', 'en-US')).toThrow('and nothing else')
    expect(() => readScale('caption: [', 'en-US')).toThrow('line')
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

test('where all is zero nothing is drawn, and nothing is divided by it', () => {
  const html = scaleFigure(readScale('caption: C\nunit: u\nrows: { A: 0, B: 0 }', 'en-US'), escapeHtml)
  expect(html.match(/width="0%"/g)).toHaveLength(2)
})

test('in feeds it is a plain table, in Markdown one whose marks are escaped', () => {
  expect(scaleTable(scale, escapeHtml)).toBe(
    '<table><caption>A | &lt;b> &amp; c</caption><tr><th>Sprint</th><td>3 days</td></tr><tr><th>MVP | &lt;i></th><td>15-30 days</td></tr></table>\n',
  )
  expect(scaleMarkdown(scale)).toBe(
    'A | \\<b> & c\n\n| | days |\n| --- | ---: |\n| Sprint | 3 |\n| MVP \\| \\<i> | 15-30 |',
  )
})
