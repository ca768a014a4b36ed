import { longDay } from '../lib/text/day.ts'
import { escapeMarkdown, markdownLink } from '../lib/text/markdown.ts'
import { type Article, changeDay } from './articles.ts'
import { articlesInFull, type Blog } from './blog.ts'
import { homeText } from './home/home-text.ts'
import type { LegalText } from './legal.ts'
import { linkGroups } from './link-groups.ts'
import type { Prose } from './prose/prose.ts'
import { proseMarkdown } from './prose/render-prose.ts'
import type { SiteContent } from './site-content.ts'
import type { SiteTexts } from './site-texts.ts'
import { blocksMarkdown, blocksPlain, type TextBlocks } from './text-blocks.ts'

/** A page that search engines, assistants and the site's own search know of, in words alone. */
export type PageText = {
  /** From the root: `/`, `/blog/saas-trends-2025`. */
  path: string
  title: string
  description: string
  kind: 'page' | 'article'
  /** The day (`2025-12-06`) on which its substance changed last; none where that can't be known. */
  lastChanged: string | undefined
  /** The whole page, with absolute addresses. Made when it is asked for: thousands of them are not kept. */
  readonly markdown: string
  /** Its parts without Markdown's marks, for the search. Lists of other pages are left out: those are found themselves. */
  readonly sections: PageSection[]
}

type PageSection = { anchor?: string | undefined; heading?: string | undefined; text: string }

export type PageTextsContext = {
  /** Where the site stands. */
  site: URL
  now: Date
  /** @returns the day on which one of these files below content/ was changed last */
  lastChange: (files: readonly string[]) => string | undefined
}

/** Every listed page; the articles come last, the newest first. What answers one visitor is not among them. */
export function pageTexts(content: SiteContent, texts: SiteTexts, context: PageTextsContext): PageText[] {
  const { articles, privacy, terms } = texts
  const newest = articles.map(changeDay).toSorted().at(-1)
  return [
    homePage(content, context),
    blogPage(content, articles, newest, context.site),
    contactPage(content, context),
    legalPage(privacy, content, context.site),
    legalPage(terms, content, context.site),
    sitemapPage(content, articles, newest, context.site),
    ...articles.map((article) => articlePage(article, content.blog, context.site)),
  ]
}

function homePage(content: SiteContent, { site, now, lastChange }: PageTextsContext): PageText {
  const { studio, home } = content
  const parts = homeText(content, now)
  return {
    path: '/',
    title: `${studio.name} · ${studio.tagline}`,
    description: studio.description,
    kind: 'page',
    lastChanged: lastChange(['home', 'offers.yaml', 'studio.yaml']),
    ...blockTexts(home.hero.headline, parts, site),
  }
}

function contactPage({ studio, home }: SiteContent, { site, lastChange }: PageTextsContext): PageText {
  const { heading, text, form, direct } = home.contact
  const { name, email, project } = form.labels
  const parts = [
    {
      blocks: [
        text,
        { text: form.send, to: '/contact' },
        { items: [name, email, project].map((label) => ({ text: label })) },
        { before: direct, text: studio.email, to: `mailto:${studio.email}` },
      ],
    },
  ]
  return {
    path: '/contact',
    title: heading,
    description: text,
    kind: 'page',
    lastChanged: lastChange(['home/contact.yaml', 'studio.yaml']),
    ...blockTexts(heading, parts, site),
  }
}

function sitemapPage(
  { sitemap, home }: SiteContent,
  articles: readonly Article[],
  lastChanged: string | undefined,
  site: URL,
): PageText {
  const { heading, description } = sitemap
  const groups = linkGroups(sitemap, articles, home.clients.items, site).map(({ title, links }) => ({
    heading: title,
    blocks: [{ items: links.map(({ text, to }) => ({ title: text, to })) }],
  }))
  return {
    path: '/sitemap',
    title: heading,
    description,
    kind: 'page',
    lastChanged,
    ...blockTexts(heading, groups, site),
    sections: [{ text: description }],
  }
}

/** The newest with their excerpts and the older ones as a list, as on the page. */
function blogPage(
  { blog, newsletter }: SiteContent,
  articles: readonly Article[],
  lastChanged: string | undefined,
  site: URL,
): PageText {
  const { name, heading, description, remark, older } = blog
  const link = ({ title, path }: Article) => markdownLink(title, new URL(path, site).href)
  return {
    path: '/blog',
    title: name,
    description,
    kind: 'page',
    lastChanged,
    get markdown() {
      const whole = articles
        .slice(0, articlesInFull)
        .flatMap((article) => [`## ${link(article)}`, metaOf(article, blog), escapeMarkdown(article.description)])
      const rest = articles.slice(articlesInFull).map((article) => `- ${link(article)}, ${longDay(article.date)}`)
      const list = rest.length > 0 ? [`## ${escapeMarkdown(older)}`, rest.join('\n')] : []
      const { consent, send } = newsletter.form
      const byMail = [
        `## ${escapeMarkdown(blog.newsletter)}`,
        `${escapeMarkdown(consent)} ${markdownLink(send, new URL('/newsletter', site).href)}`,
      ]
      return joined([`# ${escapeMarkdown(heading)}`, escapeMarkdown(remark), ...whole, ...list, ...byMail])
    },
    sections: [{ text: `${heading}. ${remark} ${description}` }],
  }
}

function legalPage(text: LegalText, { frame }: SiteContent, site: URL): PageText {
  const { path, title, description, updated, prose } = text
  return {
    path,
    title,
    description,
    kind: 'page',
    lastChanged: updated,
    get markdown() {
      return joined([
        `# ${escapeMarkdown(title)}`,
        `${escapeMarkdown(frame.legal.updated)} ${longDay(updated)}`,
        `> ${escapeMarkdown(description)}`,
        proseMarkdown(prose, { base: new URL(path, site), pictures: new Map() }),
      ])
    },
    get sections() {
      return proseSections(prose)
    },
  }
}

function articlePage(article: Article, words: Blog, site: URL): PageText {
  const { path, title, description, tags, prose, pictures } = article
  return {
    path,
    title,
    description,
    kind: 'article',
    lastChanged: changeDay(article),
    get markdown() {
      return joined([
        `# ${escapeMarkdown(title)}`,
        metaOf(article, words),
        `> ${escapeMarkdown(description)}`,
        proseMarkdown(prose, { base: new URL(path, site), pictures }),
        `${escapeMarkdown(words.topics)}: ${tags.join(', ')}`,
      ])
    },
    get sections() {
      return proseSections(prose)
    },
  }
}

function metaOf({ date, updated, minutes }: Article, words: Blog): string {
  const parts = [longDay(date), `${minutes} ${words.readTime}`]
  if (updated !== undefined) parts.push(`${words.updated} ${longDay(updated)}`)
  return escapeMarkdown(parts.join(' · '))
}

function blockTexts(heading: string, parts: TextBlocks[], site: URL): Pick<PageText, 'markdown' | 'sections'> {
  return {
    markdown: joined([`# ${escapeMarkdown(heading)}`, ...parts.map((part) => blocksMarkdown(part, site))]),
    sections: parts.map((part) => ({ anchor: part.anchor, heading: part.heading, text: blocksPlain(part) })),
  }
}

function proseSections({ sections }: Prose): PageSection[] {
  return sections.map(({ heading, text }) => ({ anchor: heading?.id, heading: heading?.text, text }))
}

function joined(parts: string[]): string {
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`
}
