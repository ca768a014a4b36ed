import { type Article, changeDay, sharePath } from './articles.ts'
import type { Offers } from './offers.ts'
import type { Studio } from './studio.ts'

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

/** No ProfessionalService: that is a local business, for which search engines ask a street address. */
export function studioData(studio: Studio, offers: Offers, site: URL): object {
  const { title, inr, usd } = offers.startingFrom
  const { name, profile } = studio.founder
  const price = (amount: number, priceCurrency: string) => ({
    '@type': 'Offer',
    name: title,
    price: amount,
    priceCurrency,
    priceSpecification: { '@type': 'PriceSpecification', minPrice: amount, priceCurrency },
  })
  return graph(
    {
      '@type': 'Organization',
      '@id': thingId('studio', site),
      name: studio.name,
      url: site.href,
      description: studio.description,
      email: studio.email,
      logo: new URL('/icon-512.png', site).href,
      image: new URL('/share.png', site).href,
      areaServed: studio.areasServed,
      sameAs: studio.social.map(({ url }) => url),
      ...(name !== undefined && { founder: personData(name, profile, site) }),
      makesOffer: [price(inr, 'INR'), price(usd, 'USD')],
    },
    {
      '@type': 'WebSite',
      '@id': thingId('site', site),
      name: studio.name,
      url: site.href,
      inLanguage: 'en',
      publisher: { '@id': thingId('studio', site) },
    },
  )
}

export function graph(...things: object[]): object {
  return { '@context': 'https://schema.org', '@graph': things }
}

function thingId(name: 'studio' | 'site' | 'founder', site: URL): string {
  return new URL(`/#${name}`, site).href
}

function personData(name: string, profile: string, site: URL): object {
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
