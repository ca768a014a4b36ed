import { expect, test } from 'vitest'
import { blocksMarkdown, blocksPlain, pageBlocks } from './page-text.ts'

const page = new URL('https://studio.example/blog')

function markdown(html: string): string {
  return blocksMarkdown(pageBlocks(html, page)).trimEnd()
}

function plain(html: string): string {
  return blocksPlain(pageBlocks(html, page))
}

test('headings keep their level, and what stands above one follows it', () => {
  const html = '<section id="a"><p>A remark</p><h2 id="a-heading">A &amp; b</h2><p>Words.</p></section>'
  expect(markdown(html)).toBe('## A & b\n\nA remark\n\nWords.')
  expect(pageBlocks(html, page)[0]).toMatchObject({ level: 2, anchor: 'a', plain: 'A & b' })
  expect(plain(html)).toBe('A & b. A remark; Words.')
})

test('links bear whole addresses, two beside each other stand apart, and marks of Markdown are escaped', () => {
  expect(markdown('<p>*See* <a href="#b">b</a><a href="/c?d=1&amp;e">c [d]</a>.</p>')).toBe(
    '\\*See\\* [b](https://studio.example/blog#b) · [c \\[d\\]](https://studio.example/c?d=1&e).',
  )
})

test('lists, numbered ones, dotted ones and definitions', () => {
  expect(markdown('<ul><li>a</li><li><h3>B</h3><p>c</p><p>d.</p><p>e</p></li></ul>')).toBe('- a\n- **B**: c · d. e')
  expect(markdown('<ol><li>a</li><li>b</li></ol>')).toBe('1. a\n2. b')
  expect(markdown('<ul class="x dots"><li>a</li><li>b</li></ul>')).toBe('a · b')
  expect(markdown('<dl><div><dt>A</dt><dd>b</dd><dd>c</dd></div><dt>D</dt><dd>e</dd></dl>')).toBe(
    '- **A**: b, c\n- **D**: e',
  )
})

test('a quotation names whose words it holds', () => {
  expect(
    markdown('<figure><blockquote>“<!-- -->Yes<em>!</em>”</blockquote><figcaption>Ada</figcaption></figure>'),
  ).toBe('> “Yes!”\n>\n> — Ada')
})

test('a form is its labels, and its button leads to where it stands', () => {
  const html =
    '<section id="write"><form><p><label for="n">Name</label><input id="n" value="x"/></p><p><label>Mail</label></p>'
  expect(markdown(`${html}<button type="submit">Send</button></form></section>`)).toBe(
    '- Name\n- Mail\n\n[Send](https://studio.example/blog#write)',
  )
})

test('what nobody hears is left out: drawings, controls, scripts, and what is hidden', () => {
  expect(
    markdown(
      '<p>a<svg viewBox="0 0 1 1"><text>b</text></svg><span aria-hidden="true">c</span></p><p hidden="">d</p><script>e</script><search><label>f</label></search><label><input type="checkbox"/></label><br/>',
    ),
  ).toBe('a')
})

test('a page of many thousand elements, or one that is cut off, is read in no time', () => {
  expect(markdown('<p>a</p>'.repeat(50_000)).length).toBe(50_000 * 3 - 2)
  expect(markdown('<a href="x" '.repeat(50_000))).not.toBe('')
})
