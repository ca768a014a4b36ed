import type { APIRoute } from 'astro'
import { listedPages } from './_site/listed-pages.tsx'
import { xmlSitemap } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

/** Every listed page but the articles, which have a sitemap of their own. */
export const GET: APIRoute = () => {
  const site = siteUrl()
  return xmlSitemap(
    listedPages(site).filter(({ kind }) => kind === 'page'),
    site,
  )
}
