import { z } from 'zod'
import { didYouMean } from '../text/nearest.ts'
import { tagSlug } from '../text/slug.ts'
import { dayOf, longDay } from '../text/time-text.ts'
import { articleDrawing, type Drawings, drawingName, readDrawings } from './drawings.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/fill-facts.ts'
import { readProse } from './prose/fill-prose.ts'
import { ContentError, contentFiles, day, readEach, readMarkdown, slugIn, text } from './read-content.ts'

const hasNoDuplicates = (names: readonly string[]) => new Set(names).size === names.length

function articleSchema(facts: object, drawings: Drawings) {
  const line = filledText(facts, 'article').pipe(
    z.string().trim().min(1, 'must not be empty').regex(/^.*$/, 'must be one line'),
  )
  const tooShort = 'must have at least 50 characters: it’s on the card and in search results'
  const guessable = 'must be at least twelve lower-case letters, digits, and hyphens that nobody can guess'
  const tagsBySlug = new Map<string, string>()
  const tag = text
    .trim()
    .regex(/^.*[\p{L}\p{N}].*$/u, 'must be one line with a letter or a digit, like C++')
    .superRefine((name, { addIssue }) => {
      const known = tagsBySlug.get(tagSlug(name)) ?? name
      tagsBySlug.set(tagSlug(name), known)
      if (known !== name) addIssue(`has the same address as “${known}” (${tagSlug(name)}): spell both the same`)
    })
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
 * @param isIncluded whether to read an article that is a draft or scheduled
 * @throws ContentError
 */
export function readArticles(facts: Pick<Facts, 'lang'>, today: Date, isIncluded: IsIncluded = () => false): Article[] {
  const drawings = readDrawings()
  const schema = articleSchema(facts, drawings)
  const files = readEach(contentFiles('articles/**/*.md'), (file) => readArticleFile(file, schema, today))
  requireUniqueAddresses(files)
  for (const file of files) requireRelatedArticles(file, files)
  const included = files.filter(({ slug, unpublished, fields: { preview } }) => {
    return unpublished === undefined || isIncluded({ slug, preview })
  })
  return readEach(included, (file) => readArticle(file, { facts, drawings, today })).sort(
    (one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug),
  )
}

function readArticleFile(file: string, schema: ReturnType<typeof articleSchema>, today: Date) {
  const markdown = readMarkdown(file, schema)
  return { file, slug: slugIn(file), ...markdown, unpublished: unpublishedReason(markdown.fields, today) }
}

function unpublishedReason({ draft, date }: { draft: boolean; date: string }, today: Date) {
  if (draft) return 'draft'
  return date > dayOf(today) ? 'scheduled' : undefined
}

function requireUniqueAddresses(files: readonly ArticleFile[]): void {
  const known = new Map<string, string>()
  for (const { file, slug, fields } of files) {
    for (const name of [`slug ${slug}`, ...(fields.preview ? [`preview ${fields.preview}`] : [])]) {
      const other = known.get(name)
      if (other) throw new ContentError(`content/${file}: the ${name} is taken by content/${other}`)
      known.set(name, file)
    }
  }
}

function requireRelatedArticles({ file, slug, fields }: ArticleFile, files: readonly ArticleFile[]): void {
  const slugs = files.map((other) => other.slug)
  for (const [i, related] of fields.related.entries()) {
    const path = `content/${file}:\n  related[${i}]`
    if (related === slug) throw new ContentError(`${path}: is this article itself`)
    if (slugs.includes(related)) continue
    throw new ContentError(`${path}: there is no article ${related}${didYouMean(related, slugs)}`)
  }
}

type ArticleContext = { facts: Pick<Facts, 'lang'>; drawings: Drawings; today: Date }

function readArticle({ slug, unpublished, fields, ...text }: ArticleFile, { facts, drawings, today }: ArticleContext) {
  const { file } = text
  const { draft: _, drawing, ...shown } = fields
  const { date, updated } = fields
  const { prose, pictures } = readProse(text, facts, 'article')
  const words = countWords(prose.sections.map(({ heading, text }) => `${heading?.text ?? ''} ${text}`).join(' '))
  if (updated !== undefined && updated > dayOf(today))
    throw new ContentError(`content/${file}:\n  updated: must not be in the future`)
  if (words === 0) throw new ContentError(`content/${file}: has no text below its fields`)
  return {
    ...shown,
    written: { date: longDay(date, facts.lang), updated: updated && longDay(updated, facts.lang) },
    slug,
    path: `/blog/${slug}`,
    file,
    prose,
    drawing: articleDrawing(drawings, { drawing, slug }),
    pictures,
    unpublished,
    words,
    minutes: Math.ceil(words / wordsPerMinute),
  }
}

export function sharePath(path: string): string {
  return `${path}.png`
}

export function changeDay({ date, updated }: Article): string {
  return updated ?? date
}

const wordsPerMinute = 225

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
