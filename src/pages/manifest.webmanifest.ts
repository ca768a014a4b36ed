import type { APIRoute } from 'astro'
import { siteContent } from '../content/site-content.ts'

export const GET: APIRoute = () => {
  const { name, description } = siteContent().studio
  const manifest = {
    name,
    short_name: name,
    description,
    start_url: '/',
    display: 'browser',
    background_color: '#fbf8f2',
    theme_color: '#fbf8f2',
    icons: ['192', '512'].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
