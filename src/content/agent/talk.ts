import { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import { readContent } from '../read-content.ts'
import { questionText, sentenceText } from './answers.ts'

function talkSchema(facts: object) {
  const sentence = sentenceText(facts)
  const question = questionText(facts)
  const number = filledText(facts)
    .transform((value) => Number(value.replaceAll(',', '')))
    .pipe(z.number().positive())
  const ids = z.array(z.string()).describe('Ids of answers')
  return z.strictObject({
    again: z.array(sentence).min(1).describe('Opens an answer that was given before'),
    matter: z.array(sentence).min(1).describe('Says back what the visitor wants to have built, as {matter}'),
    questions: z
      .strictObject({
        project: z.array(question).min(1),
        matter: z.array(question).min(1),
        general: z.array(question).min(1),
      })
      .describe(
        'What may be asked where an answer’s own question was asked before: of one who has not said what is to be built, of one who has, and of anybody',
      ),
    near: question.describe('Ends a reply that offers the two nearest answers'),
    budgets: z
      .strictObject({
        offers: z.array(
          z.strictObject({
            for: ids.describe('It is compared where one of these is talked of'),
            isGeneral: z.boolean().default(false).describe('Is compared where none of any is'),
            currency: z.enum(['USD', 'INR']),
            from: number,
            to: number.optional(),
            below: sentence,
            reaches: sentence,
            above: sentence.optional().describe('Only where there is a `to`'),
          }),
        ),
        otherCurrency: sentence,
        says: sentence.describe('Follows every comparison'),
        next: question,
        instead: ids.describe('These need not be answered beside it'),
      })
      .describe('How a sum that the visitor would pay compares with the offers'),
  })
}

export type TalkWords = z.infer<ReturnType<typeof talkSchema>>

/** content/agent/talk.yaml, checked: what joins the answers to a talk. @throws ContentError */
export function readTalkWords(facts: object): TalkWords {
  return readContent('agent/talk.yaml', talkSchema(facts))
}
