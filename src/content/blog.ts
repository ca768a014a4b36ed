import { z } from 'zod'
import { readContent } from './read-content.ts'
import { filledText } from './text-field.ts'

/** More of them whole would make a heavy page: what is older stands below as a list. */
export const articlesInFull = 24

export type Blog = z.infer<ReturnType<typeof blogSchema>>

function blogSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    name: text,
    heading: text,
    description: text,
    remark: text,
    readMore: text,
    readTime: text.describe('Stands behind the minutes'),
    older: text.describe('Heads the plain list of those that have no card any more'),
    newsletter: text,
    back: text,
    updated: text,
    contents: text,
    topics: text,
    related: text,
    previous: text,
    next: text,
    author: z.strictObject({ heading: text, anonymous: text, text }),
    callToAction: z.strictObject({
      heading: text,
      text,
      form: text,
      byMail: text,
      mails: z.array(z.strictObject({ text, subject: text })).min(1, 'must hold at least one'),
    }),
    search: z.strictObject({ label: text, button: text }),
  })
}

/** content/blog.yaml, checked: the words around the articles. @throws ContentError */
export function readBlog(facts: object): Blog {
  return readContent('blog.yaml', blogSchema(facts))
}
