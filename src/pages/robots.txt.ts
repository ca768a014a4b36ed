import type { APIRoute } from 'astro'
import { plainText } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

/** What answers one visitor: nothing in it is for an index, and following its links would change something. */
const keptOut = ['/api/', '/newsletter/', '/search']

export const GET: APIRoute = () => {
  const sitemaps = ['/sitemap.xml', '/blog-sitemap.xml'].map((path) => `Sitemap: ${new URL(path, siteUrl()).href}`)
  const lines = ['User-agent: *', 'Allow: /', ...keptOut.map((path) => `Disallow: ${path}`), '', ...sitemaps]
  return plainText(`${lines.join('\n')}\n`)
}
