import type { APIRoute } from 'astro'
import { listedPages } from './_site/listed-pages.tsx'
import { xmlSitemap } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

export const GET: APIRoute = () => {
  const site = siteUrl()
  return xmlSitemap(
    listedPages(site).filter(({ kind }) => kind === 'page'),
    site,
  )
}
