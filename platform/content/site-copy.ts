import { z } from 'zod'
import { contentReader } from './facts/filled-text.ts'
import { fields, text } from './files/field-schemas.ts'
import { readContent } from './files/read-content.ts'

const frameLink = z.strictObject({
  text,
  to: text.regex(/^(\/|https:\/\/)/, 'must start with / or https://, like /#pricing').meta({ example: '/#pricing' }),
})

export type Frame = ReturnType<typeof readFrame>

const frameSchema = z.strictObject({
  skip: text,
  bar: z.strictObject({ label: text, menu: text, links: z.array(frameLink), start: frameLink }),
  footer: z.strictObject({
    ...fields(text, 'social services company updates'),
    companyLinks: z.array(frameLink),
    legal: z.array(frameLink),
    taglines: z.array(text),
  }),
  notFound: z.strictObject(fields(text, 'code heading text link nearest picture')),
  legal: z.strictObject({ contents: text, updated: text }),
})

export const readFrame = () => readContent('frame.yaml', frameSchema)

/** Maximum number of article cards on the blog. Older articles are plain links, to keep the page small. */
export const maxArticleCards = 24

export type Blog = ReturnType<typeof readBlog>

export const readBlog = contentReader('blog.yaml', (text) => ({
  ...fields(text, 'name heading description remark readMore newsletter back updated contents topics related'),
  ...fields(text, 'previous next readTime older'),
  author: z.strictObject({ heading: text, text }),
  callToAction: z.strictObject({
    ...fields(text, 'heading text form byMail'),
    mails: z.array(z.strictObject({ text, subject: text })).min(1),
  }),
  search: z.strictObject({ label: text, button: text }),
}))

export type SearchCopy = ReturnType<typeof readSearch>

export const readSearch = contentReader('search.yaml', (text) => ({
  ...fields(text, 'heading description label button none tooLong empty browse near'),
  // One string per plural form of the language (CLDR).
  found: z.strictObject({ one: text, two: text.optional(), few: text.optional(), many: text }),
}))

export const readSitemap = contentReader('sitemap.yaml', (text) => {
  const to = z.string().regex(/^(\/|https?:\/\/)/, 'must start with / or https://')
  const group = z.strictObject({ title: text, links: z.array(z.strictObject({ text, to })).min(1) })
  const blog = z.strictObject({ title: text, home: text })
  return {
    ...fields(text, 'heading description'),
    groups: z.strictObject({ main: group, blog, legal: group, cases: text }),
    machines: group,
  }
})

export type LlmsCopy = ReturnType<typeof readLlms>

export const readLlms = contentReader('llms.yaml', (text) => ({
  ...fields(text, 'offer pages articles write'),
  facts: z.array(text).min(1),
  times: text.optional(),
}))

export type Newsletter = ReturnType<typeof readNewsletter>

export const readNewsletter = contentReader('newsletter.yaml', (text) => {
  const answer = z.strictObject({ heading: text, text })
  return {
    form: z.strictObject(fields(text, 'consent send success next unreachable')),
    problems: z.strictObject(fields(text, 'tooLarge unavailable tooMany')),
    page: z.strictObject({ heading: text }),
    subscribed: z.strictObject({ hint: text }),
    home: text,
    links: z.strictObject({
      ...fields(answer.extend({ button: text }), 'confirm late unsubscribe'),
      ...fields(answer, 'confirmed resent waiting left unknown unavailable ended'),
    }),
    issue: z.strictObject(fields(text, 'onSite picture reason unsubscribe privacy sender')),
  }
})
