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
  const misnamed = own.find(({ path }) => taken.has(path.slice(1)))
  if (misnamed)
    throw new ContentError(`content/${misnamed.file}: the address ${misnamed.path} is taken; rename the file`)
  const duplicate = own.find(({ path }, i) => own.findIndex((other) => other.path === path) < i)
  if (duplicate) throw new ContentError(`content/${duplicate.file}: another page has the address ${duplicate.path}`)
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
