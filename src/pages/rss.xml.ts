import type { APIRoute } from 'astro'
import { rssXml } from '../features/articles/feed.ts'
import { xmlResponse } from '../lib/net/xml.ts'
import { siteFeed } from './_site/machine-texts.ts'
import { siteUrl } from './_site/site-url.ts'

export const GET: APIRoute = () => xmlResponse(rssXml(siteFeed(), new URL('/rss.xml', siteUrl()).href))
