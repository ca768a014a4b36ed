import { z } from 'zod'
import { formatLongDay } from '../text/time-text.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/filled-text.ts'
import { ContentError, readAll, readEach } from './files/content-error.ts'
import { contentFiles, slugOfFile } from './files/content-files.ts'
import { day } from './files/field-schemas.ts'
import { readMarkdown } from './files/read-content.ts'
import { readProse } from './prose/fill-prose.ts'

export type MarkdownPage = ReturnType<typeof readMarkdownPage>

/** First path segments of built-in pages, routes, and built files. server/app.test.ts checks the list. */
export const reservedPaths = [
  '404',
  '500',
  'api',
  'blog',
  'call',
  'contact',
  'healthz',
  'index',
  'islands',
  'newsletter',
  'pictures',
  'privacy',
  'readyz',
  'search',
  'sitemap',
  'terms',
  'uncounted',
]

/** Reads the owner's own pages, then the privacy policy and terms. @throws ContentError */
export function readMarkdownPages(facts: Facts): MarkdownPage[] {
  const files = contentFiles('pages/**/*.md')
  const { pages, legalPages } = readAll({
    pages: () => readEach(files, (file) => readMarkdownPage(file, { slug: slugOfFile(file), isLegal: false }, facts)),
    legalPages: () =>
      readEach(['privacy', 'terms'], (slug) => readMarkdownPage(`legal/${slug}.md`, { slug, isLegal: true }, facts)),
  })
  requireFreePaths(pages)
  return [...pages, ...legalPages]
}

function requireFreePaths(pages: readonly MarkdownPage[]): void {
  const fileByPath = new Map<string, string>()
  for (const { file, path } of pages) {
    if (reservedPaths.includes(path.slice(1)))
      throw new ContentError(`content/${file}: the site itself uses ${path}. Rename the file`)
    const existing = fileByPath.get(path)
    if (existing !== undefined)
      throw new ContentError(`content/${file}: content/${existing} already uses ${path}. Rename one of them`)
    fileByPath.set(path, file)
  }
}

type PageKind = { slug: string; isLegal: boolean }

function readMarkdownPage(file: string, { slug, isLegal }: PageKind, facts: Facts) {
  const text = filledText(facts)
  const schema = z.strictObject({
    title: text,
    description: text.pipe(
      z.string().min(50, 'must have at least 50 characters. It’s shown in search results').max(200),
    ),
    updated: isLegal ? day : day.optional(),
  })
  const { fields, ...body } = readMarkdown(file, schema)
  const { updated } = fields
  return {
    ...fields,
    ...readProse({ file, ...body }, facts, 'site'),
    updated,
    updatedLabel: updated && formatLongDay(updated, facts.lang),
    path: `/${slug}`,
    file,
    /** Whether it's the privacy policy or the terms, which are listed last. */
    isLegal,
  }
}
