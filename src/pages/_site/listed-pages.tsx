import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { lastChange } from '../../build/last-change.ts'
import { type Article, changeDay } from '../../content/articles.ts'
import { promotionShows } from '../../content/home/home.ts'
import type { Prose } from '../../content/prose/prose.ts'
import { type Picture, proseMarkdown } from '../../content/prose/render-prose.ts'
import { type SiteContent, siteContent } from '../../content/site-content.ts'
import { type LegalText, type SiteTexts, siteTexts } from '../../content/site-texts.ts'
import type { Blog } from '../../content/site-words.ts'
import { ContactForm } from '../../features/leads/ContactForm.tsx'
import { escapeMarkdown } from '../../lib/text/markdown.ts'
import { blocksMarkdown, blocksPlain, type PageBlock, pageBlocks, type TextSection } from '../../lib/text/page-text.ts'
import { longDay } from '../../lib/text/time-text.ts'
import { BlogPage } from '../_blog/BlogPage.tsx'
import { ContactPage } from '../_contact/ContactPage.tsx'
import { HomePage } from '../_home/HomePage.tsx'
import { Banner } from '../_home/sections/Banner.tsx'
import { SitemapPage } from '../_sitemap/SitemapPage.tsx'

type PageHead = {
  /** From the root: `/`, `/blog/saas-trends-2025`. */
  path: string
  title: string
  description: string
  /** The day (`2025-12-06`) on which its substance changed last; none where that can't be known. */
  lastChanged: string | undefined
}

/** A page that sitemaps, llms.txt and the search know of, in words alone. */
export type ListedPage = PageHead & {
  kind: 'page' | 'article'
  /** The whole page, with absolute addresses. Made when it is asked for: thousands of them are not kept. */
  readonly markdown: string
  /** Its parts without Markdown's marks, for the search. Lists of other pages are left out: those are found themselves. */
  readonly sections: PageSection[]
}

type PageSection = { anchor?: string | undefined; heading?: string | undefined; text: string }

export type PagesContext = {
  /** Where the site stands. */
  site: URL
  now: Date
  /** @returns the day on which one of these files below content/ was changed last */
  lastChange: (files: readonly string[]) => string | undefined
}

let kept: ListedPage[] | undefined

/** Every listed page: made once in a build, and anew at every request of `npm run dev`. */
export function listedPages(site: URL): ListedPage[] {
  if (kept === undefined || import.meta.env.DEV) {
    const now = new Date()
    kept = pagesOf(siteContent(), siteTexts(), { site, now, lastChange: (files) => lastChange(files, now) })
  }
  return kept
}

/** What every listed page says, part by part, for /search and the not-found page. */
export function* textSections(site: URL): Generator<TextSection> {
  for (const { path, title, sections } of listedPages(site)) {
    for (const { anchor = '', heading = '', text } of sections) yield { path, title, anchor, heading, text }
  }
}

/**
 * The list that sitemaps, llms.txt, the twins in Markdown and the search are made of: a new page needs an entry here, with
 * the view that it shows. The articles come last, the newest first. What answers one visitor is not among them.
 */
export function pagesOf(content: SiteContent, texts: SiteTexts, { site, now, lastChange }: PagesContext): ListedPage[] {
  const { studio, offers, home, blog, sitemap } = content
  const { articles } = texts
  const newest = articles.map(changeDay).toSorted().at(-1)
  const form = <ContactForm texts={home.contact.form} />
  return [
    viewedPage(
      {
        path: '/',
        title: `${studio.name} · ${studio.tagline}`,
        description: studio.description,
        lastChanged: lastChange(['home', 'offers.yaml', 'studio.yaml']),
      },
      site,
      <>
        {promotionShows(offers, now) && <Banner {...home.banner} />}
        <HomePage home={home} studio={studio} offers={offers}>
          {form}
        </HomePage>
      </>,
    ),
    overviewPage(
      { path: '/blog', title: blog.name, description: blog.description, lastChanged: newest },
      site,
      <BlogPage content={content} articles={articles} />,
    ),
    viewedPage(
      {
        path: '/contact',
        title: home.contact.heading,
        description: home.contact.text,
        lastChanged: lastChange(['home/contact.yaml', 'studio.yaml']),
      },
      site,
      <ContactPage words={home.contact} email={studio.email}>
        {form}
      </ContactPage>,
    ),
    ...[texts.privacy, texts.terms].map((text) => legalPage(text, content.frame.legal.updated, site)),
    overviewPage(
      { path: '/sitemap', title: sitemap.heading, description: sitemap.description, lastChanged: newest },
      site,
      <SitemapPage content={content} articles={articles} site={site} />,
    ),
    ...articles.map((article) => articlePage(article, blog, site)),
  ]
}

/** A page in the words of its view, parted at its headings of the second level. */
function viewedPage(head: PageHead, site: URL, view: ReactElement): ListedPage {
  return {
    ...head,
    kind: 'page',
    get markdown() {
      return blocksMarkdown(viewBlocks(head, site, view))
    },
    get sections() {
      const parts: PageBlock[][] = [[]]
      for (const block of viewBlocks(head, site, view)) {
        if (block.level === 2) parts.push([])
        if (block.level !== 1) parts.at(-1)?.push(block)
      }
      return parts.map(([first, ...rest]) =>
        first?.level === 2
          ? { anchor: first.anchor, heading: first.plain, text: blocksPlain(rest) }
          : { text: blocksPlain(first ? [first, ...rest] : []) },
      )
    },
  }
}

/** A page that leads to others: the search knows what stands above the list. */
function overviewPage(head: PageHead, site: URL, view: ReactElement): ListedPage {
  return {
    ...head,
    kind: 'page',
    get markdown() {
      return blocksMarkdown(viewBlocks(head, site, view))
    },
    get sections() {
      const blocks = viewBlocks(head, site, view)
      const above = blocks.slice(
        0,
        blocks.findIndex(({ level }) => level === 2),
      )
      const own = above.filter(({ plain }) => plain !== head.title)
      return [{ text: [blocksPlain(own), head.description].filter(Boolean).join(' ') }]
    },
  }
}

function viewBlocks({ path }: PageHead, site: URL, view: ReactElement): PageBlock[] {
  return pageBlocks(renderToStaticMarkup(view), new URL(path, site))
}

function legalPage(text: LegalText, updated: string, site: URL): ListedPage {
  const above = [`${escapeMarkdown(updated)} ${longDay(text.updated)}`]
  return writtenPage({ ...text, kind: 'page', lastChanged: text.updated, pictures: new Map(), above, below: [] }, site)
}

function articlePage(article: Article, words: Blog, site: URL): ListedPage {
  const { date, updated, minutes, tags } = article
  const meta = [longDay(date), `${minutes} ${words.readTime}`]
  if (updated !== undefined) meta.push(`${words.updated} ${longDay(updated)}`)
  const above = [escapeMarkdown(meta.join(' · '))]
  const below = [`${escapeMarkdown(words.topics)}: ${tags.join(', ')}`]
  return writtenPage({ ...article, kind: 'article', lastChanged: changeDay(article), above, below }, site)
}

type WrittenPage = PageHead & {
  kind: ListedPage['kind']
  prose: Prose
  pictures: ReadonlyMap<string, Picture>
  /** What stands around the text, in Markdown. */
  above: string[]
  below: string[]
}

/** A page whose text is written in Markdown. */
function writtenPage(
  { path, title, description, kind, lastChanged, prose, ...rest }: WrittenPage,
  site: URL,
): ListedPage {
  const { pictures, above, below } = rest
  return {
    path,
    title,
    description,
    kind,
    lastChanged,
    get markdown() {
      const text = proseMarkdown(prose, { base: new URL(path, site), pictures }).trim()
      const summary = `> ${escapeMarkdown(description)}`
      return `${[`# ${escapeMarkdown(title)}`, ...above, summary, text, ...below].join('\n\n')}\n`
    },
    get sections() {
      return prose.sections.map(({ heading, text }) => ({ anchor: heading?.id, heading: heading?.text, text }))
    },
  }
}
