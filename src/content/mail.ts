import { z } from 'zod'
import { fillNumbers } from './fill-numbers.ts'
import type { Offers } from './offers.ts'
import { readContent } from './read-content.ts'
import type { Studio } from './studio.ts'

const line = z.string().min(1, 'must not be empty')

const mailSchema = z.strictObject({
  receipt: z.strictObject({
    subject: line.max(78, 'must fit a subject line of 78 characters'),
    greeting: line,
    lines: z.array(line).min(1, 'must have at least one paragraph').describe('One paragraph each'),
    referenceLabel: line,
    signature: line,
  }),
})

export type MailTexts = z.infer<typeof mailSchema>

/** content/mail.yaml, checked, with numbers, brand and address filled in. @throws ContentError */
export function readMailTexts(offers: Offers, studio: Studio, siteUrl: string): MailTexts {
  const { receipt } = readContent('mail.yaml', mailSchema)
  const fill = (text: string) => fillNumbers(text, { ...offers, studio, site: siteUrl })
  return {
    receipt: {
      subject: fill(receipt.subject),
      greeting: fill(receipt.greeting),
      lines: receipt.lines.map(fill),
      referenceLabel: receipt.referenceLabel,
      signature: fill(receipt.signature),
    },
  }
}
