import type { APIRoute } from 'astro'
import { siteContent } from '../content/site-content.ts'
import { listedPages } from './_site/listed-pages.tsx'
import { llmsText, plainText } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

export const GET: APIRoute = () => {
  const { llms, studio } = siteContent()
  const site = siteUrl()
  return plainText(llmsText(listedPages(site), llms, studio, site))
}
