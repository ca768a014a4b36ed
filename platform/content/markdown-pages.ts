import { z } from 'zod'
import { longDay } from '../text/time-text.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/filled-text.ts'
import { ContentError, readAll, readEach } from './files/content-error.ts'
import { contentFiles, slugOfFile } from './files/content-files.ts'
import { day } from './files/field-schemas.ts'
import { readMarkdown } from './files/read-content.ts'
import { readProse } from './prose/fill-prose.ts'

export type MarkdownPage = ReturnType<typeof readMarkdownPage>

/** Paths of the site's built-in pages. */
const reservedPaths = new Set(
  '404 500 api blog call contact healthz index islands newsletter pictures privacy readyz search sitemap terms'.split(
    ' ',
  ),
)

export function readMarkdownPages(facts: Facts): MarkdownPage[] {
  const files = contentFiles('pages/**/*.md')
  const { pages, legalPages } = readAll({
    pages: () => readEach(files, (file) => readMarkdownPage(file, slugOfFile(file), facts)),
    legalPages: () => readEach(['privacy', 'terms'], (name) => readMarkdownPage(`legal/${name}.md`, name, facts)),
  })
  const usedPaths = new Set<string>()
  for (const { file, path } of pages) {
    const isTaken = reservedPaths.has(path.slice(1)) || usedPaths.has(path)
    if (isTaken) throw new ContentError(`content/${file}: another page already uses ${path}. Rename the file`)
    usedPaths.add(path)
  }
  return [...pages, ...legalPages]
}

function readMarkdownPage(file: string, slug: string, facts: Facts) {
  const text = filledText(facts)
  const isLegal = file.startsWith('legal/')
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
    updatedLabel: updated && longDay(updated, facts.lang),
    path: `/${slug}`,
    file,
    /** Privacy policy and terms, listed last. */
    isLegal,
  }
}
