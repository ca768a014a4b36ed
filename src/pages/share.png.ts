import type { APIRoute } from 'astro'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sharePicture } from '../build/share-picture.ts'
import { readHome } from '../content/home.ts'
import { readOffers } from '../content/offers.ts'
import { readStudio } from '../content/studio.ts'
import { KiteOnThread } from './_home/HeroKite.tsx'

export const GET: APIRoute = async () => {
  const { name, tagline } = readStudio()
  const { headline } = readHome(readOffers()).hero
  const picture = await sharePicture({ name, headline, tagline }, renderToStaticMarkup(createElement(KiteOnThread)))
  return new Response(picture, { headers: { 'content-type': 'image/png' } })
}
