import type { z } from 'zod'
import type { Offers } from '../offers.ts'
import { readContent } from '../read-content.ts'
import { readStudio } from '../studio.ts'
import { homeSchemas } from './home.schema.ts'

type Schemas = ReturnType<typeof homeSchemas>

/** The landing page's texts, a key for each section, with all numbers filled in. */
export type Home = { [K in keyof Schemas]: z.infer<Schemas[K]> }

/** Everything in content/home/, checked. @throws ContentError */
export function readHome(offers: Offers): Home {
  const schemas = homeSchemas({ ...offers, studio: readStudio() })
  return {
    banner: readContent('home/banner.yaml', schemas.banner),
    hero: readContent('home/hero.yaml', schemas.hero),
    services: readContent('home/services.yaml', schemas.services),
    whyChoose: readContent('home/why-choose.yaml', schemas.whyChoose),
    technology: readContent('home/technology.yaml', schemas.technology),
    process: readContent('home/process.yaml', schemas.process),
    clients: readContent('home/clients.yaml', schemas.clients),
    pricing: readContent('home/pricing.yaml', schemas.pricing),
    testimonials: readContent('home/testimonials.yaml', schemas.testimonials),
    founder: readContent('home/founder.yaml', schemas.founder),
    contact: readContent('home/contact.yaml', schemas.contact),
  }
}

/** False once the promotion has passed and content/offers.yaml asks to hide it. `endsOn` itself still counts. */
export function promotionShows({ promotion }: Offers, now: Date): boolean {
  return promotion.afterEnd === 'show' || now.toISOString().slice(0, 10) <= promotion.endsOn
}
