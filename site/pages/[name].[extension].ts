import type { APIRoute, GetStaticPaths } from 'astro'
import { siteContent } from '../../platform/content/site-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import { mediaTypeOf } from '../../platform/http/site-files.ts'
import { jsonFeed, rssXml } from '../build/feed.ts'
import { type ListedPage, listedPages } from '../build/listed-pages.tsx'
import { llmsText, xmlSitemap } from '../build/machine-texts.ts'
import { iconIco, iconPng, iconSvg } from '../build/theme/icons.ts'
import { siteUrl } from '../layouts/site-url.ts'

/** Files for machines, by name in the site's root. */
const files: Readonly<Record<string, () => BodyInit | Promise<BodyInit>>> = {
  'blog-sitemap.xml': () => sitemap('article'),
  'favicon.ico': () => iconIco(...iconInput()),
  'favicon.svg': () => iconSvg(...iconInput()),
  'feed.json': () => JSON.stringify(feed()),
  'apple-touch-icon.png': () => iconPng(180, ...iconInput()),
  'icon-192.png': () => iconPng(192, ...iconInput()),
  'icon-512.png': () => iconPng(512, ...iconInput()),
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

function iconInput() {
  const { theme, drawings } = siteContent()
  return [theme, drawings] as const
}

function addressOf(file: string): string {
  return new URL(`/${file}`, siteUrl()).href
}

function feed() {
  const { facts, blog } = siteContent()
  return jsonFeed(siteTexts().articles, blog, facts, siteUrl())
}

function sitemap(wanted: ListedPage['kind']): string {
  const pages = listedPages(siteUrl()).filter(({ kind }) => kind === wanted)
  return xmlSitemap(pages, siteUrl())
}

function robots(): string {
  const disallowed = ['/api/', '/newsletter/', '/search'].map((path) => `Disallow: ${path}`)
  const sitemaps = ['sitemap.xml', 'blog-sitemap.xml'].map((file) => `Sitemap: ${addressOf(file)}`)
  return `${['User-agent: *', 'Allow: /', ...disallowed, '', ...sitemaps].join('\n')}\n`
}

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
