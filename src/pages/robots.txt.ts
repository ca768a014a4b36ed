import type { APIRoute } from 'astro'
import { plainText } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

const keptOut = ['/api/', '/newsletter/', '/search']

export const GET: APIRoute = () => {
  const sitemaps = ['/sitemap.xml', '/blog-sitemap.xml'].map((path) => `Sitemap: ${new URL(path, siteUrl()).href}`)
  const lines = ['User-agent: *', 'Allow: /', ...keptOut.map((path) => `Disallow: ${path}`), '', ...sitemaps]
  return plainText(`${lines.join('\n')}\n`)
}
