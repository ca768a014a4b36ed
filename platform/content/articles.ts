import { z } from 'zod'
import { didYouMean } from '../text/nearest.ts'
import { dayOf, longDay } from '../text/time-text.ts'
import { articleDrawing, type Drawings, drawingName, readDrawings } from './drawings.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/fill-facts.ts'
import { readProse } from './prose/fill-prose.ts'
import { ContentError, contentFiles, day, readEach, readMarkdown, text } from './read-content.ts'

const slug = text.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')

const isUnique = (all: readonly string[]) => new Set(all).size === all.length

function articleSchema(facts: object, drawings: Drawings) {
  const line = filledText(facts, 'article').pipe(
    z.string().trim().min(1, 'must not be empty').regex(/^.*$/, 'must be one line'),
  )
  const tooShort = 'must have at least 50 characters: it is on the card and in search results'
  const unguessable = 'must be at least twelve lower-case letters, digits, and hyphens that nobody can guess'
  const tag = text.regex(/^[\p{L}\p{M}\p{N}]+$/u, 'must be only letters and digits, like SaaS')
  return z
    .strictObject({
      title: line.pipe(z.string().max(90)),
      description: line.pipe(z.string().min(50, tooShort).max(200)),
      date: day,
      updated: day.optional(),
      draft: z.boolean().default(false),
      preview: text.regex(/^[a-z0-9-]{12,60}$/, unguessable).optional(),
      tags: z.array(tag).min(1).max(6).refine(isUnique, 'must not have duplicates'),
      related: z.array(slug).max(3).refine(isUnique, 'must not have duplicates').default([]),
      drawing: drawingName(drawings, 'articles').optional(),
    })
    .refine(({ date, updated = date }) => date <= updated, { path: ['updated'], error: 'must not be before date' })
}

export type Article = ReturnType<typeof readArticles>[number]

/** The articles published by a day, newest first. @param isIncluded selects drafts and scheduled ones @throws ContentError */
export function readArticles(
  facts: Pick<Facts, 'lang'>,
  today: Date,
  isIncluded: (article: { slug: string; preview?: string | undefined }) => boolean = () => false,
) {
  const drawings = readDrawings()
  const found = contentFiles('articles/**/*.md')
  const schema = articleSchema(facts, drawings)
  const read = readEach(found, (file) => ({ file, slug: slugIn(file), ...readMarkdown(file, schema) }))
  const files = new Map<string, string>()
  const previews = new Map<string, string>()
  for (const { file, slug, fields } of read) {
    const { preview } = fields
    const other = files.get(slug)
    if (other) throw new ContentError(`content/${file}: the slug ${slug} is taken by content/${other}`)
    files.set(slug, file)
    const otherFile = preview && previews.get(preview)
    if (otherFile) throw new ContentError(`content/${file}: the preview ${preview} is taken by content/${otherFile}`)
    if (preview) previews.set(preview, file)
  }
  for (const { file, slug, fields } of read) {
    for (const [i, other] of fields.related.entries()) {
      const suggestion = didYouMean(other, files.keys())
      const mistake =
        other === slug ? 'is this article itself' : files.has(other) ? '' : `there is no article ${other}${suggestion}`
      if (mistake) throw new ContentError(`content/${file}:\n  related[${i}]: ${mistake}`)
    }
  }
  const included = read
    .map((each) => ({ ...each, notOut: unpublishedReason(each.fields, today) }))
    .filter(({ slug, notOut, fields: { preview } }) => notOut === undefined || isIncluded({ slug, preview }))
  return readEach(included, ({ slug, notOut, fields: { draft: _, drawing: name, ...fields }, ...text }) => {
    const { file } = text
    const { date, updated } = fields
    const { prose, pictures } = readProse(text, facts, 'article')
    const words = countWords(prose.sections.map(({ heading, text }) => `${heading?.text ?? ''} ${text}`).join(' '))
    if (updated !== undefined && updated > dayOf(today))
      throw new ContentError(`content/${file}:\n  updated: must not be in the future`)
    if (words === 0) throw new ContentError(`content/${file}: has no text below its fields`)
    const path = `/blog/${slug}`
    const drawing = articleDrawing(drawings, { drawing: name, slug })
    return {
      ...fields,
      written: { date: longDay(date, facts.lang), updated: updated && longDay(updated, facts.lang) },
      slug,
      path,
      file,
      prose,
      drawing,
      pictures,
      /** Why it isn’t published. */
      notOut,
      words,
      minutes: Math.ceil(words / wordsPerMinute),
    }
  }).sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
}

function unpublishedReason({ draft, date }: { draft: boolean; date: string }, today: Date) {
  if (draft) return 'draft'
  return date > dayOf(today) ? 'scheduled' : undefined
}

export function sharePath(path: string): string {
  return `${path}.png`
}

export function changeDay({ date, updated }: Article): string {
  return updated ?? date
}

function slugIn(file: string): string {
  const name = /^articles\/([^/]+?)(?:\/index)?\.md$/.exec(file)?.[1]
  if (name === undefined || name === 'index') {
    throw new ContentError(`content/${file}: an article is articles/its-address.md or articles/its-address/index.md`)
  }
  const { data, error } = slug.safeParse(name)
  if (error) throw new ContentError(`content/${file}: its name becomes the address, and ${error.issues[0]?.message}`)
  return data
}

const wordsPerMinute = 225

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
