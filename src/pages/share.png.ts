import type { APIRoute } from 'astro'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sharePicture } from '../build/share-picture.ts'
import { siteContent } from '../content/site-content.ts'
import { KiteOnThread } from './_home/HeroKite.tsx'

export const GET: APIRoute = async () => {
  const { studio, home } = siteContent()
  const { name, tagline } = studio
  const { headline } = home.hero
  const picture = await sharePicture({ name, headline, tagline }, renderToStaticMarkup(createElement(KiteOnThread)))
  return new Response(picture, { headers: { 'content-type': 'image/png' } })
}
