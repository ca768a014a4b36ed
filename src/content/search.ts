import { z } from 'zod'
import { readContent } from './read-content.ts'
import { filledText } from './text-field.ts'

export type SearchWords = z.infer<ReturnType<typeof searchSchema>>

function searchSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    heading: text,
    description: text,
    label: text,
    button: text,
    near: text.describe('Stands above what holds similar words'),
    none: text,
    tooLong: text,
    empty: text,
    found: z.strictObject({ one: text, many: text }),
    browse: text,
  })
}

/** content/search.yaml, checked. @throws ContentError */
export function readSearchWords(facts: object): SearchWords {
  return readContent('search.yaml', searchSchema(facts))
}
