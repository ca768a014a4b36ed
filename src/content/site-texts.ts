import { z } from 'zod'
import { longDay } from '../lib/text/time-text.ts'
import { type Article, readArticles } from './articles.ts'
import type { Facts } from './facts.ts'
import { fillProse } from './prose/fill-prose.ts'
import { type Prose, parseProse } from './prose/prose.ts'
import { readMarkdown } from './read-content.ts'
import { siteContent } from './site-content.ts'

/** The long texts: only the build and the newsletter need them. */
export type SiteTexts = { articles: Article[]; privacy: LegalText; terms: LegalText }

/** On globalThis, since a build checks the content in one copy of this module and renders with another. */
const shared: typeof globalThis & { keptTexts?: SiteTexts } = globalThis

/** Articles and legal texts, read once; `npm run dev` reads them anew, with drafts and scheduled ones. @throws ContentError */
export function siteTexts(): SiteTexts {
  let kept = shared.keptTexts
  const isDev = import.meta.env?.DEV === true
  if (kept === undefined || isDev) {
    const { facts } = siteContent()
    kept = {
      articles: readArticles(facts, new Date(), () => isDev),
      privacy: readLegal('privacy', facts),
      terms: readLegal('terms', facts),
    }
    shared.keptTexts = kept
  }
  return kept
}

const legalSchema = z.strictObject({
  title: z.string({ error: 'must be a text' }).min(1),
  description: z.string({ error: 'must be a text' }).min(50).max(200),
  updated: z.iso.date({ error: 'must be a day, like 2025-06-01' }),
})

export type LegalText = z.infer<typeof legalSchema> & {
  writtenUpdated: string
  path: string
  file: string
  prose: Prose
}

function readLegal(name: 'privacy' | 'terms', facts: Facts): LegalText {
  const file = `legal/${name}.md`
  const { fields, body, bodyLine } = readMarkdown(file, legalSchema)
  const place = { file, line: bodyLine }
  const prose = parseProse(fillProse(body, facts, place), place, facts.lang)
  return { ...fields, writtenUpdated: longDay(fields.updated, facts.lang), path: `/${name}`, file, prose }
}
