import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Article } from '../../content/articles.ts'
import { parseProse } from '../../content/prose/prose.ts'
import { siteContent } from '../../content/site-content.ts'
import { siteTexts } from '../../content/site-texts.ts'
import { ArticleCards, OlderArticles } from './ArticleCards.tsx'
import { ArticlePage } from './ArticlePage.tsx'

const { studio, blog } = siteContent()
const { articles } = siteTexts()
const site = new URL('https://studio.example')
const model = articles[0] ?? expect.fail('there is no article')

function page(article: Article, all: readonly Article[] = articles): string {
  return renderToStaticMarkup(<ArticlePage article={article} articles={all} words={blog} studio={studio} site={site} />)
}

describe('a card', () => {
  const html = renderToStaticMarkup(<ArticleCards articles={articles} words={blog} />)

  test('shows picture, date, read time, title, excerpt, and leads to its article by a link of its own name', () => {
    expect(html.match(/<article /g)).toHaveLength(7)
    expect(html).toContain('<time dateTime="2025-12-06">December 6, 2025</time>')
    expect(html).toContain(`<li>20 ${blog.readTime}</li>`)
    for (const { path, title, description } of articles) {
      expect(html).toContain(renderToStaticMarkup(<p>{description}</p>))
      expect(html).toContain(`href="${path}">${blog.readMore}`)
      expect(html).toContain(renderToStaticMarkup(<span className="visually-hidden">: {title}</span>))
    }
    expect(html.match(/<svg class="article-picture"[^>]*aria-hidden="true"/g)).toHaveLength(7)
  })

  test('escapes what its title holds', () => {
    const title = '<script>alert(1)</script> & 🪁'
    const card = renderToStaticMarkup(<ArticleCards articles={[{ ...model, title }]} words={blog} />)
    expect(card).not.toContain('<script')
    expect(card).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; 🪁')
  })
})

describe('the page of an article', () => {
  test.each(articles.map((article) => [article.slug, article] as const))(
    '%s has everything around its text',
    (_, article) => {
      const html = page(article)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).toContain(`href="/blog">← ${blog.back}</a>`)
      expect(html).toContain(`<li>${article.minutes} ${blog.readTime}</li>`)
      for (const { text, subject } of blog.callToAction.mails) {
        expect(html).toContain(`href="mailto:${studio.email}?subject=${encodeURIComponent(subject)}">${text}</a>`)
      }
      expect(html).toContain('class="button" href="/contact"')
      for (const tag of article.tags) expect(html).toContain(`href="/search?q=${tag}">#${tag}</a>`)
      for (const { id, level } of article.prose.headings) {
        expect(html.split(`href="#${id}"`)).toHaveLength(level === 2 ? 3 : 2)
      }
      expect(html).not.toMatch(/style=|undefined|\{[\w.-]+\}/)
    },
  )

  test('no name of a part stands on it twice', () => {
    for (const article of articles) {
      const ids = [...page(article).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids.length).toBe(new Set(ids).size)
    }
  })

  test('says when it was updated only where it was', () => {
    const written = { ...model.written, updated: 'January 2, 2026' }
    expect(page({ ...model, updated: '2026-01-02', written })).toContain(
      '<time dateTime="2026-01-02">January 2, 2026</time>',
    )
    expect(page({ ...model, updated: undefined })).not.toContain(blog.updated)
  })

  test('has related articles where it names some, and its neighbours in time', () => {
    const related = articles.filter((article) => article.related.length > 0)
    expect(related.length).toBe(3)
    for (const article of related) expect(page(article)).toContain(`>${blog.related}</h2>`)
    expect(page({ ...model, related: [] })).not.toContain('id="related"')
    expect(page(model)).toMatch(/rel="prev"/)
    expect(page(model)).not.toMatch(/rel="next"/)
    expect(page(model, [model])).not.toMatch(/rel="(prev|next)"/)
  })

  test('keeps a number beside what it counts in its title', () => {
    expect(page({ ...model, title: 'A 72-hour and a 72-hour <b>' })).toContain(
      'A <span class="unbroken">72-hour</span> and a <span class="unbroken">72-hour</span> &lt;b&gt;</h1>',
    )
  })

  test('bears the founder by name where there is one', () => {
    const founder = { ...studio.founder, called: 'Ada' }
    const named = renderToStaticMarkup(
      <ArticlePage article={model} articles={articles} words={blog} studio={{ ...studio, founder }} site={site} />,
    )
    expect(named).toContain('<p class="serif">Ada</p>')
    expect(page(model)).toContain(`<p class="serif">${studio.founder.called}</p>`)
  })

  test('stands without headings and without other articles too', () => {
    const prose = parseProse('Only this.', { file: 'articles/a.md', line: 1 }, 'en-US')
    const html = page({ ...model, prose, related: [] }, [])
    expect(html).toContain('<p>Only this.</p>')
    expect(html).not.toContain('<nav')
  })
})

test('older articles are a line each, and no heading without one', () => {
  expect(renderToStaticMarkup(<OlderArticles articles={[]} words={blog} />)).toBe('')
  expect(renderToStaticMarkup(<OlderArticles articles={articles} words={blog} />).match(/<li>/g)).toHaveLength(7)
})
