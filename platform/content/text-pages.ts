import { z } from 'zod'
import { longDay } from '../text/time-text.ts'
import type { Facts } from './facts/facts.ts'
import { filledText } from './facts/fill-facts.ts'
import { readProse } from './prose/fill-prose.ts'
import { ContentError, contentFiles, day, readAll, readEach, readMarkdown, slugIn } from './read-content.ts'

export type TextPage = ReturnType<typeof readTextPage>

/** Addresses of the site's built-in pages, which a content page can't have. */
const taken = new Set(
  '404 500 api blog call contact healthz index islands newsletter pictures privacy readyz search sitemap terms'.split(
    ' ',
  ),
)

export function readTextPages(facts: Facts): TextPage[] {
  const files = contentFiles('pages/**/*.md')
  const { own, legal } = readAll({
    own: () => readEach(files, (file) => readTextPage(file, slugIn(file), facts)),
    legal: () => readEach(['privacy', 'terms'], (name) => readTextPage(`legal/${name}.md`, name, facts)),
  })
  const isTaken = (path: string, i: number) => own.slice(0, i).some((other) => other.path === path)
  const page = own.find(({ path }, i) => taken.has(path.slice(1)) || isTaken(path, i))
  if (page) throw new ContentError(`content/${page.file}: the URL ${page.path} is taken. Rename the file`)
  return [...own, ...legal]
}

function readTextPage(file: string, slug: string, facts: Facts) {
  const text = filledText(facts)
  const isLegal = file.startsWith('legal/')
  const schema = z.strictObject({
    title: text,
    description: text.pipe(
      z.string().min(50, 'must have at least 50 characters: it’s shown in search results').max(200),
    ),
    updated: isLegal ? day : day.optional(),
  })
  const { fields, ...body } = readMarkdown(file, schema)
  const { updated } = fields
  return {
    ...fields,
    ...readProse({ file, ...body }, facts, 'words'),
    updated,
    writtenUpdated: updated && longDay(updated, facts.lang),
    path: `/${slug}`,
    file,
    /** Privacy policy and terms, listed last. */
    isLegal,
  }
}
