import type { Article } from '../../content/articles.ts'
import type { Studio } from '../../content/studio.ts'

/** An article, and the way to it, in the words of schema.org. `#studio` is described on the home page. */
export function articleData(article: Article, studio: Studio, blogName: string, site: URL): object {
  const { title, description, path, date, updated, tags, words, minutes } = article
  const url = new URL(path, site).href
  const publisher = { '@type': 'Organization', '@id': `${site.href}#studio`, name: studio.name, url: site.href }
  const { name, profile } = studio.founder
  const step = (position: number, label: string, item: string) => ({ '@type': 'ListItem', position, name: label, item })
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        '@id': `${url}#article`,
        headline: title,
        description,
        datePublished: date,
        dateModified: updated ?? date,
        keywords: tags,
        wordCount: words,
        timeRequired: `PT${minutes}M`,
        inLanguage: 'en',
        image: new URL(`${path}/share.png`, site).href,
        mainEntityOfPage: url,
        author: name ? { '@type': 'Person', name, sameAs: profile } : publisher,
        publisher,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [step(1, blogName, new URL('/blog', site).href), step(2, title, url)],
      },
    ],
  }
}
