import { z } from 'zod'
import { filledText } from './fill-numbers.ts'
import type { Offers } from './offers.ts'
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

export function readFrame(): Frame {
  return readContent('frame.yaml', frameSchema)
}

/** More cards would make a heavy page: older articles stand below as a list. */
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

export function readBlog(facts: object): Blog {
  return readContent('blog.yaml', blogSchema(facts))
}

export type SearchWords = z.infer<ReturnType<typeof searchSchema>>

function searchSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    heading: text,
    description: text,
    label: text,
    button: text,
    near: text.describe('Stands above what holds similar words'),
    none: text,
    tooLong: text,
    empty: text,
    found: z.strictObject({ one: text, many: text }),
    browse: text,
  })
}

export function readSearchWords(facts: object): SearchWords {
  return readContent('search.yaml', searchSchema(facts))
}

export type Sitemap = z.infer<ReturnType<typeof sitemapSchema>>

function sitemapSchema(facts: object) {
  const text = filledText(facts)
  const to = z.string().regex(/^(\/|https?:\/\/)/, 'must start with / or https://')
  const links = z.array(z.strictObject({ text, to })).min(1, 'must hold at least one')
  const group = z.strictObject({ title: text, links })
  return z.strictObject({
    heading: text,
    description: text,
    groups: z.strictObject({
      main: group,
      blog: z.strictObject({ title: text, home: text }),
      legal: group,
      cases: text,
    }),
    machines: group,
  })
}

export function readSitemap(facts: object): Sitemap {
  return readContent('sitemap.yaml', sitemapSchema(facts))
}

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

export function readLlms(offers: Offers, facts: object): LlmsWords {
  return readContent('llms.yaml', llmsSchema(facts, offers.packages))
}
