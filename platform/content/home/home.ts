import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { slugOf } from '../../text/plain-text.ts'
import { dayOf } from '../../text/time-text.ts'
import type { Drawings } from '../drawings.ts'
import type { Facts } from '../facts/facts.ts'
import { hasContent, readAll, readContent, readEach } from '../read-content.ts'
import { type SectionCopy, type SectionKind, sectionSchemas } from './section-schemas.ts'

/** A section of the landing page. `id` is its anchor; its texts are in content/home/`file`.yaml. */
export type HomeSection = {
  [K in SectionKind]: { kind: K; id: string; file: string; copy: SectionCopy[K] }
}[SectionKind]

export type Home = { sections: HomeSection[]; contact: SectionCopy['contact'] }

type Schemas = ReturnType<typeof sectionSchemas>

/** Anchors of first sections. Kinds that aren't listed use their own name. */
const anchors: Partial<Record<SectionKind, string>> = { clients: 'partners', founder: 'about' }

type Entry = { kind: SectionKind; file: string; id: string }

/** @param found gets the valid sections, even if others are invalid */
function pageSchema(schemas: Schemas, found: Entry[]) {
  const kinds = Object.keys(schemas)
  const entry = z
    .union([z.string(), z.record(z.string(), z.string())], {
      error: 'must be the name of a section, like pricing, or of one with its file, like pricing: more-prices',
    })
    .transform((written, context) => {
      const [kind = '', file = ''] =
        typeof written === 'string' ? [written, written] : (Object.entries(written)[0] ?? [])
      const id = file === kind && isKind(kind, schemas) ? (anchors[kind] ?? kind) : file
      if (!isKind(kind, schemas)) context.addIssue(`unknown section ${kind}. The sections are ${kinds.join(', ')}`)
      else if (found.some((other) => other.id === id))
        context.addIssue(`${id} is repeated: give the second its own file, as in ${kind}: more-${kind}`)
      else if (!hasContent(`home/${file}.yaml`))
        context.addIssue(`needs content/home/${file}.yaml: copy sample/home/${kind}.yaml there, or remove this line`)
      else found.push({ kind, file, id })
    })
  return z.strictObject({ sections: z.array(entry).min(1) })
}

export function readHome(facts: object, drawings: Drawings): Home {
  const schemas = sectionSchemas(facts, drawings)
  const found: Entry[] = []
  const { sections } = readAll({
    page: () => readContent('home/page.yaml', pageSchema(schemas, found)),
    sections: () =>
      readEach(found, ({ kind, file, id }): HomeSection => {
        const schema: z.ZodType<z.infer<Schemas[SectionKind]>> = schemas[kind]
        return { id, file, ...readContent(`home/${file}.yaml`, schema) }
      }),
  })
  const { copy: contact } = findSection(sections, 'contact') ?? readContent('home/contact.yaml', schemas.contact)
  return { sections, contact }
}

export function serviceLinks({ sections }: Home) {
  return sections.flatMap((section) =>
    section.kind === 'services' ? section.copy.items.map(({ title }) => ({ text: title, to: `/#${section.id}` })) : [],
  )
}

export function findSection<K extends SectionKind>(sections: readonly HomeSection[], kind: K) {
  return sections.find((section): section is Extract<HomeSection, { kind: K }> => section.kind === kind)
}

function isKind(name: string, schemas: object): name is SectionKind {
  return Object.hasOwn(schemas, name)
}

/** The banner, if the page has one and its promotion is still shown. `endsOn` is the last day of the promotion. */
export function currentBanner(sections: readonly HomeSection[], { promotion }: Facts, now: Date) {
  const banner = findSection(sections, 'banner')
  const isOver = promotion !== undefined && promotion.endsOn < dayOf(now)
  if (banner === undefined || (isOver && promotion.afterEnd === 'hide')) return undefined
  return { ...banner.copy, hasEnded: isOver && promotion.afterEnd === 'mark' }
}

export type PageFacts = { page: Record<string, object> }

/** The sections as facts. Entries get an `id` from their name; `groups` has them by category. */
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
