import { type Article, lastChangedDay, socialPreviewPath } from './articles.ts'
import type { Facts } from './facts/facts.ts'
import type { Offer } from './facts/offers.ts'
import type { HomeSection } from './home/home.ts'
import type { Studio } from './studio.ts'

type Site = Pick<Facts, 'studio' | 'lang'>

/** JSON-LD for an article: schema.org's BlogPosting and the path to it. */
export function articleData(article: Article, { studio, lang }: Site, blogName: string, site: URL): object {
  const { title, description, path, date, tags, wordCount, minutes } = article
  const url = new URL(path, site).href
  const publisher = organizationData(studio, site)
  const { name, profile } = studio.founder
  const blog = { name: blogName, path: '/blog' }
  return graph(
    {
      '@type': 'BlogPosting',
      '@id': `${url}#article`,
      headline: title,
      description,
      datePublished: date,
      dateModified: lastChangedDay(article),
      keywords: tags,
      wordCount,
      timeRequired: `PT${minutes}M`,
      inLanguage: lang,
      image: new URL(socialPreviewPath(path), site).href,
      mainEntityOfPage: url,
      author: name === undefined ? publisher : personData(name, profile, site),
      publisher,
    },
    breadcrumbs(studio.name, [blog, { name: title, path }], site),
  )
}

/** JSON-LD for the home page: the studio, its offers, and the site. */
export function studioData({ studio, lang }: Site, sections: readonly HomeSection[], site: URL): object {
  const { name, profile } = studio.founder
  const offers = sections.flatMap((section) => (section.kind === 'pricing' ? section.copy.offers : []))
  return graph(
    {
      ...organizationData(studio, site),
      description: studio.description,
      email: studio.email,
      telephone: studio.phone,
      areaServed: studio.areasServed,
      sameAs: studio.social.map(({ url }) => url),
      founder: name === undefined ? undefined : personData(name, profile, site),
      makesOffer: offers.length > 0 ? offers.map(offerData) : undefined,
    },
    {
      '@type': 'WebSite',
      '@id': thingId('site', site),
      name: studio.name,
      url: site.href,
      inLanguage: lang,
      publisher: { '@id': thingId('studio', site) },
    },
  )
}

/** Uses Organization: search engines require a street address for a ProfessionalService. */
function organizationData({ name }: Studio, site: URL) {
  const logo = new URL('/icon-512.png', site).href
  return { '@type': 'Organization', '@id': thingId('studio', site), name, url: site.href, logo }
}

function offerData({ name, isFrom, prices, per }: Offer): object {
  const priceSpecification = prices.map(({ amount, currency: priceCurrency }) => ({
    '@type': per === undefined ? 'PriceSpecification' : 'UnitPriceSpecification',
    [isFrom ? 'minPrice' : 'price']: amount,
    priceCurrency,
    unitText: per,
  }))
  return { '@type': 'Offer', name, priceSpecification }
}

/** Combines JSON-LD nodes into one document. */
export function graph(...things: object[]): object {
  return { '@context': 'https://schema.org', '@graph': things }
}

/** Returns a node's ID, by which other nodes refer to it. */
function thingId(name: 'studio' | 'site' | 'founder', site: URL): string {
  return new URL(`/#${name}`, site).href
}

function personData(name: string, profile: string | undefined, site: URL): object {
  return { '@type': 'Person', '@id': thingId('founder', site), name, url: profile }
}

export function breadcrumbs(home: string, steps: readonly { name: string; path: string }[], site: URL): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: home, path: '/' }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: new URL(path, site).href,
    })),
  }
}
