import type { APIRoute } from 'astro'
import { siteContent } from '../../../platform/content/site-content.ts'
import { siteUrl } from '../../layouts/site-url.ts'

/** RFC 9116, 2.5.5 recommends less than a year. */
const validDays = 364
const dayMs = 24 * 60 * 60 * 1000

export const GET: APIRoute = () => {
  const text = `Contact: mailto:${siteContent().studio.email}
Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', siteUrl()).href}
`
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
