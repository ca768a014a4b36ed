import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function topicsSchema(facts: object) {
  const text = filledText(facts)
  const day = text.pipe(z.iso.date({ error: 'must be a day, like 2025-08-31' })).optional()
  const topic = z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
    about: z
      .array(z.string().min(1))
      .min(1)
      .describe('What it is about, in the words that people use for it; a number in `says` belongs to these'),
    words: z.array(z.string().min(1)).optional().describe('Further words by which the built-in agent finds it'),
    needs: z.array(z.string().min(1)).optional().describe('It is found only where one of these is spoken of'),
    cues: z
      .array(
        z.string().transform((cue, context) => {
          try {
            return cue.split(' + ').map((part) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${part})(?![\\p{L}\\p{N}])`, 'u'))
          } catch {
            context.addIssue({ code: 'custom', message: `“${cue}” is no regular expression` })
            return z.NEVER
          }
        }),
      )
      .optional()
      .describe(
        'Words that make a question this topic’s, whatever else stands in it: all that are joined by “ + ”, either of those with “|” between, a group of synonyms by its first word',
      ),
    asks: z.array(z.string().min(1)).min(2).describe('Ways in which visitors ask for it'),
    says: z.array(text).min(2).describe('The answer, a sentence each, the most important first'),
    next: text
      .refine((sentence) => sentence.endsWith('?'), { error: 'must end with a question mark' })
      .describe('The question that ends the answer'),
    isSmallTalk: z.boolean().default(false).describe('Is left out where the message asks for anything else'),
    isAdvice: z
      .boolean()
      .default(false)
      .describe('Tells what an article advises; what the studio itself does comes first'),
    until: day.describe('The last day on which it is true'),
    after: day.describe('It is true from the next day on'),
  })
  return z.strictObject({
    topics: z
      .array(topic)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'every id must be another one' }),
  })
}

/** A thing that visitors ask about, with the answer. */
export type Topic = z.infer<ReturnType<typeof topicsSchema>>['topics'][number]

/** content/agent/topics.yaml, checked, with the numbers filled in: all that the agent may say of the studio. @throws ContentError */
export function readTopics(facts: object): Topic[] {
  return readContent('agent/topics.yaml', topicsSchema(facts)).topics
}
