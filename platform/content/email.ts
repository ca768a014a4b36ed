import { z } from 'zod'
import type { Facts } from './facts/facts.ts'
import { contentReader } from './facts/fill-facts.ts'
import { fields } from './read-content.ts'
import { emailLook, type Theme } from './theme.ts'

const readTexts = contentReader('mail.yaml', (text) => {
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

export type EmailTexts = ReturnType<typeof readEmailTexts>
export type LinkEmailTexts = EmailTexts['confirmation']

export function readEmailTexts({ facts, theme }: { facts: Facts; theme: Theme }, siteUrl: string) {
  const { studio } = facts
  const texts = readTexts(facts)
  return {
    ...texts,
    brand: { text: studio.name, href: `${siteUrl}/`, look: emailLook(theme), lang: facts.lang },
    address: studio.email,
    signature: [studio.founder.name, texts.signature].filter((line) => line !== undefined),
  }
}
