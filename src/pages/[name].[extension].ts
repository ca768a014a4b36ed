import type { APIRoute, GetStaticPaths } from 'astro'
import { KITE_ICON, kiteIconIco, kiteIconPng } from '../build/kite-icon.ts'
import { siteContent } from '../content/site-content.ts'
import { siteTexts } from '../content/site-texts.ts'
import { jsonFeed, rssXml } from '../features/articles/feed.ts'
import { siteUrl } from '../layouts/head.ts'
import { mediaTypeOf } from '../lib/net/site-files.ts'
import { type ListedPage, listedPages } from './_site/listed-pages.tsx'
import { llmsText, xmlSitemap } from './_site/machine-texts.ts'

/** The site's files for machines, by their names in its root. */
const files: Readonly<Record<string, () => BodyInit | Promise<BodyInit>>> = {
  'blog-sitemap.xml': () => sitemap('article'),
  'favicon.ico': kiteIconIco,
  'favicon.svg': () => KITE_ICON,
  'feed.json': () => JSON.stringify(feed()),
  'icon-180.png': () => kiteIconPng(180),
  'icon-192.png': () => kiteIconPng(192),
  'icon-512.png': () => kiteIconPng(512),
  'llms.txt': () => llmsText(listedPages(siteUrl()), siteContent().llms, siteContent().studio, siteUrl()),
  'manifest.webmanifest': () => JSON.stringify(manifest()),
  'robots.txt': robots,
  'rss.xml': () => rssXml(feed(), addressOf('rss.xml')),
  'sitemap.xml': () => sitemap('page'),
}

export const getStaticPaths = (() =>
  Object.entries(files).map(([file, body]) => {
    const [name, extension] = file.split('.')
    return { params: { name, extension }, props: { file, body } }
  })) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string; body: () => BodyInit | Promise<BodyInit> }> = async ({ props }) =>
  new Response(await props.body(), { headers: { 'content-type': mediaTypeOf(props.file) ?? '' } })

function addressOf(file: string): string {
  return new URL(`/${file}`, siteUrl()).href
}

function feed() {
  const { studio, blog } = siteContent()
  return jsonFeed(siteTexts().articles, blog, studio, siteUrl())
}

function sitemap(wanted: ListedPage['kind']): string {
  const pages = listedPages(siteUrl()).filter(({ kind }) => kind === wanted)
  return xmlSitemap(pages, siteUrl())
}

function robots(): string {
  const keptOut = ['/api/', '/newsletter/', '/search'].map((path) => `Disallow: ${path}`)
  const sitemaps = ['sitemap.xml', 'blog-sitemap.xml'].map((file) => `Sitemap: ${addressOf(file)}`)
  return `${['User-agent: *', 'Allow: /', ...keptOut, '', ...sitemaps].join('\n')}\n`
}

function manifest() {
  const { name, description } = siteContent().studio
  return {
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
