import { type Article, changeDay, sharePath } from '../../content/articles.ts'
import type { Studio } from '../../content/studio.ts'
import { breadcrumbs, graph, personData, thingId } from '../../lib/net/structured-data.ts'

/** An article, and the way to it, in the words of schema.org. The studio is described on the home page. */
export function articleData(article: Article, studio: Studio, blogName: string, site: URL): object {
  const { title, description, path, date, tags, words, minutes } = article
  const url = new URL(path, site).href
  const publisher = {
    '@type': 'Organization',
    '@id': thingId('studio', site),
    name: studio.name,
    url: site.href,
    logo: new URL('/icon-512.png', site).href,
  }
  const { name, profile } = studio.founder
  return graph(
    {
      '@type': 'BlogPosting',
      '@id': `${url}#article`,
      headline: title,
      description,
      datePublished: date,
      dateModified: changeDay(article),
      keywords: tags,
      wordCount: words,
      timeRequired: `PT${minutes}M`,
      inLanguage: 'en',
      image: new URL(sharePath(path), site).href,
      mainEntityOfPage: url,
      author: name === undefined ? publisher : personData(name, profile, site),
      publisher,
    },
    breadcrumbs(
      studio.name,
      [
        { name: blogName, path: '/blog' },
        { name: title, path },
      ],
      site,
    ),
  )
}
