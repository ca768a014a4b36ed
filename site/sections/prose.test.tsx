import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { parseProse } from '../../platform/content/prose/prose.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { jsonFeed } from '../build/feeds.ts'
import { Prose } from './Prose.tsx'

const pictures = new Map([
  ['kite.svg', { file: 'articles/a/kite.svg', src: '/blog/a/kite.svg', width: 10, height: 10 }],
])
const parse = (text: string) => ({ prose: parseProse(text, { file: 'articles/a.md', line: 1 }, 'en-US'), pictures })
const page = (text: string) => renderToStaticMarkup(<Prose {...parse(text)} />).slice('<div class="prose">'.length, -6)

function feed(text: string): string | undefined {
  const { blog, facts } = siteContent()
  const article = {
    ...(articlesAndPages().articles[0] ?? expect.fail('there is no article')),
    ...parse(text),
    path: '/blog/a',
  }
  return jsonFeed([article], blog, facts, new URL('https://studio.example')).items[0]?.content_html
}

describe('on the page', () => {
  test('a table scrolls in a group named after its columns, and numbers have a class', () => {
    const table = page('| **Part** & < b | Price | `Days` |\n|---|---:|---:|\n| A | $4,997 | 2-4 weeks at most |\n')
    expect(table).toContain('<div class="table" role="group" aria-label="Part &amp; &lt; b, Price, Days" tabindex="0">')
    expect(table).toContain('<td class="number unbroken" data-head="Price">$4,997</td>')
    expect(table).toContain('<td class="number" data-head="Days">2-4 weeks at most</td>')
    expect(table).toContain('<th scope="col" class="number">Price</th>')
    expect(table).toContain('<td>A</td>')
    expect(table).not.toContain('style=')
    expect(page('| | Price |\n|---|---|\n| A | 1 |\n')).toContain('<td></td><th scope="col">Price</th>')
  })

  test('code is highlighted with classes, text isn’t, and neither can close its element', () => {
    expect(page('```ts\nconst a = "</code>"\n```')).toContain('<span class="hljs-keyword">const</span>')
    expect(page('```text\n<script>\n```')).toBe('<pre tabindex="0"><code>&lt;script&gt;\n</code></pre>')
    for (const language of ['', 'diff', 'go', 'html', 'http', 'klingon', 'php', 'rust', 'toml', 'ts', 'yml']) {
      const code = page(`\`\`\`${language}\n<a href="x">{ "a": 1 }</a> -- # @ 'b'\n\`\`\``)
      expect(code, language).not.toMatch(/<(?!\/?(span|pre|code)\b)|style=/)
    }
  })

  test('a picture in its own paragraph is a figure with a caption and a size', () => {
    const image =
      '<img src="/blog/a/kite.svg" alt="A &quot;kite&quot;" width="10" height="10" loading="lazy" decoding="async"/>'
    const figure = `<figure>${image}<figcaption>Its &lt;caption&gt;</figcaption></figure>`
    expect(page('![A "kite"](kite.svg "Its <caption>")')).toBe(figure)
    expect(page('Beside ![a kite](kite.svg) words.')).toMatch(/^<p>Beside <img [^>]*alt="a kite"[^>]*> words\.<\/p>/)
  })
})

const brought = `A sentence[^1] and another[^note]; ask ada@example.com.[^1] See readme.md and //example.com.

## Ask eve@example.com

- [ ] open, see [below](#end)
- [x] done
- plain

![A kite](kite.svg "Its caption")

\`\`\`scale
caption: Days to launch
unit: days
rows:
  MVP: "14-28"
\`\`\`

[^1]: The first, with \`code\`.
[^note]: The second, with a [link](/contact).

    Of two paragraphs.
`

test('on the page, footnotes link there and back, tasks are checkboxes, and only addresses become links', () => {
  const html = page(brought)
  const ref = (id: string, note: string) =>
    `<sup><a id="fnref:${id}" href="#fn:${note}" role="doc-noteref">${note}</a></sup>`
  expect(html).toContain(`sentence${ref('1', '1')} and another${ref('2', '2')}; ask <a href="mailto:ada@example.com">`)
  expect(html).toContain(`</a>.${ref('1.2', '1')} See readme.md and //example.com.</p>`)
  const back = (id: string) => ` <a href="#fnref:${id}" role="doc-backlink" aria-label="${id}">↩\uFE0E</a>`
  expect(html).toContain('<hr/><ol><li id="fn:1">')
  expect(html).toContain(`with <code>code</code>.${back('1')}${back('1.2')}</p>`)
  expect(html).toContain(`<p>Of two paragraphs.${back('2')}</p></li></ol>`)
  expect(html).toContain(
    '<li><label><input type="checkbox" disabled=""/> open, see <a href="#end">below</a></label></li>',
  )
  expect(html).toContain('<li><label><input type="checkbox" disabled="" checked=""/> done</label></li><li>plain</li>')
  expect(html).toContain('">Ask eve@example.com</a></h2>')
})

test('in feeds, elements are plain, addresses are absolute, and footnotes link to the article', () => {
  const html = feed(brought)
  expect(html).toContain('<sup><a href="https://studio.example/blog/a#fn:1">1</a></sup>')
  expect(html).toContain('<hr/><ol><li><p>The first')
  expect(html).toContain('<li>☐ open, see <a href="https://studio.example/blog/a#end">below</a></li><li>☑ done</li>')
  expect(html).toContain('<img src="https://studio.example/blog/a/kite.svg" alt="A kite" loading="lazy"/><figcaption>')
  expect(html).toContain('<tr><th>MVP</th><td>14-28 days</td></tr>')
  expect(html).not.toMatch(/class=|style=|id=|<svg|<link|href="[/#]|<input|<>/)
})
