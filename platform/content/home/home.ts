import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { slugOf } from '../../text/slug.ts'
import { dayOf } from '../../text/time-text.ts'
import type { Drawings } from '../drawings.ts'
import type { Facts } from '../facts/facts.ts'
import { readAll, readEach } from '../files/content-error.ts'
import { hasContent } from '../files/content-files.ts'
import { readContent } from '../files/read-content.ts'
import { type SectionCopy, type SectionKind, sectionSchemas } from './section-schemas.ts'

/** A section of the landing page. `id` is its anchor, and its copy is in content/home/`file`.yaml. */
export type HomeSection = {
  [K in SectionKind]: { kind: K; id: string; file: string; copy: SectionCopy[K] }
}[SectionKind]

export type Home = { sections: HomeSection[]; contact: SectionCopy['contact'] }

type Schemas = ReturnType<typeof sectionSchemas>

/** Anchors of the first section of a kind. For other kinds, it's the kind's name. */
const anchors: Partial<Record<SectionKind, string>> = { clients: 'partners', founder: 'about' }

type Entry = { kind: SectionKind; file: string; id: string }

/** @param validEntries collects the valid sections, even if others are invalid */
function pageSchema(schemas: Schemas, validEntries: Entry[]) {
  const kinds = Object.keys(schemas)
  const entry = z
    .union([z.string(), z.record(z.string(), z.string())], {
      error: 'must be a section, like pricing, or a section with its own file, like pricing: more-prices',
    })
    .transform((written, { addIssue }) => {
      const [kind = '', file = ''] =
        typeof written === 'string' ? [written, written] : (Object.entries(written)[0] ?? [])
      const id = file === kind && isKind(kind, schemas) ? (anchors[kind] ?? kind) : file
      if (!isKind(kind, schemas)) return addIssue(`unknown section ${kind}. The sections are ${kinds.join(', ')}`)
      if (validEntries.some((entry) => entry.id === id))
        return addIssue(`${id} is repeated. Give the second section its own file, as in ${kind}: more-${kind}`)
      if (!hasContent(`home/${file}.yaml`))
        return addIssue(`needs content/home/${file}.yaml. Copy sample/home/${kind}.yaml there, or remove this line`)
      validEntries.push({ kind, file, id })
    })
  return z.strictObject({ sections: z.array(entry).min(1) })
}

export function readHome(facts: object, drawings: Drawings): Home {
  const schemas = sectionSchemas(facts, drawings)
  const entries: Entry[] = []
  const { sections } = readAll({
    page: () => readContent('home/page.yaml', pageSchema(schemas, entries)),
    sections: () =>
      readEach(entries, ({ kind, file, id }): HomeSection => {
        const schema: z.ZodType<z.infer<Schemas[SectionKind]>> = schemas[kind]
        return { id, file, ...readContent(`home/${file}.yaml`, schema) }
      }),
  })
  const { copy: contact } = findSection(sections, 'contact') ?? readContent('home/contact.yaml', schemas.contact)
  return { sections, contact }
}

export function serviceLinks({ sections }: Home) {
  const services = sections.filter((section) => section.kind === 'services')
  return services.flatMap(({ id, copy }) => copy.items.map(({ title }) => ({ text: title, to: `/#${id}` })))
}

export function findSection<K extends SectionKind>(sections: readonly HomeSection[], kind: K) {
  return sections.find((section): section is Extract<HomeSection, { kind: K }> => section.kind === kind)
}

function isKind(name: string, schemas: object): name is SectionKind {
  return Object.hasOwn(schemas, name)
}

/** The banner, unless the page has none or it's hidden after its promotion. `endsOn` is the promotion's last day. */
export function currentBanner(sections: readonly HomeSection[], { promotion }: Facts, now: Date) {
  const banner = findSection(sections, 'banner')
  const isOver = promotion !== undefined && promotion.endsOn < dayOf(now)
  if (banner === undefined || (isOver && promotion.afterEnd === 'hide')) return undefined
  return { ...banner.copy, hasEnded: isOver && promotion.afterEnd === 'mark' }
}

export type PageFacts = { page: Record<string, object> }

/** The sections as facts. Each entry gets an `id` from its name. `groups` has the entries by category. */
export function pageFacts({ sections }: Home): PageFacts {
  return { page: Object.fromEntries(sections.map(({ file, copy }) => [file, factsIn(copy)])) }
}

function factsIn(copy: object): object {
  const items = 'items' in copy && Array.isArray(copy.items) ? copy.items.filter(isObject) : []
  const withIds = items.map((item) => ({
    id: slugOf(String(item['title'] ?? item['name'] ?? item['company'])),
    ...item,
  }))
  return {
    ...copy,
    items: withIds,
    groups: Object.groupBy(withIds, ({ category }: Record<PropertyKey, unknown>) => slugOf(String(category ?? ''))),
  }
}
