import { z } from 'zod'
import { readDrawings, readGlyphs } from '../drawings.ts'
import { filledText } from '../fill-numbers.ts'
import type { Offers } from '../offers.ts'
import { readContent } from '../read-content.ts'

export const technologyCategories = ['Frontend', 'Backend', 'Database', 'Cloud'] as const

/** By its name, one of these. */
function named<T>(all: ReadonlyMap<string, T>) {
  return z.string().transform((name, context) => {
    const found = all.get(name)
    if (found === undefined) context.addIssue(`must be one of ${[...all.keys()].join(', ')}`)
    return found ?? z.NEVER
  })
}

/** One section of the home page each, in content/home. */
export function homeSchemas(facts: object) {
  const text = filledText(facts)
  const [drawing, glyph] = [named(readDrawings()), named(readGlyphs())]
  const titled = z.strictObject({ title: text, description: text })
  return {
    banner: z.strictObject({ message: text, badge: text, label: text, pause: text }),
    hero: z.strictObject({
      claim: text,
      headline: text,
      badges: z.array(text).length(3, 'must be three badges'),
      start: text,
      view: text,
      caption: text.refine((caption) => caption.includes(': '), 'must have a colon after its first words'),
      picture: text,
    }),
    services: z.strictObject({
      heading: text,
      remark: text,
      items: unique(
        'title',
        titled.extend({
          drawing,
          notes: z.array(text).min(1, 'must hold one or two notes').max(2, 'must hold one or two notes'),
          features: z.array(text).length(3, 'must be three points'),
        }),
      ).length(4, 'must be four services'),
    }),
    whyChoose: z.strictObject({
      heading: text,
      remark: text,
      scale: z.strictObject({
        sprint: z.strictObject({ figure: text, note: text }),
        mvp: z.strictObject({ figure: text, note: text }),
        application: z.strictObject({ figure: text, note: text }),
        today: text,
        week: text,
      }),
      items: unique('title', titled.extend({ icon: glyph })).length(6, 'must be six reasons'),
      callToAction: z.strictObject({ question: text, link: text }),
    }),
    technology: z.strictObject({
      heading: text,
      remark: text,
      items: unique(
        'name',
        z.strictObject({
          name: text,
          category: z.enum(technologyCategories, { error: `must be one of ${technologyCategories.join(', ')}` }),
        }),
      ),
    }),
    process: z.strictObject({
      heading: text,
      remark: text,
      items: unique('title', titled.extend({ icon: glyph, time: text })).length(4, 'must be four steps'),
    }),
    clients: z.strictObject({
      heading: text,
      items: unique(
        'name',
        z.strictObject({
          name: text,
          industry: text,
          logo: z.string({ error: 'must be one emoji' }).regex(/^\p{RGI_Emoji}$/v, 'must be one emoji, like 📦'),
          description: text,
        }),
      ).length(6, 'must be six projects'),
    }),
    pricing: z.strictObject({ heading: text, text, from: text, or: text, button: text }),
    testimonials: z.strictObject({
      heading: text,
      items: z
        .array(
          z
            .strictObject({ quote: text, highlight: text.optional(), company: text })
            .refine(({ quote, highlight = '' }) => quote.includes(highlight), {
              path: ['highlight'],
              error: 'must be a part of its quote',
            }),
        )
        .length(5, 'must be five quotes'),
    }),
    founder: z.strictObject({
      heading: text,
      tagline: text,
      badges: z.array(text).length(4, 'must be four badges'),
      profile: text,
      portrait: text,
      items: unique('title', titled).length(4, 'must be four selling points'),
    }),
    contact: z.strictObject({
      heading: text,
      text,
      form: z.strictObject({
        labels: z.strictObject({ name: text, email: text, project: text }),
        send: text,
        sending: text,
        success: text,
        referenceLabel: text,
        unreachable: text,
      }),
      direct: text,
      problems: z.strictObject({ tooLarge: text, unavailable: text, tooMany: text }),
      received: z.strictObject({ heading: text, back: text }),
      reasons: z.strictObject({
        heading: text,
        items: unique('title', titled).length(3, 'must be three reasons'),
      }),
    }),
  }
}

export type Home = ReturnType<typeof readHome>

export function readHome(facts: object) {
  const schemas = homeSchemas(facts)
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

/** False once the promotion has passed and content/offers.yaml asks to hide it; `endsOn` itself still counts. */
export function promotionShows({ promotion }: Offers, now: Date): boolean {
  return promotion.afterEnd === 'show' || now.toISOString().slice(0, 10) <= promotion.endsOn
}

function unique<T extends Record<string, unknown>>(key: keyof T & string, item: z.ZodType<T>) {
  return z.array(item).superRefine((all, context) => {
    const seen = new Set<unknown>()
    all.forEach((entry, i) => {
      if (seen.has(entry[key])) {
        context.addIssue({
          code: 'custom',
          path: [i, key],
          message: `must be another one: ${entry[key]} is there twice`,
        })
      }
      seen.add(entry[key])
    })
  })
}
