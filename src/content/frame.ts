import { z } from 'zod'
import { readContent } from './read-content.ts'

const text = z.string({ error: 'must be a text' }).min(1, 'must not be empty')
const link = z.strictObject({ text, to: text.regex(/^\//, 'must start with /, like /#pricing') })

export type Link = z.infer<typeof link>

const frameSchema = z.strictObject({
  skip: text,
  bar: z.strictObject({ label: text, menu: text, links: z.array(link), start: link }),
  footer: z.strictObject({
    social: text,
    services: text,
    company: text,
    companyLinks: z.array(link),
    updates: text,
    legal: z.array(link),
    taglines: z.array(text),
  }),
  notFound: z.strictObject({ code: text, heading: text, text, link: text, nearest: text, picture: text }),
  legal: z.strictObject({ contents: text, updated: text }),
})

export type Frame = z.infer<typeof frameSchema>
export type LegalWords = Frame['legal']

/** content/frame.yaml, checked: the words around every page. @throws ContentError */
export function readFrame(): Frame {
  return readContent('frame.yaml', frameSchema)
}
