import type { Offers } from '../../content/offers.ts'
import type { Studio } from '../../content/studio.ts'

/** The studio, its site, and its price in both currencies, in the words of schema.org. */
export function structuredData(studio: Studio, offers: Offers, site: URL): object {
  const id = (name: string) => `${site.href}#${name}`
  const { title, inr, usd } = offers.startingFrom
  const price = (amount: number, priceCurrency: string) => ({
    '@type': 'Offer',
    name: title,
    price: amount,
    priceCurrency,
  })
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': ['Organization', 'ProfessionalService'],
        '@id': id('studio'),
        name: studio.name,
        url: site.href,
        description: studio.description,
        email: studio.email,
        logo: new URL('/icon-512.png', site).href,
        image: new URL('/share.png', site).href,
        areaServed: studio.areasServed,
        sameAs: studio.social.map(({ url }) => url),
        ...(studio.founder.name && { founder: { '@type': 'Person', name: studio.founder.name } }),
        makesOffer: [price(inr, 'INR'), price(usd, 'USD')],
      },
      { '@type': 'WebSite', '@id': id('site'), name: studio.name, url: site.href, publisher: { '@id': id('studio') } },
    ],
  }
}
