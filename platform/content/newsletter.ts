import { z } from 'zod'
import { filledText } from './facts/fill-numbers.ts'
import { fields, readContent } from './read-content.ts'

export type Newsletter = ReturnType<typeof readNewsletter>

export function readNewsletter(facts: object) {
  const text = filledText(facts)
  const answer = z.strictObject({ heading: text, text })
  const question = z.strictObject({ heading: text, text, button: text })
  const schema = z.strictObject({
    form: z.strictObject({
      consent: text.describe('What a reader agrees to; kept word for word with each subscription'),
      ...fields(text, 'email send success next unreachable'),
    }),
    problems: z.strictObject(fields(text, 'tooLarge unavailable tooMany')),
    page: z.strictObject({ heading: text }),
    subscribed: z.strictObject({ hint: text }),
    home: text,
    links: z.strictObject({
      ...fields(question, 'confirm late unsubscribe'),
      ...fields(answer, 'confirmed resent waiting left unknown unavailable'),
      ended: answer.describe('A link of a subscription that was deleted'),
    }),
    issue: z
      .strictObject(fields(text, 'onSite picture reason unsubscribe privacy sender'))
      .describe('What is around an article that goes out as an issue'),
  })
  return readContent('newsletter.yaml', schema)
}
