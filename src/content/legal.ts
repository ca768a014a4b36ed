import { z } from 'zod'
import { fillProse } from './prose/fill-prose.ts'
import { type Prose, parseProse } from './prose/prose.ts'
import { readMarkdown } from './read-content.ts'

const legalSchema = z.strictObject({
  title: z.string({ error: 'must be a text' }).min(1),
  description: z.string({ error: 'must be a text' }).min(50).max(200),
  updated: z.iso.date({ error: 'must be a day, like 2025-06-01' }),
})

export type LegalText = z.infer<typeof legalSchema> & { path: string; file: string; prose: Prose }

/** content/legal/privacy.md or terms.md, checked, with the facts filled in. @throws ContentError */
export function readLegal(name: 'privacy' | 'terms', facts: object): LegalText {
  const file = `legal/${name}.md`
  const { fields, body, bodyLine } = readMarkdown(file, legalSchema)
  const place = { file, line: bodyLine }
  return { ...fields, path: `/${name}`, file, prose: parseProse(fillProse(body, facts, place), place) }
}
