import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readOffers } from '../offers.ts'
import { readStudio } from '../studio.ts'
import { homeSchemas, promotionShows, readHome } from './home.ts'

const offers = readOffers()
const facts = { ...offers, studio: readStudio() }
const schemas = homeSchemas(facts)

type Issue = { path: PropertyKey[]; message: string }
type Schema = { safeParse(content: unknown): { error?: { issues: Issue[] } | undefined } }

/** What a schema has against a file of content/home in which one passage reads otherwise, as `path: message`. */
function complaints(schema: Schema, file: string, passage: string, instead: string): string[] {
  const content = readFileSync(`content/home/${file}.yaml`, 'utf8')
  if (!content.includes(passage)) throw new Error(`${file}.yaml does not hold “${passage}”`)
  const { error } = schema.safeParse(parse(content.replace(passage, instead)))
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the texts of the home page', () => {
  test('hold no digit of their own: numbers are fetched from content/offers.yaml', () => {
    for (const file of globSync('content/home/*.yaml')) {
      const texts = JSON.stringify(parse(readFileSync(file, 'utf8'))).replaceAll(/\{[A-Za-z0-9.]+\}/g, '')
      expect(texts, file).not.toMatch(/\d/)
    }
  })

  test('come out with the numbers filled in', () => {
    const home = readHome(facts)
    expect(home.clients.heading).toBe('Trusted by 50+ companies worldwide')
    expect(home.contact.reasons.items[0]?.description).toBe('MVP in 2-4 weeks, full applications in 6-8 weeks')
    expect(home.testimonials.items[0]?.highlight).toBe('87% reduction in errors')
  })
})

describe('wrong content is refused with the field and what would be right', () => {
  test('a missing text', () => {
    expect(complaints(schemas.hero, 'hero', 'headline:', '# headline:')).toEqual(['headline: must be a text'])
  })

  test('an empty text', () => {
    expect(complaints(schemas.hero, 'hero', 'start: Start Your Project', 'start: ""')).toEqual([
      'start: must not be empty',
    ])
  })

  test('an unknown icon', () => {
    expect(complaints(schemas.whyChoose, 'why-choose', 'icon: clock', 'icon: rocket')).toEqual([
      'items.0.icon: must be one of clock, plumb, train, stitch, tag, knot, call, plan, build, launch',
    ])
  })

  test('a number that offers.yaml does not hold', () => {
    expect(complaints(schemas.process, 'process', 'time: within', 'time: about {a.b}, within')[0]).toMatch(
      /^items\.1\.time: \{a\.b\} in .* is no number, range or text of content\/offers\.yaml$/,
    )
  })

  test('the same client twice', () => {
    expect(complaints(schemas.clients, 'clients', 'name: Parcelmoth', 'name: Lumenward')).toEqual([
      'items.1.name: must be another one: Lumenward is there twice',
    ])
  })

  test('a logo that is no emoji', () => {
    expect(complaints(schemas.clients, 'clients', 'logo: 📦', 'logo: PM')).toEqual([
      'items.1.logo: must be one emoji, like 📦',
    ])
  })

  test('a technology of an unknown kind', () => {
    expect(complaints(schemas.technology, 'technology', 'category: Cloud', 'category: Sky')[0]).toBe(
      'items.10.category: must be one of Frontend, Backend, Database, Cloud',
    )
  })

  test('a fourth badge', () => {
    expect(complaints(schemas.hero, 'hero', 'badges:', 'badges:\n  - Another')).toEqual([
      'badges: must be three badges',
    ])
  })

  test('a highlight that its quote does not hold', () => {
    expect(complaints(schemas.testimonials, 'testimonials', 'highlight: "', 'highlight: "about ')).toEqual([
      'items.0.highlight: must be a part of its quote',
    ])
  })

  test('a field that nothing reads', () => {
    expect(complaints(schemas.pricing, 'pricing', 'heading:', 'subtitle: x\nheading:')).toEqual([
      ': Unrecognized key: "subtitle"',
    ])
  })
})

describe('the promotion', () => {
  const hiding = { ...offers, promotion: { ...offers.promotion, endsOn: '2025-08-31', afterEnd: 'hide' as const } }

  test('is shown on its last day', () => {
    expect(promotionShows(hiding, new Date('2025-08-31T23:00:00Z'))).toBe(true)
  })

  test('is hidden on the day after, when the content asks for it', () => {
    expect(promotionShows(hiding, new Date('2025-09-01T00:00:00Z'))).toBe(false)
  })

  test('stays after its end, when the content asks for that', () => {
    const staying = { ...hiding, promotion: { ...hiding.promotion, afterEnd: 'show' as const } }
    expect(promotionShows(staying, new Date('2026-01-01T00:00:00Z'))).toBe(true)
  })
})
