import { expect, test } from 'vitest'
import { siteContent } from '../../content/site-content.ts'
import type { ListedPage } from './listed-pages.tsx'
import { llmsText, xmlSitemap } from './machine-texts.ts'

const site = new URL('https://studio.example')
const { llms, studio } = siteContent()

function page(path: string, kind: ListedPage['kind'], lastChanged?: string): ListedPage {
  return { path, kind, lastChanged, title: `T ${path}`, description: `D ${path}`, markdown: '', sections: [] }
}

const pages = [page('/', 'page'), page('/terms', 'page', '2025-06-01'), page('/blog/a', 'article', '2025-12-06')]

test('a sitemap says the day of a change where it is known, and none where it is not', () => {
  const text = xmlSitemap(pages, site)
  expect(text).toContain('<url>\n<loc>https://studio.example/</loc>\n</url>')
  expect(text).toContain('<url>\n<loc>https://studio.example/terms</loc>\n<lastmod>2025-06-01</lastmod>\n</url>')
})

test('llms.txt leads with name, summary and prices, then links the twins, what can be spared last', () => {
  const text = llmsText(pages, llms, studio, site)
  expect(text).toMatch(new RegExp(`^# ${studio.name}\n\n> ${studio.description.slice(0, 20)}`))
  expect(text).toContain('- Startup MVP Package: $4,997, with 30 days of support: one workflow')
  expect(text).toContain('## Pages\n\n- [T /](https://studio.example/index.md): D /\n')
  expect(text).toContain('## Articles\n\n- [T /blog/a](https://studio.example/blog/a.md): D /blog/a\n')
  expect(text).toMatch(/## Optional\n\n- \[T \/terms\]\(https:\/\/studio\.example\/terms\.md\): D \/terms\n$/)
})
