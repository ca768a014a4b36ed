import { expect, test } from 'vitest'
import type { Picture } from '../../../content/pictures.ts'
import { parseProse } from '../../../content/prose/prose.ts'
import { inColors, plainLook } from '../../../lib/mail/mail-look.ts'
import { proseLetterParts } from './letter-html.ts'
import { proseLetterText } from './letter-text.ts'

const pictures = new Map<string, Picture>([
  ['plan.png', { file: 'articles/a/plan.png', src: '/blog/a/plan.png', width: 1_080, height: 600 }],
  ['plan.svg', { file: 'articles/a/plan.svg', src: '/blog/a/plan.svg', width: 300, height: 200 }],
])
const links = { page: new URL('https://studio.example/blog/a'), pictures, pictureWord: 'Picture' }

function rendered(markdown: string): { html: string; text: string } {
  const prose = parseProse(markdown, { file: 'articles/a.md', line: 1 }, 'en-US')
  const html = proseLetterParts(prose, links).join('\n')
  return { html: html.replaceAll(/ style="[^"]*"/g, ''), text: proseLetterText(prose, links) }
}

test('a picture has an absolute address, its words and a width that Outlook keeps', () => {
  const { html, text } = rendered('![A "plan" & more](plan.png "Drawn by hand")')
  expect(html).toContain(
    '<img src="https://studio.example/blog/a/plan.png" alt="A &quot;plan&quot; &amp; more" width="540" height="300">',
  )
  expect(html).toContain('<p class="second serif">Drawn by hand</p>')
  expect(text).toBe('Picture: A "plan" & more\nDrawn by hand')
})

test('an SVG, which mail programs do not draw, is a line that leads to it; within a link it is words', () => {
  expect(rendered('![A plan](plan.svg)').html).toBe(
    '<p><a href="https://studio.example/blog/a/plan.svg">Picture: A plan</a></p>',
  )
  expect(rendered('See [the ![plan](plan.svg)](/x) here').html).toBe(
    '<p>See <a href="https://studio.example/x">the Picture: plan</a> here</p>',
  )
})

test('links lead to the site, also those within the page; addresses that a mail holds stay', () => {
  const { html, text } = rendered(
    '## One\n\n[a](#part) [b](/#pricing) [c](mailto:a@b.example?subject=Hi%20you&body=x) [a](#part)\n\n## Two\n\n[d](https://x.example/?a=1&b=2)',
  )
  expect(html).toContain('<a href="https://studio.example/blog/a#part">a</a>')
  expect(html).toContain('<a href="mailto:a@b.example?subject=Hi%20you&amp;body=x">c</a>')
  expect(text).toBe(
    [
      'One\n---\n\na [1] b [2] c [3] a [1]',
      '[1] https://studio.example/blog/a#part\n[2] https://studio.example/#pricing\n[3] mailto:a@b.example?subject=Hi%20you&body=x\n',
      'Two\n---\n\nd [4]\n\n[4] https://x.example/?a=1&b=2',
    ].join('\n\n'),
  )
})

test('lists hang, also within each other and with more than nine items', () => {
  const long = 'words '.repeat(20).trim()
  const { html, text } = rendered(`9. ${long}\n10. two\n    - three\n    - four\n\n- a\n\n  b\n\n- c`)
  expect(html).toContain('<ol start="9"><li>words')
  expect(html).toContain('<li>two\n<ul><li>three</li><li>four</li></ul></li>')
  expect(text.split('\n')).toEqual([
    ' 9. words words words words words words words words words words words',
    '    words words words words words words words words words',
    '10. two',
    '    - three',
    '    - four',
    '',
    '- a',
    '',
    '  b',
    '',
    '- c',
  ])
})

test('a loose list keeps its paragraphs apart where a tight one stands in it', () => {
  const { html, text } = rendered('- One\n\n  Second\n\n  - in\n  - ner\n\n- Two')
  expect(html).toMatch(/<li><p[^>]*>One<\/p>\n<p[^>]*>Second<\/p>\n<ul><li>in<\/li><li>ner<\/li><\/ul><\/li>/)
  expect(text).toMatch(/^- One\n\n {2}Second\n/)
})

test('quotes, code and rules keep their form, and no sign of HTML is left as it is', () => {
  const { html, text } = rendered(
    '> One\\\n> *two* `a < b`\n\n```ts\nif (a < b)\n  return "&amp;"\n```\n\n---\n\n1 < 2 &amp;lt; ~~gone~~',
  )
  expect(html).toContain('<blockquote><p>One<br>\n<em>two</em> <code>a &lt; b</code></p></blockquote>')
  expect(html).toContain('<pre>if (a &lt; b)\n  return &quot;&amp;amp;&quot;</pre>')
  expect(html).toContain('<p>1 &lt; 2 &amp;lt; <s>gone</s></p>')
  expect(text).toBe('> One\n> two a < b\n\n    if (a < b)\n      return "&amp;"\n\n* * *\n\n1 < 2 &lt; gone')
})

test('a table keeps its columns, and a head without words is no head', () => {
  const { html, text } = rendered('| Part | Hours | |\n|---|---:|---|\n| Sign-up | 14 | *yes* |\n| All | 1,200 | |')
  expect(html).toContain('<th scope="col">Part</th><th scope="col">Hours</th><td>&nbsp;</td>')
  expect(html).toContain('<td>Sign-up</td><td>14</td><td><em>yes</em></td>')
  expect(text).toBe('Part     Hours\n-------  -----  ---\nSign-up     14  yes\nAll      1,200')
})

test('words after a column of figures stand apart from them', () => {
  const prose = parseProse(
    '| Part | Hours | Why |\n|---|---:|---|\n| Sign-up | 14 | yes |',
    { file: 'a.md', line: 1 },
    'en-US',
  )
  const [names = ''] = proseLetterParts(prose, links)
  const html = inColors(names, plainLook)
  const left = [...html.matchAll(/<t[hd][^>]*padding:\d+px \d+px \d+px (\d+)/g)].map(([, pixels]) => Number(pixels))
  expect(left).toEqual([0, 0, 18, 0, 0, 18])
})

test('a table too wide for a line becomes lists, with the heads before the cells', () => {
  const cells = ['internationalization', 'undifferentiatedness', 'counterrevolutionary', 'electrocardiographic']
  const { text } = rendered(`| A | B | C | D |\n|---|---|---|---|\n| ${cells.join(' | ')} |`)
  expect(text).toBe(`${cells[0]}\n  - B: ${cells[1]}\n  - C: ${cells[2]}\n  - D: ${cells[3]}`)
})

test('a figure drawn to scale is bars of cells, and lines in the text', () => {
  const { html, text } = rendered(
    '```scale\ncaption: How long it takes.\nunit: weeks\nrows:\n  MVP: 2-4\n  All: 8\n```',
  )
  expect(html).toContain('<th scope="row">MVP</th><td>2-4&nbsp;weeks</td>')
  expect(html.match(/<td width="\d+%"[^>]*>/g)).toEqual([
    '<td width="25%">',
    '<td width="25%" bgcolor="@thread">',
    '<td width="50%">',
    '<td width="100%" bgcolor="@thread">',
  ])
  // The thin line before the range, and no other.
  expect(html.match(/<td width="25%"><div class="thread">&nbsp;<\/div><\/td>/g)).toHaveLength(1)
  expect(html.match(/<div/g)).toHaveLength(1)
  expect(text).toBe('How long it takes.\n\n  MVP  2-4 weeks\n  All    8 weeks')
})

test('a word longer than a line stays whole, and a text nested a hundred times is still read', () => {
  expect(rendered(`a ${'x'.repeat(200)} b`).text).toBe(`a\n${'x'.repeat(200)}\nb`)
  expect(rendered(`${'> '.repeat(90)}deep`).text).toContain('deep')
})
