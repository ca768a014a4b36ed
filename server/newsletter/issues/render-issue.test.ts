import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { readArticles } from '../../../platform/content/articles.ts'
import type { Picture } from '../../../platform/content/pictures.ts'
import { parseProse } from '../../../platform/content/prose/prose.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import { readable } from '../../../tests/support/sending.ts'
import { unsubscribePlaceholder, withUnsubscribeLink } from '../links.ts'
import { encodedBytes, maxIssueBytes, renderIssue } from './render-issue.tsx'

const content = siteContent()
const site = { ...content, siteUrl: 'https://studio.example' }
const articles = readArticles(content.facts, new Date())
const sample = articles[0] ?? expect.fail('the sample has no article')

// tests/every-email.test.ts checks that an email's text matches its HTML.
test.each(articles.map((article) => [article.slug, article] as const))(
  '%s is complete as an issue, has only valid links, and suits email apps',
  (_, article) => {
    const { subject, html, text } = renderIssue(article, site)
    const visible = readable(html).replaceAll(/\s+/g, ' ')
    const inline = article.prose.tokens.flatMap(({ type, children }) => (type === 'inline' ? [children ?? []] : []))
    for (const pieces of inline) {
      const words = pieces.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('')
      expect(visible).toContain(words.replaceAll(/\s+/g, ' ').trim())
    }
    expect(subject).toBe(article.title)

    const sources = inline.flat().map((token) => token.attrGet('href'))
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map((match) => match[1] ?? '')
    const own = (href: string) => /^https:\/\/studio\.example\/[^?]*$|^mailto:/.test(href)
    expect(links.filter((href) => !own(href) && !sources.includes(href))).toEqual([unsubscribePlaceholder])

    const link = `https://${'long-name.'.repeat(8)}example/newsletter/unsubscribe?key=${'k'.repeat(90)}`
    expect(encodedBytes(withUnsubscribeLink({ subject, html, text }, link).html)).toBeLessThan(maxIssueBytes)
    // Outlook only applies inline styles.
    const styled = html.match(/<(?:p|h\d|ul|ol|li|a|blockquote|pre|code|th|td|hr|img|i)\b[^>]*>/g) ?? []
    expect(styled.filter((tag) => !tag.includes(' style="'))).toEqual([])

    const long = text.split('\n').filter((line) => [...line].length > 72)
    expect(long.filter((line) => !/^(\[\d+\] )?(https|mailto):\S+$|^ {4}/.test(line))).toEqual([])
    expect(text).not.toMatch(/&(?:amp|lt|gt|quot|nbsp|#\d+);|\*\*|\]\(|^#|<\/?[a-z]+>|```|\|/m)
    expect(text.slice(-400)).toMatch(
      /\nUnsubscribe: https:\/\/unsubscribe\.invalid\/\n(?:.*\n)+hello@kitewright\.example\n$/,
    )
  },
)

test.each([
  ['English', 'A sentence = of a few words. '],
  ['Hindi', 'नमस्ते दुनिया यह एक लंबा लेख है। '],
])('the computed size of %s is the email’s, or up to a tenth more', async (_, sentence) => {
  const html = `<p style="margin:0">${sentence.repeat(500)}</p>\n`
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ from: 'a@b.example', to: 'a@b.example', subject: 'A', html })
  const ratio = encodedBytes(html) / String(message).split('\r\n\r\n').slice(1).join('\r\n\r\n').length
  expect(ratio).toBeGreaterThan(0.999)
  expect(ratio).toBeLessThan(1.1)
})

test('refuses an issue that Gmail would clip, and ends both parts with the postal address', () => {
  const tokens = Array.from({ length: 20 }, () => sample.prose.tokens).flat()
  const long = { ...sample, prose: { ...sample.prose, tokens } }
  expect(() => renderIssue(long, site)).toThrow(/would be [1-9]\d\d kB, but the maximum is 90 kB/)
  const studio = { ...site.studio, postalAddress: '12 Example Street\n10115 Berlin <DE>' }
  const issue = renderIssue(sample, { ...site, studio })
  expect(issue.text).toContain('\n12 Example Street\n10115 Berlin <DE>\nhello@')
  expect(issue.html).toContain('12 Example Street<br>10115 Berlin &lt;DE&gt;<br>')
})

const pictures = new Map<string, Picture>([
  ['plan.png', { file: 'articles/a/plan.png', src: '/blog/a/plan.png', width: 1_080, height: 600 }],
  ['plan.svg', { file: 'articles/a/plan.svg', src: '/blog/a/plan.svg', width: 300, height: 200 }],
])

/** Renders Markdown as an issue, without its heading, call to action, and styles. */
function rendered(markdown: string) {
  const prose = parseProse(markdown, { file: 'articles/a.md', line: 1 }, 'en-US')
  const { html, text } = renderIssue({ ...sample, prose, pictures, path: '/blog/a' }, site)
  const rows = html.replaceAll(/ style="[^"]*"/g, '').split('<td class="thread">')
  const start = text.indexOf('/blog/a\n') + '/blog/a\n'.length
  return {
    colored: html.match(/(?<=<td width=")\d+(?=%"[^>]*background-color)/g),
    html: rows
      .slice(2, -2)
      .map((row) => row.slice(0, row.lastIndexOf('</td></tr>')))
      .join(''),
    text: text.slice(start, text.indexOf(`\n\n\n${site.blog.callToAction.heading}`)).replace(/^\n+/, ''),
  }
}

describe('in an issue', () => {
  test('a picture has an absolute URL and a width that Outlook keeps, and an SVG is a link, or text inside a link', () => {
    const { html, text } = rendered(
      '![A "plan"](plan.png "By hand")\n\n![A plan](plan.svg)\n\nSee [the ![plan](plan.svg)](/x)',
    )
    expect(html).toBe(
      '<p><img src="https://studio.example/blog/a/plan.png" alt="A &quot;plan&quot;" width="540" height="300" loading="lazy"><br><i class="second serif">By hand</i></p><p><a href="https://studio.example/blog/a/plan.svg">Picture: A plan</a></p><p>See <a href="https://studio.example/x">the Picture: plan</a></p>',
    )
    expect(text).toMatch(
      /^Picture: A "plan" \[1\]\nBy hand\n\n.*\n\n\[1\] https:\/\/studio.example\/blog\/a\/plan.png\n/s,
    )
  })

  test('links lead to the site, including those within the page, and the text numbers them by section', () => {
    const { html, text } = rendered(
      '## One\n\n[a](#part) [b](/#pricing) [c](mailto:a@b.example?subject=Hi%20you&body=x) [a](#part)\n\n## Two\n\n[d](https://x.example/?a=1&b=2)',
    )
    expect(html).toContain('<a href="https://studio.example/blog/a#part">a</a>')
    expect(html).toContain('<a href="mailto:a@b.example?subject=Hi%20you&amp;body=x">c</a>')
    expect(text.split('\n\n')).toEqual([
      'One\n---',
      'a [1] b [2] c [3] a [1]',
      '[1] https://studio.example/blog/a#part\n[2] https://studio.example/#pricing\n[3] mailto:a@b.example?subject=Hi%20you&body=x',
      '\nTwo\n---',
      'd [4]',
      '[4] https://x.example/?a=1&b=2',
    ])
  })

  test('quotes, code, lists, tasks, and footnotes keep their form', () => {
    const { html, text } = rendered(
      '> One[^1]\\\n> *two* `a < b`\n\n```ts\nif (a < b)\n  return "&amp;"\n```\n\n9. nine\n10. ten\n    - [x] done\n\n[^1]: First.\n',
    )
    expect(html).toBe(
      '<blockquote><p>One¹<br><em>two</em> <code>a &lt; b</code></p></blockquote><table role="presentation" cellPadding="0" cellSpacing="0" border="0" width="100%"><tr><td class="tag"><pre>if (a &lt; b)\n  return &quot;&amp;amp;&quot;</pre></td></tr></table><ol start="9"><li>nine</li><li>ten<ul><li>☑ done</li></ul></li></ol><hr><ol><li><p>First.</p></li></ol>',
    )
    const lists = ` 9.  nine\n 10. ten\n     - ☑ done\n\n${'-'.repeat(72)}\n\n 1. First.`
    expect(text).toBe(`> One¹\n> two a < b\n\n    if (a < b)\n      return "&amp;"\n\n${lists}`)
  })

  test('a table is a list of its rows in the text, without empty headings', () => {
    const { html, text } = rendered('| Part | Hours | |\n|---|---:|---|\n| Sign-up | 14 | *yes* |\n| All | 1,200 | |')
    expect(html).toContain('<th scope="col">Part</th><th scope="col">Hours</th><td>\u00a0</td>')
    expect(html).toContain('<td>Sign-up</td><td>14</td><td><em>yes</em></td>')
    expect(text).toBe('- Part: Sign-up\n  Hours: 14\n  yes\n\n- Part: All\n  Hours: 1,200')
  })

  test('a scale is bars of colored cells, and lines in the text', () => {
    const { html, colored, text } = rendered(
      '```scale\ncaption: How long it takes.\nunit: weeks\nrows:\n  MVP: 2-4\n  Fix: 1\n  All: 8\n```',
    )
    expect(html).toContain('<th scope="row">MVP</th><td>2-4\u00a0weeks</td>')
    expect(html.match(/(?<=<td width=")\d+/g)).toEqual(['25', '25', '50', '13', '88', '100'])
    expect(colored).toEqual(['25', '13', '100'])
    expect(text).toBe('How long it takes.\n\n- MVP: 2-4 weeks\n- Fix: 1 week\n- All: 8 weeks')
  })
})
