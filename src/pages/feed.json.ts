import type { APIRoute } from 'astro'
import { jsonFeed } from '../features/articles/feed.ts'
import { siteFeed } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

export const GET: APIRoute = () => {
  const feed = jsonFeed(siteFeed(), new URL('/feed.json', siteUrl()).href)
  return new Response(JSON.stringify(feed), { headers: { 'content-type': 'application/feed+json' } })
}
