import type { Offers } from '../../content/offers.ts'
import type { Studio } from '../../content/studio.ts'
import { graph, personData, thingId } from '../../lib/net/structured-data.ts'

/**
 * The studio, its site, and the price from which its work starts, in both currencies, in the words of schema.org.
 * No ProfessionalService: that is a local business, for which search engines ask a street address.
 */
export function structuredData(studio: Studio, offers: Offers, site: URL): object {
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
