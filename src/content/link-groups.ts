import type { Article } from './articles.ts'
import type { Sitemap } from './sitemap.ts'

export type LinkGroup = { title: string; links: { text: string; to: string }[] }

/** The sitemap's groups: articles and case studies add themselves; the XML sitemaps bear their whole address. */
export function linkGroups(
  { groups, machines }: Sitemap,
  articles: readonly Article[],
  clients: readonly { name: string }[],
  site: URL,
): LinkGroup[] {
  return [
    groups.main,
    {
      title: groups.blog.title,
      links: [
        { text: groups.blog.home, to: '/blog' },
        ...articles.map(({ title, path }) => ({ text: title, to: path })),
      ],
    },
    groups.legal,
    { title: groups.cases, links: clients.map(({ name }) => ({ text: name, to: '/#partners' })) },
    { title: machines.title, links: machines.links.map(({ text, to }) => ({ text, to: new URL(to, site).href })) },
  ]
}
