import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

/** What a conversation puts into a sentence; they stay as they are when the content is read. */
const fromTheTalk = { budget: '{budget}', title: '{title}', quote: '{quote}' }

function builtInSchema(facts: object) {
  const text = filledText({ ...facts, ...fromTheTalk })
  const phrases = z.array(z.string().min(1)).min(1)
  const number = text.transform((value) => Number(value.replaceAll(',', ''))).pipe(z.number().positive())
  const pattern = z.string().transform((source, context) => {
    try {
      return new RegExp(source, 'iu')
    } catch {
      context.addIssue({ code: 'custom', message: `“${source}” is no regular expression` })
      return z.NEVER
    }
  })
  const says = z.array(text).min(2).max(3)
  const next = text.refine((sentence) => sentence.endsWith('?'), { error: 'must end with a question mark' })
  const answer = z.strictObject({ says, next })
  const triggered = answer.extend({ when: z.array(pattern).min(1) })
  return z.strictObject({
    synonyms: z.array(phrases).describe('Words and phrases that mean the same here, a group each'),
    subjects: phrases.describe('Things that are still talked of when the next message does not name them'),
    aspects: phrases.describe('What is often asked together in one breath; each is answered by itself'),
    declines: z
      .array(
        triggered.extend({
          id: z.string(),
          unless: z.array(pattern).default([]).describe('What makes it a question that is answered all the same'),
          isLeftToBudget: z
            .boolean()
            .default(false)
            .describe('Where a sum is named, comparing it is the better answer'),
        }),
      )
      .describe('What is not answered, by what the message holds; the first that fits counts'),
    budgets: z
      .strictObject({
        offers: z.array(
          z.strictObject({
            about: phrases,
            isGeneral: z.boolean().default(false).describe('Is compared where nothing particular is talked of'),
            currency: z.enum(['USD', 'INR']),
            from: number,
            to: number.optional(),
            below: text,
            reaches: text,
            above: text.optional().describe('Only where there is a `to`'),
          }),
        ),
        otherCurrency: text,
        says: text.describe('Follows every comparison'),
        next,
        instead: z.array(z.string()).describe('The ids of topics that need not be answered beside it'),
      })
      .describe('How a sum that the visitor names compares with the offers'),
    details: triggered
      .extend({ instead: z.array(z.string()).describe('The ids of topics that need not be answered beside it') })
      .describe('Where a visitor leaves a name or an address'),
    project: triggered.describe('Where a visitor tells what should be built'),
    more: triggered.describe('Where a visitor agrees or asks for more, and everything has been said'),
    service: z.array(pattern).min(1).describe('How a question for a service begins'),
    quote: z
      .strictObject({ article: text, after: text, next })
      .describe('Around a sentence of an article, which has a {title} and a {quote}'),
    unknown: z
      .strictObject({ near: next, price: answer, service: answer, other: answer, again: answer, unclear: answer })
      .describe(
        'What ends a reply that only comes near, and where nothing is known: of a price, of a service, of anything else, for the second time, and where nothing was asked',
      ),
  })
}

export type BuiltInWords = z.infer<ReturnType<typeof builtInSchema>>

/** content/agent/built-in.yaml, checked: what the built-in agent says beside its topics. @throws ContentError */
export function readBuiltInWords(facts: object): BuiltInWords {
  return readContent('agent/built-in.yaml', builtInSchema(facts))
}
