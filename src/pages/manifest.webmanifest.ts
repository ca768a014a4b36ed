import type { APIRoute } from 'astro'
import { siteContent } from '../content/site-content.ts'

const icons = ['192', '512'].flatMap((size) =>
  ['any', 'maskable'].map((purpose) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })),
)

export const GET: APIRoute = () => {
  const { name, description } = siteContent().studio
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#fbf8f2',
    theme_color: '#fbf8f2',
    icons,
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
