import { z } from 'zod'
import { didYouMean } from '../text/nearest.ts'
import { tagSlug } from '../text/slug.ts'
import { formatDay, formatLongDay } from '../text/time-text.ts'
import { articleDrawing, type Drawings, drawingName, readDrawings } from './drawings.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/filled-text.ts'
import { ContentError, readEach } from './files/content-error.ts'
import { contentFiles, slugOfFile } from './files/content-files.ts'
import { day, text } from './files/field-schemas.ts'
import { readMarkdown } from './files/read-content.ts'
import { readProse } from './prose/fill-prose.ts'
import type { Prose } from './prose/prose.ts'

const wordsPerMinute = 225

const hasNoDuplicates = (names: readonly string[]) => new Set(names).size === names.length
const tooShort = 'must have at least 50 characters. It’s shown on the article’s card and in search results'
const guessable = 'must be at least 12 lowercase letters, digits, and hyphens, so it’s hard to guess'

function articleSchema(facts: object, drawings: Drawings) {
  const line = filledText(facts, 'article').pipe(
    z.string().trim().min(1, 'must not be empty').regex(/^.*$/, 'must be one line'),
  )
  const tag = text.trim().regex(/^.*[\p{L}\p{N}].*$/u, 'must be one line with a letter or a digit, like C++')
  return z
    .strictObject({
      title: line.pipe(z.string().max(90)),
      description: line.pipe(z.string().min(50, tooShort).max(200)),
      date: day,
      updated: day.optional(),
      draft: z.boolean().default(false),
      preview: text.regex(/^[a-z0-9-]{12,60}$/, guessable).optional(),
      tags: z.array(tag).min(1).max(6).refine(hasNoDuplicates, 'must not have duplicates'),
      related: z.array(text).max(3).refine(hasNoDuplicates, 'must not have duplicates').default([]),
      drawing: drawingName(drawings, 'articles').optional(),
    })
    .refine(({ date, updated = date }) => date <= updated, { path: ['updated'], error: 'must not be before date' })
}

export type Article = ReturnType<typeof readArticle>

type ArticleFile = ReturnType<typeof readArticleFile>
type IsIncluded = (article: { slug: string; preview?: string | undefined }) => boolean

/**
 * Reads the articles published by `today`, newest first.
 * @param isIncluded whether to include a draft or scheduled article
 * @throws ContentError
 */
export function readArticles(facts: Pick<Facts, 'lang'>, today: Date, isIncluded: IsIncluded = () => false): Article[] {
  const drawings = readDrawings()
  const schema = articleSchema(facts, drawings)
  const files = readEach(contentFiles('articles/**/*.md'), (file) => readArticleFile(file, schema, today))
  requireUniqueUrls(files)
  requireConsistentTags(files)
  for (const file of files) requireRelatedArticles(file, files)
  const included = files.filter(({ slug, unpublished, fields: { preview } }) => {
    return unpublished === undefined || isIncluded({ slug, preview })
  })
  const articles = readEach(included, (file) => readArticle(file, { facts, drawings, today }))
  return articles.sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
}

function readArticleFile(file: string, schema: ReturnType<typeof articleSchema>, today: Date) {
  const markdown = readMarkdown(file, schema)
  return { file, slug: slugOfFile(file), ...markdown, unpublished: unpublishedReason(markdown.fields, today) }
}

function unpublishedReason({ draft, date }: { draft: boolean; date: string }, today: Date) {
  if (draft) return 'draft'
  return date > formatDay(today) ? 'scheduled' : undefined
}

function requireUniqueUrls(files: readonly ArticleFile[]): void {
  const fileByName = new Map<string, string>()
  for (const { file, slug, fields } of files) {
    const names = [`slug ${slug}`]
    if (fields.preview) names.push(`preview ${fields.preview}`)
    for (const name of names) {
      const existing = fileByName.get(name)
      if (existing) throw new ContentError(`content/${file}: content/${existing} already uses the ${name}`)
      fileByName.set(name, file)
    }
  }
}

/** Rejects different spellings of a tag, such as `C++` and `c plus plus`: they would share a URL. */
function requireConsistentTags(files: readonly ArticleFile[]): void {
  const tagBySlug = new Map<string, string>()
  const problems: string[] = []
  for (const { file, fields } of files) {
    for (const [i, tag] of fields.tags.entries()) {
      const slug = tagSlug(tag)
      const firstSpelling = tagBySlug.get(slug) ?? tag
      tagBySlug.set(slug, firstSpelling)
      if (firstSpelling === tag) continue
      const problem = `“${tag}” has the same URL as “${firstSpelling}” (${slug}). Spell both the same`
      problems.push(`content/${file}:\n  tags[${i}]: ${problem}`)
    }
  }
  if (problems.length > 0) throw new ContentError(...problems)
}

function requireRelatedArticles({ file, slug, fields }: ArticleFile, files: readonly ArticleFile[]): void {
  const slugs = files.map((each) => each.slug)
  for (const [i, related] of fields.related.entries()) {
    const path = `content/${file}:\n  related[${i}]`
    if (related === slug) throw new ContentError(`${path}: is this article itself. Remove it`)
    if (slugs.includes(related)) continue
    throw new ContentError(`${path}: there is no article ${related}${didYouMean(related, slugs)}`)
  }
}

type ArticleContext = { facts: Pick<Facts, 'lang'>; drawings: Drawings; today: Date }

function readArticle(article: ArticleFile, { facts, drawings, today }: ArticleContext) {
  const { file, slug, unpublished, fields } = article
  const { draft: _, drawing, ...publicFields } = fields
  const { date, updated } = fields
  const { prose, pictures } = readProse(article, facts, 'article')
  const wordCount = countWords(prose)
  if (updated !== undefined && updated > formatDay(today))
    throw new ContentError(`content/${file}:\n  updated: must not be in the future`)
  if (wordCount === 0) throw new ContentError(`content/${file}: has no body. Write the article below its fields`)
  return {
    ...publicFields,
    dateLabel: formatLongDay(date, facts.lang),
    updatedLabel: updated && formatLongDay(updated, facts.lang),
    slug,
    path: `/blog/${slug}`,
    file,
    prose,
    drawing: articleDrawing(drawings, { drawing, slug }),
    pictures,
    unpublished,
    wordCount,
    /** Reading time in minutes. */
    minutes: Math.ceil(wordCount / wordsPerMinute),
  }
}

/** Counts the words in headings and text. A word contains at least one letter or digit. */
function countWords({ sections }: Prose): number {
  const wholeText = sections.map(({ heading, text }) => `${heading?.text ?? ''} ${text}`).join(' ')
  return wholeText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** The path of an article's social preview image. */
export function socialPreviewPath(path: string): string {
  return `${path}.png`
}

export function lastChangedDay({ date, updated }: Pick<Article, 'date' | 'updated'>): string {
  return updated ?? date
}
