import type { LlmsCopy } from '../../platform/content/site-copy.ts'
import { contactLinks, type Studio } from '../../platform/content/studio.ts'
import { markdownPath } from '../../platform/http/site-files.ts'
import { xmlDocument, xmlElement } from '../../platform/http/xml.ts'
import { escapeMarkdown, markdownLink } from '../../platform/text/markdown.ts'
import type { ListedPage } from './listed-pages.tsx'

/** Maximum number of articles in llms.txt, which stays short because AI assistants read all of it. */
const maxArticles = 50
/** Pages below llmstxt.org's “Optional” heading. Assistants can skip these links to save context. */
const optional = { heading: 'Optional', paths: ['/privacy', '/terms', '/sitemap'] }

/** The text of llms.txt (llmstxt.org). */
export function llmsText(pages: readonly ListedPage[], copy: LlmsCopy, studio: Studio, site: URL): string {
  const facts = copy.facts.map((line) => `- ${escapeMarkdown(line)}`)
  const contactUrl = new URL('/contact', site).href
  const form = markdownLink(contactUrl, contactUrl)
  const contacts = contactLinks(studio).map(({ text, to }) => markdownLink(text, to))
  const main = pages.filter(({ kind, path }) => kind === 'page' && !optional.paths.includes(path))
  const others = pages.filter(({ path }) => optional.paths.includes(path))
  const articles = pages.filter(({ kind }) => kind === 'article').slice(0, maxArticles)
  return `${[
    `# ${escapeMarkdown(studio.name)}`,
    `> ${escapeMarkdown(studio.description)}`,
    escapeMarkdown(copy.offer),
    facts.join('\n'),
    ...(copy.times === undefined ? [] : [escapeMarkdown(copy.times)]),
    `${escapeMarkdown(copy.write)} ${[form, ...contacts].join(' · ')}`,
    ...section(copy.pages, main, site),
    ...section(copy.articles, articles, site),
    ...section(optional.heading, others, site),
  ].join('\n\n')}\n`
}

function section(heading: string, pages: readonly ListedPage[], site: URL): string[] {
  if (pages.length === 0) return []
  const lines = pages.map(({ title, path, description }) => {
    return `- ${markdownLink(title, new URL(markdownPath(path), site).href)}: ${escapeMarkdown(description)}`
  })
  return [`## ${escapeMarkdown(heading)}`, lines.join('\n')]
}

/** Lists pages in a sitemap, which can have up to 50,000 URLs (sitemaps.org, schema 0.9). */
export function xmlSitemap(pages: readonly ListedPage[], site: URL): string {
  const entries = pages.map(({ path, lastChanged }) => {
    return `<url>\n${xmlElement('loc', new URL(path, site).href)}${xmlElement('lastmod', lastChanged)}</url>\n`
  })
  return xmlDocument(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>`)
}
