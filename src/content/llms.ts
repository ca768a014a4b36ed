import { z } from 'zod'
import type { Offers } from './offers.ts'
import { readContent } from './read-content.ts'
import { filledText } from './text-field.ts'

export type LlmsWords = z.infer<ReturnType<typeof llmsSchema>>

function llmsSchema(facts: object, packages: Offers['packages']) {
  const text = filledText(facts)
  return z.strictObject({
    offer: text,
    prices: z.array(text).min(1, 'must hold at least one'),
    package: z
      .string({ error: 'must be a text that names {name} and {usd}' })
      .transform((line, context) =>
        packages.map((each) => {
          const { data, error } = filledText(each).safeParse(line)
          for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
          return data ?? ''
        }),
      )
      .describe('Filled in once for each package'),
    times: text,
    write: text.describe('Stands before the form and the mail address'),
    pages: text,
    articles: text,
  })
}

/** content/llms.yaml, checked: the words of /llms.txt. @throws ContentError */
export function readLlms(offers: Offers, facts: object): LlmsWords {
  return readContent('llms.yaml', llmsSchema(facts, offers.packages))
}
