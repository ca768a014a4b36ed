import type { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import type { Offers } from '../offers.ts'
import { readContent } from '../read-content.ts'
import { readStudio } from '../studio.ts'
import { homeSections } from './home.schema.ts'

export type Home = { [K in keyof typeof homeSections]: z.infer<ReturnType<(typeof homeSections)[K]>> }

export function readHome(offers: Offers): Home {
  const text = filledText({ ...offers, studio: readStudio() })
  const read = <T>(file: string, section: (field: typeof text) => z.ZodType<T>) =>
    readContent(`home/${file}.yaml`, section(text))
  return {
    banner: read('banner', homeSections.banner),
    hero: read('hero', homeSections.hero),
    services: read('services', homeSections.services),
    whyChoose: read('why-choose', homeSections.whyChoose),
    technology: read('technology', homeSections.technology),
    process: read('process', homeSections.process),
    clients: read('clients', homeSections.clients),
    pricing: read('pricing', homeSections.pricing),
    testimonials: read('testimonials', homeSections.testimonials),
    founder: read('founder', homeSections.founder),
    contact: read('contact', homeSections.contact),
  }
}

/** False once the promotion has passed and content/offers.yaml asks to hide it; `endsOn` itself still counts. */
export function promotionShows({ promotion }: Offers, now: Date): boolean {
  return promotion.afterEnd === 'show' || now.toISOString().slice(0, 10) <= promotion.endsOn
}
