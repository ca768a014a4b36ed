import { z } from 'zod'
import { filledText } from './facts/fill-numbers.ts'
import { readContent } from './read-content.ts'

export type Newsletter = ReturnType<typeof readNewsletter>

export function readNewsletter(facts: object) {
  const text = filledText(facts)
  const answer = z.strictObject({ heading: text, text })
  const question = z.strictObject({ heading: text, text, button: text })
  const schema = z.strictObject({
    form: z.strictObject({
      consent: text.describe('What a reader agrees to; kept word for word with each subscription'),
      email: text,
      send: text,
      success: text,
      next: text,
      unreachable: text,
    }),
    problems: z.strictObject({ tooLarge: text, unavailable: text, tooMany: text }),
    page: z.strictObject({ heading: text }),
    subscribed: z.strictObject({ hint: text }),
    home: text,
    links: z.strictObject({
      confirm: question,
      confirmed: answer,
      late: question,
      resent: answer,
      waiting: answer,
      unsubscribe: question,
      left: answer,
      ended: answer.describe('A link of a subscription that was deleted'),
      unknown: answer,
      unavailable: answer,
    }),
    issue: z
      .strictObject({ onSite: text, picture: text, reason: text, unsubscribe: text, privacy: text, sender: text })
      .describe('What is around an article that goes out as an issue'),
  })
  return readContent('newsletter.yaml', schema)
}
