import { z } from 'zod'
import { fillNumbers } from './fill-numbers.ts'
import { ContentError } from './read-content.ts'

/** A text that may name facts, such as numbers of content/offers.yaml; what comes out has them filled in. */
export function filledText(facts: object) {
  return z
    .string({ error: 'must be a text' })
    .min(1, 'must not be empty')
    .transform((value, context) => {
      try {
        return fillNumbers(value, facts)
      } catch (error) {
        if (!(error instanceof ContentError)) throw error
        context.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
}
