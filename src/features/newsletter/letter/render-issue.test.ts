import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { faultsOfMail } from '../../../../tests/support/mails.ts'
import { type Article, readArticles } from '../../../content/articles.ts'
import { siteContent } from '../../../content/site-content.ts'
import { unsubscribePlace, withUnsubscribeLink } from './letter.ts'
import { encodedBytes, maxIssueBytes, renderIssue } from './render-issue.ts'

const content = siteContent()
const site = { ...content, siteUrl: 'https://studio.example' }
const articles = readArticles(content.facts, new Date())

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function visibleText(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&', zwnj: '' }
  return html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp|zwnj);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
}

/** What the inline pieces of an article say, each as one line. */
function saidIn({ prose }: Article): string[] {
  return prose.tokens
    .filter(({ type }) => type === 'inline')
    .map(({ children }) =>
      (children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join(''),
    )
}

/** Where an article itself leads to, beyond the site. */
function sourcesOf({ prose }: Article): string[] {
  return prose.tokens
    .flatMap(({ children }) => children ?? [])
    .map((token) => String(token.attrGet('href') ?? ''))
    .filter((href) => href.startsWith('https://'))
}

describe.each(articles.map((article) => [article.slug, article] as const))('%s as a letter', (_, article) => {
  const { subject, html, text } = renderIssue(article, site)
  const visible = visibleText(html)

  test('says every heading, paragraph, item and cell in both parts', () => {
    const said = saidIn(article)
    for (const each of said) expect(visible).toContain(each.replaceAll(/\s+/g, ' ').trim())
    const left = new Map<string, number>()
    for (const word of wordsOf(text.replaceAll(/\s\[\d+\]/g, ''))) left.set(word, (left.get(word) ?? 0) + 1)
    const missing = said.flatMap(wordsOf).filter((word) => {
      const count = left.get(word) ?? 0
      left.set(word, count - 1)
      return count < 1
    })
    expect(missing).toEqual([])
    for (const { rows, caption } of article.prose.scales.values()) {
      for (const { label, figure } of rows) expect(visible).toContain(label + figure)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(caption)
    }
    expect(subject).toBe(article.title)
  })

  test('stays below the size at which mail programs cut, with a link of one reader in it', () => {
    const link = `https://${'long-name.'.repeat(8)}example/newsletter/unsubscribe?key=${'k'.repeat(90)}`
    expect(encodedBytes(withUnsubscribeLink({ subject, html, text }, link).html)).toBeLessThan(maxIssueBytes)
  })

  test('leads only to the site, to mails and to the article’s own sources, without a word of who reads, and loads nothing', () => {
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map((match) => match[1] ?? '')
    const wrong = links.filter(
      (href) =>
        !/^https:\/\/studio\.example\/[^?]*$|^mailto:/.test(href) &&
        href !== unsubscribePlace &&
        !sourcesOf(article).includes(href),
    )
    expect(wrong).toEqual([])
    expect(links.filter((href) => href === unsubscribePlace)).toHaveLength(1)
    expect(html).not.toMatch(
      /<script|<link|<img|<svg|@import|url\(|class="(?!second|letter|ground|edge|thread|tag|data|scale|button|name|spar)/,
    )
  })

  test('is valid, and every element that Outlook would dress itself has its own style', async () => {
    expect(await faultsOfMail(html)).toEqual([])
    const bare = [...html.matchAll(/<(?:p|h\d|ul|ol|li|a|blockquote|pre|code|th|td|hr|img|i)\b[^>]*>/g)]
    expect(bare.map(([tag]) => tag).filter((tag) => !tag.includes(' style="'))).toEqual([])
  })

  test('has a text part that needs no HTML: lines of 72 columns, no entities, no marks of Markdown', () => {
    const long = text.split('\n').filter((line) => [...line].length > 72)
    expect(long.filter((line) => !/^(\[\d+\] |[^:]+: )?https:\S+$|^ {4}/.test(line))).toEqual([])
    expect(text).not.toMatch(/&(?:amp|lt|gt|quot|nbsp|#\d+);|\*\*|\]\(|^#|<\/?[a-z]+>|```|\|/m)
    expect(text.slice(-400)).toMatch(
      /\nUnsubscribe: https:\/\/unsubscribe\.invalid\/\n(?:.*\n)+hello@kitewright\.example\n$/,
    )
  })

  test('comes out of a mail as it went in', async () => {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await composer.sendMail({
      from: 'a@studio.example',
      to: 'b@studio.example',
      subject,
      text,
      html,
    })
    const mail = await PostalMime.parse(message as Buffer)
    const lines = (part: string | undefined) => part?.replaceAll('\r\n', '\n').trimEnd()
    expect([mail.subject, lines(mail.html), lines(mail.text)]).toEqual([subject, html.trimEnd(), text.trimEnd()])
  })
})

test.each([
  ['in English', 'A sentence = of a few words. '],
  ['in Hindi', 'नमस्ते दुनिया यह एक लंबा लेख है। '],
  ['in both', 'A few words, नमस्ते, and some more of them. '],
])('the size counted for a text %s is that of the mail, or up to a tenth more', async (_, sentence) => {
  const html = `<p style="margin:0">${sentence.repeat(500)}</p>\n`
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ from: 'a@b.example', to: 'a@b.example', subject: 'A', html })
  const body = String(message).split('\r\n\r\n').slice(1).join('\r\n\r\n')
  expect(encodedBytes(html) / body.length).toBeGreaterThan(0.999)
  expect(encodedBytes(html) / body.length).toBeLessThan(1.1)
})

test('a letter that would be cut is none: the error says its size', () => {
  const [article] = articles
  const tokens = Array.from({ length: 20 }, () => article?.prose.tokens ?? []).flat()
  const long = article && { ...article, prose: { ...article.prose, tokens } }
  expect(() => long && renderIssue(long, site)).toThrow(/would have [1-9]\d\d kB, .* above 90 kB/)
})

test('where the studio reaches its readers on paper ends both parts', () => {
  const [article] = articles
  const studio = { ...site.studio, postalAddress: '12 Example Street\n10115 Berlin <DE>' }
  const letter = article && renderIssue(article, { ...site, studio })
  expect(letter?.text).toContain('\n12 Example Street\n10115 Berlin <DE>\nhello@')
  expect(letter?.html).toContain('12 Example Street<br>\n10115 Berlin &lt;DE&gt;<br>')
})
