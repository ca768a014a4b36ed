import { xmlElement, xmlResponse } from '../../lib/net/xml.ts'
import type { ListedPage } from './listed-pages.tsx'

/** A sitemap after sitemaps.org, schema 0.9. One takes at most 50,000 addresses. */
export function xmlSitemap(pages: readonly ListedPage[], site: URL): Response {
  const entries = pages.map(({ path, lastChanged }) => {
    return `<url>\n${xmlElement('loc', new URL(path, site).href)}${xmlElement('lastmod', lastChanged)}</url>\n`
  })
  return xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>`)
}
