import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function firewallSchema(facts: object) {
  const text = filledText(facts)
  const id = z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens')
  const kind = z.enum(['price', 'duration', 'percent', 'date', 'count'])
  return z.strictObject({
    instead: z
      .strictObject({
        price: text,
        duration: text,
        percent: text,
        date: text,
        count: text,
        discount: text,
        promise: text,
        action: text,
        agreement: text,
        assent: text,
        rivals: text,
        request: text,
        contact: text,
        link: text,
        markup: text,
        role: text,
        leak: text,
        language: text,
        other: text,
      })
      .describe('What stands in for a sentence that was held back, by what was wrong with it'),
    closing: text
      .refine((sentence) => sentence.endsWith('?'), { error: 'must end with a question mark' })
      .describe('Ends a reply that ended without a question'),
    offerings: z
      .array(
        z.strictObject({
          id,
          names: z.array(text),
          weakNames: z.array(text).optional(),
          general: z.boolean().optional(),
        }),
      )
      .describe('What is sold, by the names that people use; a number in `facts` belongs to the one named with it'),
    others: z.array(text).describe('What people ask for and what has no number here'),
    extras: z.array(text).describe('What people ask for and what has no price here'),
    aspects: z
      .array(z.strictObject({ id, of: z.array(kind), names: z.array(text) }))
      .describe('Sides of the work that have their own numbers'),
    facts: z.array(text).min(1).describe('What is true, a sentence each; said where a model said something else'),
  })
}

export type FirewallWords = z.infer<ReturnType<typeof firewallSchema>>

/** content/agent/firewall.yaml, checked: the facts in sentences, and what is said in place of what isn't one. @throws ContentError */
export function readFirewallWords(facts: object): FirewallWords {
  return readContent('agent/firewall.yaml', firewallSchema(facts))
}
