import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Article, lastChangedDay } from '../../platform/content/articles.ts'
import { type ArticlesAndPages, articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { currentBanner } from '../../platform/content/home/home.ts'
import type { MarkdownPage } from '../../platform/content/markdown-pages.ts'
import { proseMarkdown } from '../../platform/content/prose/prose-markdown.ts'
import { type SiteContent, siteContent } from '../../platform/content/site-content.ts'
import type { Blog } from '../../platform/content/site-copy.ts'
import { escapeMarkdown } from '../../platform/text/markdown.ts'
import type { TextSection } from '../../platform/text/text-index.ts'
import { BlogPage } from '../sections/articles/BlogPage.tsx'
import { CallLink } from '../sections/calls/CallLink.tsx'
import { ContactForm, ContactPageForm } from '../sections/contact/ContactForm.tsx'
import { ContactPage } from '../sections/contact/ContactPage.tsx'
import { Banner } from '../sections/home/Banner.tsx'
import { HomePage } from '../sections/home/HomePage.tsx'
import { SitemapPage } from '../sections/SitemapPage.tsx'
import { lastChange } from './last-change.ts'
import { type PageSection, pageMarkdown, sectionsOf } from './page-markdown.ts'

type PageHead = {
  path: string
  title: string
  description: string
  /** A day, like `2025-12-06`, if it's known. */
  lastChanged: string | undefined
}

/** A listed page. Its Markdown and sections are rendered on access because thousands of them wouldn't fit in memory. */
export type ListedPage = PageHead & {
  kind: 'page' | 'article'
  readonly markdown: string
  /** The plain text to search, without lists of other pages. */
  readonly sections: PageSection[]
}

let cached: ListedPage[] | undefined

/** Lists the site's pages. The list is cached, except during `npm run dev`. */
export function listedPages(site: URL): ListedPage[] {
  if (cached && !import.meta.env.DEV) return cached
  const now = new Date()
  cached = pagesOf(siteContent(), articlesAndPages(), { site, now, lastChange: (files) => lastChange(files, now) })
  return cached
}

export function* textSections(site: URL): Generator<TextSection> {
  for (const { path, title, sections } of listedPages(site)) {
    for (const { anchor = '', heading = '', ...rest } of sections) yield { path, title, anchor, heading, ...rest }
  }
}

type Listing = { site: URL; now: Date; lastChange: (files: readonly string[]) => string | undefined }

/** Pages for sitemaps, llms.txt, Markdown versions, and search. A new page needs an entry here. Articles come last. */
export function pagesOf(content: SiteContent, markdown: ArticlesAndPages, listing: Listing): ListedPage[] {
  const { site, now, lastChange } = listing
  const { facts, studio, home, drawings, blog, sitemap, words } = content
  const banner = currentBanner(home.sections, facts, now)
  const { articles, pages } = markdown
  const newest = articles.map(lastChangedDay).toSorted().at(-1)
  const form = <ContactForm send={home.contact.form.send} texts={words.form} />
  const contactForm = (
    <ContactPageForm copy={home.contact} draft={content.chat.consultation} studio={studio} texts={words.form} />
  )
  const callLink = <CallLink text={content.calls?.link} />
  const views: View[] = [
    {
      path: '/',
      title: `${studio.name} · ${studio.tagline}`,
      description: studio.description,
      lastChanged: lastChange(['home', 'offers.yaml', 'studio.yaml']),
      view: (
        <>
          {banner && <Banner {...banner} />}
          <HomePage home={home} studio={studio} drawings={drawings}>
            {form}
            {callLink}
          </HomePage>
        </>
      ),
    },
    {
      path: '/blog',
      title: blog.name,
      description: blog.description,
      lastChanged: newest,
      isIndex: true,
      view: <BlogPage content={content} articles={articles} />,
    },
    {
      path: '/contact',
      title: home.contact.page.heading,
      description: home.contact.text,
      lastChanged: lastChange(['home/contact.yaml', 'studio.yaml']),
      view: (
        <ContactPage copy={home.contact.page} drawings={{}} form={contactForm} hasCalls={content.calls !== undefined}>
          {callLink}
        </ContactPage>
      ),
    },
  ]
  const sitemapView: View = {
    path: '/sitemap',
    title: sitemap.heading,
    description: sitemap.description,
    lastChanged: newest,
    isIndex: true,
    view: <SitemapPage content={content} articles={articles} pages={pages} site={site} />,
  }
  return [
    ...views.map((view) => viewPage(view, site)),
    ...pages.map((page) => markdownPage(page, content.frame.legal.updated, listing)),
    viewPage(sitemapView, site),
    ...articles.map((article) => articlePage(article, blog, site)),
  ]
}

type View = PageHead & {
  /** Whether the page is mainly a list of pages. Search covers only the part above the list. */
  isIndex?: boolean
  view: ReactElement
}

function viewPage({ isIndex, view, ...head }: View, site: URL): ListedPage {
  const html = () => renderToStaticMarkup(view)
  const markdown = () => pageMarkdown(html(), new URL(head.path, site))
  return {
    ...head,
    kind: 'page',
    get markdown() {
      return markdown()
    },
    get sections() {
      const sections = sectionsOf(markdown(), { html: html(), title: head.title })
      if (!isIndex) return sections
      return sections.slice(0, 1).map(({ text }) => ({ text: `${text} ${head.description}`.trim() }))
    },
  }
}

function markdownPage(page: MarkdownPage, updatedHeading: string, { site, lastChange }: Listing): ListedPage {
  const { updatedLabel, updated, file } = page
  const above = updatedLabel === undefined ? [] : [`${escapeMarkdown(updatedHeading)} ${updatedLabel}`]
  return proseEntry({ ...page, kind: 'page', lastChanged: updated ?? lastChange([file]), above, below: [] }, site)
}

function articlePage(article: Article, blog: Blog, site: URL): ListedPage {
  const { dateLabel, updatedLabel, minutes, tags } = article
  const details = [dateLabel, `${minutes} ${blog.readTime}`]
  if (updatedLabel !== undefined) details.push(`${blog.updated} ${updatedLabel}`)
  const above = [escapeMarkdown(details.join(' · '))]
  const below = [`${escapeMarkdown(blog.topics)}: ${tags.map(escapeMarkdown).join(', ')}`]
  return proseEntry({ ...article, kind: 'article', lastChanged: lastChangedDay(article), above, below }, site)
}

type ProseEntry = Omit<ListedPage, 'markdown' | 'sections'> &
  Pick<Article, 'prose' | 'pictures'> & { tags?: string[]; above: string[]; below: string[] }

/** An entry for a page written in Markdown. `above` and `below` are Markdown around its text. */
function proseEntry({ prose, pictures, tags = [], above, below, ...head }: ProseEntry, site: URL): ListedPage {
  return {
    ...head,
    get markdown() {
      const text = proseMarkdown(prose, { base: new URL(head.path, site), pictures }).trim()
      const summary = `> ${escapeMarkdown(head.description)}`
      return `${[`# ${escapeMarkdown(head.title)}`, ...above, summary, text, ...below].join('\n\n')}\n`
    },
    get sections() {
      const sections = prose.sections.map(({ heading, text }) => ({
        anchor: heading?.id,
        heading: heading?.text,
        text,
      }))
      const [first, ...others] = sections
      return [{ ...first, text: `${head.description}\n${first?.text}`, tags }, ...others]
    },
  }
}
