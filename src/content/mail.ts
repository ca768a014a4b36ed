import { z } from 'zod'
import { fillNumbers } from './fill-numbers.ts'
import type { Offers } from './offers.ts'
import { readContent } from './read-content.ts'
import type { Studio } from './studio.ts'

const line = z.string().min(1, 'must not be empty')
const lines = z.array(line).min(1, 'must have at least one paragraph').describe('One paragraph each')
const subject = line.max(78, 'must fit a subject line of 78 characters')
/** A mail around one link. */
const linkMail = z.strictObject({ subject, greeting: line, lines, link: line, afterLink: lines, signature: line })

const mailSchema = z.strictObject({
  receipt: z.strictObject({ subject, greeting: line, lines, referenceLabel: line, signature: line }),
  confirmation: linkMail,
  alreadySubscribed: linkMail,
})

export type LinkMailTexts = z.infer<typeof linkMail>
export type MailTexts = z.infer<typeof mailSchema>

/** content/mail.yaml, checked, with numbers, brand and address filled in. @throws ContentError */
export function readMailTexts(offers: Offers, studio: Studio, siteUrl: string): MailTexts {
  const { receipt, confirmation, alreadySubscribed } = readContent('mail.yaml', mailSchema)
  const fill = (text: string) => fillNumbers(text, { ...offers, studio, site: siteUrl })
  const fillLinkMail = (texts: LinkMailTexts): LinkMailTexts => ({
    subject: fill(texts.subject),
    greeting: fill(texts.greeting),
    lines: texts.lines.map(fill),
    link: fill(texts.link),
    afterLink: texts.afterLink.map(fill),
    signature: fill(texts.signature),
  })
  return {
    receipt: {
      subject: fill(receipt.subject),
      greeting: fill(receipt.greeting),
      lines: receipt.lines.map(fill),
      referenceLabel: receipt.referenceLabel,
      signature: fill(receipt.signature),
    },
    confirmation: fillLinkMail(confirmation),
    alreadySubscribed: fillLinkMail(alreadySubscribed),
  }
}
