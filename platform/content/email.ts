import { z } from 'zod'
import { contentReader } from './facts/filled-text.ts'
import { fields } from './files/field-schemas.ts'

export const readEmails = contentReader('mail.yaml', (text) => {
  const texts = z.array(text)
  const lines = texts.min(1)
  const subject = text.refine(({ length }) => length <= 78, 'must fit in a subject line of 78 characters')
  const linkEmail = z.strictObject({ subject, greeting: text, lines, link: text, afterLink: texts, foot: texts })
  const steps = z.strictObject({ heading: text, items: lines })
  return {
    signature: text,
    receipt: z.strictObject({
      ...fields(text, 'greeting referenceLabel more button'),
      subject,
      lines,
      steps,
      foot: texts,
    }),
    confirmation: linkEmail,
    alreadySubscribed: linkEmail,
  }
})
