import { z } from 'zod'
import { readContent } from './read-content.ts'
import { filledText } from './text-field.ts'

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

/** content/sitemap.yaml, checked. @throws ContentError */
export function readSitemap(facts: object): Sitemap {
  return readContent('sitemap.yaml', sitemapSchema(facts))
}
