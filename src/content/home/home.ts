import { z } from 'zod'
import { didYouMean } from '../../lib/text/nearest.ts'
import type { Drawings } from '../drawings.ts'
import { ContentError, readContent, readEach } from '../read-content.ts'
import { type SectionKind, type SectionWords, sectionSchemas } from './section-schemas.ts'

/** A section of the landing page: `id` is its anchor, `file` the name of its texts in content/home. */
export type HomeSection = {
  [K in SectionKind]: { kind: K; id: string; file: string; words: SectionWords[K] }
}[SectionKind]

export type Home = { sections: HomeSection[]; contact: SectionWords['contact'] }

type Schemas = ReturnType<typeof sectionSchemas>

/** Where a kind's first section can be linked to, where that is not its own name. */
const anchors: Partial<Record<SectionKind, string>> = { clients: 'partners', founder: 'about' }

const pageSchema = z.strictObject({
  sections: z
    .array(
      z.union([z.string(), z.record(z.string(), z.string())], {
        error: 'must be the name of a section, like pricing, or of one with its file, like pricing: more-prices',
      }),
    )
    .min(1, 'must hold at least one section'),
})

/** content/home/page.yaml, and a file each for the sections that it lists. @throws ContentError */
export function readHome(facts: object, drawings: Drawings): Home {
  const schemas = sectionSchemas(facts, drawings)
  const kinds = Object.keys(schemas)
  const sections = readEach(readContent('home/page.yaml', pageSchema).sections, (entry, i): HomeSection => {
    const [kind = '', name = ''] = typeof entry === 'string' ? [entry, entry] : (Object.entries(entry)[0] ?? [])
    if (!isKind(kind, schemas)) {
      const near = didYouMean(kind, kinds)
      throw new ContentError(
        `content/home/page.yaml:\n  sections[${i}]: ${kind} is no section: ${kinds.join(', ')}${near}`,
      )
    }
    const id = name === kind ? (anchors[kind] ?? kind) : name
    const schema: z.ZodType<z.infer<Schemas[SectionKind]>> = schemas[kind]
    return { id, file: name, ...readContent(`home/${name}.yaml`, schema) }
  })
  const twice = sections.find(({ id }, i) => sections.findIndex((other) => other.id === id) !== i)
  if (twice) {
    throw new ContentError(
      `content/home/page.yaml:\n  sections: ${twice.id} is there twice: give the second a file of its own, as in ${twice.kind}: more-${twice.kind}`,
    )
  }
  const { words: contact } = firstOf(sections, 'contact') ?? readContent('home/contact.yaml', schemas.contact)
  return { sections, contact }
}

export function firstOf<K extends SectionKind>(sections: readonly HomeSection[], kind: K) {
  return sections.find((section): section is Extract<HomeSection, { kind: K }> => section.kind === kind)
}

function isKind(name: string, schemas: object): name is SectionKind {
  return Object.hasOwn(schemas, name)
}
