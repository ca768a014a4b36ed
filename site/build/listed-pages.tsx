import { execFileSync } from 'node:child_process'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Article, changeDay } from '../../platform/content/articles.ts'
import { currentBanner } from '../../platform/content/home/home.ts'
import { proseMarkdown } from '../../platform/content/prose/fill-prose.ts'
import { contentPath } from '../../platform/content/read-content.ts'
import { type SiteContent, siteContent } from '../../platform/content/site-content.ts'
import { type SiteTexts, siteTexts } from '../../platform/content/site-texts.ts'
import type { Blog } from '../../platform/content/site-words.ts'
import type { TextPage } from '../../platform/content/text-pages.ts'
import { escapeMarkdown } from '../../platform/text/markdown.ts'
import type { TextSection } from '../../platform/text/text-index.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { BlogPage } from '../sections/articles/BlogPage.tsx'
import { CallLink } from '../sections/calls/CallLink.tsx'
import { ContactForm, ContactPageForm } from '../sections/contact/ContactForm.tsx'
import { ContactPage } from '../sections/contact/ContactPage.tsx'
import { Banner } from '../sections/home/Banner.tsx'
import { HomePage } from '../sections/home/HomePage.tsx'
import { SitemapPage } from '../sections/SitemapPage.tsx'
import { type PageSection, pageMarkdown, sectionsOf } from './page-markdown.ts'

type PageHead = {
  path: string
  title: string
  description: string
  /** Like `2025-12-06`; undefined if unknown. */
  lastChanged: string | undefined
}

/** Markdown and sections are rendered on access, because those of thousands of pages would take too much memory. */
export type ListedPage = PageHead & {
  kind: 'page' | 'article'
  readonly markdown: string
  /** Plain text for the search, without lists of other pages. */
  readonly sections: PageSection[]
}

let cached: ListedPage[] | undefined

/** Cached during a build; `npm run dev` reads content/ for every request. */
export function listedPages(site: URL): ListedPage[] {
  if (cached && !import.meta.env.DEV) return cached
  const now = new Date()
  cached = pagesOf(siteContent(), siteTexts(), { site, now, lastChange: (files) => lastChange(files, now) })
  return cached
}

export function* textSections(site: URL): Generator<TextSection> {
  for (const { path, title, sections } of listedPages(site)) {
    for (const { anchor = '', heading = '', ...rest } of sections) yield { path, title, anchor, heading, ...rest }
  }
}

type Listing = { site: URL; now: Date; lastChange: (files: readonly string[]) => string | undefined }

/** Pages for sitemaps, llms.txt, Markdown versions, and the search. A new page needs an entry here. Articles come last. */
export function pagesOf(content: SiteContent, texts: SiteTexts, { site, now, lastChange }: Listing): ListedPage[] {
  const { facts, studio, home, drawings, blog, sitemap, words } = content
  const banner = currentBanner(home.sections, facts, now)
  const { articles } = texts
  const newest = articles.map(changeDay).toSorted().at(-1)
  const form = <ContactForm send={home.contact.form.send} texts={words.form} />
  const contactForm = (
    <ContactPageForm words={home.contact} draft={content.chat.consultation} studio={studio} texts={words.form} />
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
        <ContactPage words={home.contact.page} drawings={{}} form={contactForm} hasCalls={content.calls !== undefined}>
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
    view: <SitemapPage content={content} articles={articles} pages={texts.pages} site={site} />,
  }
  return [
    ...views.map((view) => viewPage(view, site)),
    ...texts.pages.map((text) => textPage(text, content.frame.legal.updated, { site, lastChange })),
    viewPage(sitemapView, site),
    ...articles.map((article) => articlePage(article, blog, site)),
  ]
}

/** The search covers only the part of an index page above its list. */
type View = PageHead & { isIndex?: boolean; view: ReactElement }

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

function textPage(text: TextPage, updated: string, { site, lastChange }: Pick<Listing, 'site' | 'lastChange'>) {
  const above = text.writtenUpdated === undefined ? [] : [`${escapeMarkdown(updated)} ${text.writtenUpdated}`]
  const lastChanged = text.updated ?? lastChange([text.file])
  return writtenPage({ ...text, kind: 'page', lastChanged, above, below: [] }, site)
}

function articlePage(article: Article, words: Blog, site: URL): ListedPage {
  const { updated, written, minutes, tags } = article
  const meta = [written.date, `${minutes} ${words.readTime}`]
  if (updated !== undefined) meta.push(`${words.updated} ${written.updated}`)
  const above = [escapeMarkdown(meta.join(' · '))]
  const below = [`${escapeMarkdown(words.topics)}: ${tags.map(escapeMarkdown).join(', ')}`]
  return writtenPage({ ...article, kind: 'article', lastChanged: changeDay(article), above, below }, site)
}

type WrittenPage = Omit<ListedPage, 'markdown' | 'sections'> &
  Pick<Article, 'prose' | 'pictures'> & { tags?: string[]; above: string[]; below: string[] }

function writtenPage({ prose, pictures, tags = [], above, below, ...head }: WrittenPage, site: URL): ListedPage {
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

/** @returns the day of the last commit; undefined if unknown, because search engines stop trusting wrong dates */
export function lastChange(files: readonly string[], now: Date, root = '.'): string | undefined {
  const paths = files.map(contentPath)
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...paths], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    if (git('rev-parse', '--is-shallow-repository').startsWith('true')) return undefined
    if (git('status', '--porcelain') !== '') return dayOf(now)
    return git('log', '-1', '--format=%cs').trim() || undefined
  } catch {
    // No Git or no repository, as in an archive or a container.
    return undefined
  }
}
