import type { APIRequestContext, Page } from '@playwright/test'
import { parseXml, textOf, textsOf } from './xml.ts'

export type SitemapEntry = { loc: string; path: string; lastmod: string | undefined }

/** What one of the two XML sitemaps lists. */
export async function readSitemap(request: APIRequestContext, page: Page, path: string): Promise<SitemapEntry[]> {
  const root = await parseXml(page, await (await request.get(path)).text())
  return root.children.map((url) => {
    const loc = textOf(url, 'loc')
    return { loc, path: new URL(loc).pathname, lastmod: textsOf(url, 'lastmod')[0] }
  })
}

/** Every page that the sitemaps list. */
export async function readListed(request: APIRequestContext, page: Page): Promise<SitemapEntry[]> {
  return [
    ...(await readSitemap(request, page, '/sitemap.xml')),
    ...(await readSitemap(request, page, '/blog-sitemap.xml')),
  ]
}
