import type { APIRoute, GetStaticPaths } from 'astro'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { markdownPath, mediaTypeOf } from '../../platform/http/site-files.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { jsonFeed, rssXml } from '../build/feeds.ts'
import { type ListedPage, listedPages } from '../build/listed-pages.tsx'
import { llmsText, xmlSitemap } from '../build/page-lists.ts'
import { iconIco, iconPng, iconSvg } from '../build/theme/icons.ts'
import { siteUrl } from '../layouts/site-url.ts'

type MakeBody = () => BodyInit | Promise<BodyInit>

/** Machine-readable files by path. getStaticPaths adds the pages' Markdown versions. */
const files: Readonly<Record<string, MakeBody>> = {
  '.well-known/security.txt': securityText,
  'blog-sitemap.xml': () => sitemap('article'),
  'favicon.ico': () => iconIco(siteContent().theme, siteContent().drawings),
  'favicon.svg': () => iconSvg(siteContent().theme, siteContent().drawings),
  'feed.json': () => JSON.stringify(feed()),
  'apple-touch-icon.png': () => pngIcon(180),
  'icon-192.png': () => pngIcon(192),
  'icon-512.png': () => pngIcon(512),
  'llms.txt': () => llmsText(listedPages(siteUrl()), siteContent().llms, siteContent().studio, siteUrl()),
  'manifest.webmanifest': () => JSON.stringify(manifest()),
  'robots.txt': robots,
  'rss.xml': () => rssXml(feed(), urlOf('rss.xml')),
  'sitemap.xml': () => sitemap('page'),
}

export const getStaticPaths = (() => {
  const all = new Map(Object.entries(files))
  for (const page of listedPages(siteUrl())) all.set(markdownPath(page.path).slice(1), () => page.markdown)
  return [...all].map(([file, makeBody]) => ({ params: { file }, props: { makeBody } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ makeBody: MakeBody }> = async ({ params: { file = '' }, props: { makeBody } }) =>
  new Response(await makeBody(), { headers: { 'content-type': mediaTypeOf(file) ?? '' } })

function pngIcon(size: number) {
  const { theme, drawings } = siteContent()
  return iconPng(size, theme, drawings)
}

function urlOf(file: string): string {
  return new URL(`/${file}`, siteUrl()).href
}

function feed() {
  const { facts, blog } = siteContent()
  return jsonFeed(articlesAndPages().articles, blog, facts, siteUrl())
}

function sitemap(kind: ListedPage['kind']): string {
  const pages = listedPages(siteUrl()).filter((page) => page.kind === kind)
  return xmlSitemap(pages, siteUrl())
}

/** robots.txt (RFC 9309). Disallows paths that aren't useful to crawlers. */
function robots(): string {
  const disallowed = ['/api/', '/newsletter/', '/search'].map((path) => `Disallow: ${path}`)
  const sitemaps = ['sitemap.xml', 'blog-sitemap.xml'].map((file) => `Sitemap: ${urlOf(file)}`)
  return `${['User-agent: *', 'Allow: /', ...disallowed, '', ...sitemaps].join('\n')}\n`
}

/** The web app manifest (W3C), which has the name and icons for home screens. */
function manifest() {
  const { facts, studio, theme } = siteContent()
  const { name, description } = studio
  const { ground } = theme.colors.light
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: facts.lang,
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: ['192', '512'].flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  }
}

/** How long security.txt stays valid. RFC 9116, 2.5.5 recommends less than a year. */
const securityTextDays = 364

/** security.txt (RFC 9116). */
function securityText(): string {
  return `Contact: mailto:${siteContent().studio.email}
Expires: ${new Date(Date.now() + securityTextDays * dayMs).toISOString()}
Preferred-Languages: en
Canonical: ${urlOf('.well-known/security.txt')}
`
}
