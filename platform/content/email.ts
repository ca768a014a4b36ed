import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { contentReader } from './facts/filled-text.ts'
import { fields } from './read-content.ts'
import type { SiteContent } from './site-content.ts'
import type { Studio } from './studio.ts'

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

export type EmailTexts = ReturnType<typeof emailTexts>

export function emailTexts({ facts, studio, theme, emails }: SiteContent, siteUrl: string) {
  return {
    ...emails,
    brand: { text: studio.name, href: `${siteUrl}/`, look: theme, lang: facts.lang },
    address: studio.email,
    signature: [studio.founder.name, emails.signature].filter((line) => line !== undefined),
  }
}

/** Email addresses from the settings, or else the studio's. */
export function emailAddresses({ mailFrom, leadsTo }: Environment, { name, email }: Studio) {
  const studio = { name, address: email }
  return { from: mailFrom ?? studio, leadsTo: leadsTo ?? studio }
}
