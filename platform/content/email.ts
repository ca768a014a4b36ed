import { z } from 'zod'
import { contentReader } from './facts/filled-text.ts'
import { fields } from './files/field-schemas.ts'

/** An email's lines shouldn't be longer than this (RFC 5322, 2.1.1). */
const maxSubjectLength = 78

export function subjectText(text: z.ZodType<string>) {
  return text.refine(
    ({ length }) => length <= maxSubjectLength,
    `must fit in a subject line of ${maxSubjectLength} characters`,
  )
}

export const readEmails = contentReader('mail.yaml', (text) => {
  const texts = z.array(text)
  const lines = texts.min(1)
  const subject = subjectText(text)
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
