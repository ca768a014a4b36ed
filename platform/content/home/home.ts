import { z } from 'zod'
import { formatDay } from '../../text/time-text.ts'
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

/** Anchors of the first section of a kind, where they differ from the kind's name. */
const anchors: Record<string, string> = { clients: 'partners', founder: 'about' }

/** An entry of home/page.yaml: `pricing`, or `pricing: more-prices` for a second section with its own file. */
const listedSection = z
  .union([z.string(), z.record(z.string(), z.string())], {
    error: 'must be a section, like pricing, or a section with its own file, like pricing: more-prices',
  })
  .transform((written): ListedSection => {
    const [kind = '', file = ''] = typeof written === 'string' ? [written, written] : (Object.entries(written)[0] ?? [])
    return { kind, file, id: file === kind ? (anchors[kind] ?? kind) : file }
  })

type ListedSection = { kind: string; file: string; id: string }

/** Reads the landing page. Reports problems in page.yaml and in the sections' files together. @throws ContentError */
export function readHome(facts: object, drawings: Drawings): Home {
  const schemas = sectionSchemas(facts, drawings)
  const { sections } = readAll({
    page: () => readContent('home/page.yaml', pageSchema(schemas)),
    sections: () => readEach(validSections(schemas), (listed) => readSection(listed, schemas)),
  })
  const { copy: contact } = findSection(sections, 'contact') ?? readContent('home/contact.yaml', schemas.contact)
  return { sections, contact }
}

function pageSchema(schemas: Schemas) {
  return z.strictObject({
    sections: z
      .array(listedSection)
      .min(1)
      .superRefine((listed, context) => {
        for (const i of listed.keys()) {
          const message = sectionProblem(listed, i, schemas)
          if (message !== undefined) context.addIssue({ code: 'custom', path: [i], message })
        }
      }),
  })
}

function validSections(schemas: Schemas): ListedSection[] {
  const { sections } = readContent('home/page.yaml', z.looseObject({ sections: z.array(listedSection) }))
  return sections.filter((_, i) => sectionProblem(sections, i, schemas) === undefined)
}

function sectionProblem(listed: readonly ListedSection[], index: number, schemas: Schemas): string | undefined {
  const { kind = '', file, id } = listed[index] ?? {}
  if (!isKind(kind, schemas)) return `unknown section ${kind}. The sections are ${Object.keys(schemas).join(', ')}`
  if (listed.slice(0, index).some((earlier) => earlier.id === id))
    return `${id} is repeated. Give the second section its own file, as in ${kind}: more-${kind}`
  if (!hasContent(`home/${file}.yaml`))
    return `needs content/home/${file}.yaml. Copy sample/home/${kind}.yaml there, or remove this line`
  return undefined
}

function readSection({ kind, file, id }: ListedSection, schemas: Schemas): HomeSection {
  if (!isKind(kind, schemas)) throw new Error(`unknown section ${kind}`)
  const schema: z.ZodType<z.infer<Schemas[SectionKind]>> = schemas[kind]
  return { id, file, ...readContent(`home/${file}.yaml`, schema) }
}

function isKind(name: string, schemas: object): name is SectionKind {
  return Object.hasOwn(schemas, name)
}

export function serviceLinks({ sections }: Home) {
  const services = sections.filter((section) => section.kind === 'services')
  return services.flatMap(({ id, copy }) => copy.items.map(({ title }) => ({ text: title, to: `/#${id}` })))
}

export function findSection<K extends SectionKind>(sections: readonly HomeSection[], kind: K) {
  return sections.find((section): section is Extract<HomeSection, { kind: K }> => section.kind === kind)
}

/** Returns the banner, unless the page has none or its promotion is over. `endsOn`: the promotion's last day. */
export function currentBanner(sections: readonly HomeSection[], { promotion }: Facts, now: Date) {
  const banner = findSection(sections, 'banner')
  const isOver = promotion !== undefined && promotion.endsOn < formatDay(now)
  if (banner === undefined || (isOver && promotion.afterEnd === 'hide')) return undefined
  return { ...banner.copy, hasEnded: isOver && promotion.afterEnd === 'mark' }
}
