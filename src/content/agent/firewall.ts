import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function firewallSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    instead: z
      .strictObject({ other: text })
      .describe('What stands in for a sentence that was held back, by what was wrong with it'),
    closing: text
      .refine((sentence) => sentence.endsWith('?'), { error: 'must end with a question mark' })
      .describe('Ends a reply that ended without a question'),
  })
}

export type FirewallWords = z.infer<ReturnType<typeof firewallSchema>>

/** content/agent/firewall.yaml, checked: the safe sentences. @throws ContentError */
export function readFirewallWords(facts: object): FirewallWords {
  return readContent('agent/firewall.yaml', firewallSchema(facts))
}
