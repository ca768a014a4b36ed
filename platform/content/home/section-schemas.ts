import { z } from 'zod'
import { type Drawings, drawingIn } from '../drawings.ts'
import { factAt } from '../facts/fact-at.ts'
import { fillFacts } from '../facts/fill-facts.ts'
import { filledText } from '../facts/filled-text.ts'
import { asOffer } from '../facts/offers.ts'
import { fields } from '../files/field-schemas.ts'
import { pictureField } from '../pictures.ts'
import { amountField } from '../prose/scale.ts'

const durationUnits = ['hours', 'days', 'weeks', 'months'] as const
const weeksIn = { hours: 1 / 24 / 7, days: 1 / 7, weeks: 1, months: 365 / 12 / 7 }

export function sectionSchemas(facts: object, drawings: Drawings) {
  const text = filledText(facts)
  const drawing = drawingIn(drawings, 'services')
  const icon = drawingIn(drawings, 'icons')
  const photo = (file: string) => z.strictObject({ picture: pictureField(file), alt: text })
  const titled = z.strictObject({ title: text, description: text })
  const header = { name: text.optional(), heading: text, remark: text.optional() }
  return {
    banner: section('banner', { message: text, badge: text, label: text, pause: text, ended: text.optional() }),
    hero: section('hero', {
      claim: text.optional(),
      headline: text,
      badges: z.array(text).default([]),
      start: link(text),
      view: link(text).optional(),
      caption: text.optional(),
      picture: text.optional(),
      photo: photo('home/hero.yaml').optional(),
    }),
    services: section('services', {
      ...header,
      items: uniqueBy('title', titled.extend({ drawing: drawing.optional(), features: z.array(text).default([]) })),
    }),
    'why-choose': section('why-choose', {
      ...header,
      scale: z
        .strictObject({ rows: z.array(scaleRow(text)).min(1), axis: z.strictObject({ start: text, week: text }) })
        .optional(),
      items: uniqueBy('title', titled.extend({ icon: icon.optional() })),
      callToAction: z.strictObject({ question: text, link: text }).optional(),
    }),
    technology: section('technology', {
      ...header,
      items: uniqueBy('name', z.strictObject({ name: text, category: text })),
    }),
    process: section('process', {
      ...header,
      items: uniqueBy('title', titled.extend({ icon: icon.optional(), time: text.optional() })),
    }),
    clients: section('clients', {
      ...header,
      items: uniqueBy(
        'name',
        z.strictObject({
          name: text,
          industry: text.optional(),
          logo: z
            .string({ error: 'must be one emoji' })
            .regex(/^\p{RGI_Emoji}$/v, 'must be one emoji, like 📦')
            .optional(),
          description: text,
          picture: pictureField('home/clients.yaml').optional(),
          link: link(text).optional(),
        }),
      ),
    }),
    pricing: section('pricing', {
      ...header,
      ...fields(text, 'text from or button'),
      offers: z.array(offerAt(facts)).min(1, 'must name at least one offer'),
    }),
    testimonials: section('testimonials', {
      ...header,
      items: entries(
        z
          .strictObject({ quote: text, highlight: text.optional(), company: text })
          .refine(({ quote, highlight = '' }) => quote.includes(highlight), {
            path: ['highlight'],
            error: 'must be part of its quote',
          }),
      ),
    }),
    founder: section('founder', {
      ...header,
      tagline: text,
      badges: z.array(text).default([]),
      profile: text,
      portrait: text.optional(),
      photo: photo('home/founder.yaml').optional(),
      items: uniqueBy('title', titled),
    }),
    contact: section('contact', {
      ...header,
      text,
      form: z.strictObject(fields(text, 'send sending success referenceLabel unreachable')),
      direct: text,
      page: z.strictObject({
        ...fields(text, 'heading write text details call'),
        jump: text.refine((sentence) => /^[^[\]]*\[[^[\]]+\][^[\]]*$/.test(sentence), {
          error: 'must have its link in brackets, like: Write to me, or [pick a time] for a call.',
        }),
      }),
      problems: z.strictObject(fields(text, 'tooLarge unavailable tooMany')),
      received: z.strictObject({ heading: text, back: text }),
      reasons: z.strictObject({ heading: text, items: uniqueBy('title', titled) }).optional(),
      before: z.strictObject({ heading: text, items: z.array(text).min(1) }).optional(),
    }),
  }
}

type Schemas = ReturnType<typeof sectionSchemas>
export type SectionKind = keyof Schemas
export type SectionCopy = { [K in SectionKind]: z.infer<Schemas[K]>['copy'] }

/** A section's fields, with its kind as a discriminant. */
function section<K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.strictObject(shape).transform((copy) => ({ kind, copy }))
}

/** A schema that transforms an offer's path, like `packages.first`, into the offer. */
function offerAt(facts: object) {
  return z.string({ error: 'must be the name of an offer' }).transform((path, context) => {
    const offer = asOffer(factAt(facts, path))
    if (offer === undefined) {
      context.addIssue(`${path} isn’t an offer in content/offers.yaml. An offer has a name, and a price or from`)
      return z.NEVER
    }
    return { ...offer, terms: offer.terms.map((term) => fillFacts(term, facts)) }
  })
}

/** A schema for a chart's bar. Converts a duration in any of the units to weeks. */
function scaleRow(text: ReturnType<typeof filledText>) {
  const amount = z.union([z.number(), text]).pipe(amountField).optional()
  return z
    .strictObject({ figure: text, note: text, hours: amount, days: amount, weeks: amount, months: amount })
    .transform(({ figure, note, ...durations }, context) => {
      const [unit, ...otherUnits] = durationUnits.filter((name) => durations[name] !== undefined)
      const duration = unit && durations[unit]
      if (unit === undefined || duration === undefined || otherUnits.length > 0) {
        context.addIssue('must have one of hours, days, weeks, months')
        return z.NEVER
      }
      const { from, to, isRange } = duration
      return { figure, note, from: isRange ? from * weeksIn[unit] : 0, to: to * weeksIn[unit] }
    })
}

function entries<T>(item: z.ZodType<T>) {
  return z
    .array(item)
    .min(1, 'must have at least one entry. To leave the section out, remove it from content/home/page.yaml')
}

function uniqueBy<T extends Record<string, unknown>>(key: keyof T & string, item: z.ZodType<T>) {
  return entries(item).superRefine((all, context) => {
    const seen = new Set<unknown>()
    for (const [i, entry] of all.entries()) {
      const value = entry[key]
      if (seen.has(value)) {
        context.addIssue({ code: 'custom', path: [i, key], message: `must be unique: ${value} is repeated` })
      }
      seen.add(value)
    }
  })
}

function link(text: z.ZodType<string>) {
  const to = z.string().regex(/^[/#]|^https:\/\//, 'must start with /, # or https://')
  return z.strictObject({ text, to: to.meta({ example: '/contact' }) })
}
