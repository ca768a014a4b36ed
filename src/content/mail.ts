import { z } from 'zod'
import { filledText } from './fill-numbers.ts'
import type { Offers } from './offers.ts'
import { readContent } from './read-content.ts'
import type { Studio } from './studio.ts'

function mailSchema(facts: object) {
  const text = filledText(facts)
  const texts = z.array(text).describe('One paragraph each')
  const lines = texts.min(1, 'must have at least one paragraph')
  const subject = text.refine(({ length }) => length <= 78, 'must fit a subject line of 78 characters')
  const linkMail = z.strictObject({ subject, greeting: text, lines, link: text, afterLink: texts, foot: texts })
  return z.strictObject({
    signature: text,
    receipt: z.strictObject({
      subject,
      greeting: text,
      lines,
      referenceLabel: text,
      steps: z.strictObject({ heading: text, items: lines }),
      more: text,
      button: text,
      foot: texts,
    }),
    confirmation: linkMail,
    alreadySubscribed: linkMail,
  })
}

type Written = z.infer<ReturnType<typeof mailSchema>>

export type LinkMailTexts = Written['confirmation']

export type MailTexts = Omit<Written, 'signature'> & {
  brand: { text: string; href: string }
  address: string
  signature: string[]
}

export function readMailTexts(offers: Offers, studio: Studio, siteUrl: string): MailTexts {
  const texts = readContent('mail.yaml', mailSchema({ ...offers, studio }))
  return {
    ...texts,
    brand: { text: studio.name, href: `${siteUrl}/` },
    address: studio.email,
    signature: [studio.founder.name, texts.signature].filter((line) => line !== undefined),
  }
}
