import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { withSlashes } from '../files/content-files.ts'
import type { Studio } from '../studio.ts'
import { filesInWe } from './voice.ts'

export type Files = Map<string, Buffer>

export const sampleFolder = join(import.meta.dirname, '../../../sample')

const editsSchema = z.strictObject({
  remove: z.array(z.string()),
  passages: z.record(z.string(), z.array(z.tuple([z.string(), z.string().nullable()]))),
  files: z.record(z.string(), z.string()),
})

const answersSchema = z.array(z.looseObject({ id: z.string(), examples: z.string().optional() }))
const examplesSchema = z.record(z.string(), z.string())

export function filesIn(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map(({ parentPath, name }) => withSlashes(relative(folder, join(parentPath, name)))).sort()
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Returns the files `studio begin` starts from: the sample, edited to fit any trade. */
export function starterFiles(voice: Studio['voice'] = 'I'): Files {
  const sample = filesIn(sampleFolder)
  const { remove, passages, files } = readStarterYaml('edits.yaml', editsSchema)
  const isKept = (file: string) => !remove.some((path) => file === path || file.startsWith(`${path}/`))
  const edited = new Map([...sample].filter(([file]) => isKept(file)))
  for (const [file, changes] of Object.entries(passages)) {
    let text = String(edited.get(file))
    for (const change of changes) text = withPassage(file, text, change)
    // Collapse the empty lines left by removed lines.
    edited.set(file, Buffer.from(text.replaceAll(/\n{3,}/g, '\n\n')))
  }
  edited.set('agent/heard.yaml', Buffer.from(withoutProducts(String(sample.get('agent/heard.yaml')))))
  for (const [file, text] of Object.entries({ ...files, ...starterAnswers(sample) }))
    edited.set(file, Buffer.from(text))
  return voice === 'we' ? filesInWe(edited) : edited
}

/**
 * Replaces a passage of a file. A passage that ends with … extends to the end of its line. A null replacement removes
 * the line.
 * @throws Error if the sample no longer has the passage
 */
function withPassage(file: string, text: string, [passage, replacement]: [string, string | null]): string {
  const wanted = passage.replace(/…$/, '')
  const start = text.indexOf(wanted)
  if (start < 0) throw new Error(`sample/${file} no longer has “${wanted}”`)
  const isWholeLine = replacement === null || passage.endsWith('…')
  const end = isWholeLine ? text.indexOf('\n', start) + (replacement === null ? 1 : 0) : start + wanted.length
  return text.slice(0, start) + (replacement ?? '') + text.slice(end)
}

/** Removes the sample's software products, so “I saw your website and want a table” isn't read as a request for a website. */
function withoutProducts(heard: string): string {
  const products =
    '# What you make, as the chat says it back: `shelf: a shelf` for “Got it, a shelf for a bakery.”\nproducts: []\n'
  return heard.replace(/^products:\n(?: .*\n)+/m, products)
}

function starterAnswers(sample: Files): Record<string, string> {
  const entries = readStarterYaml('answers.yaml', answersSchema)
  const fromSample = sampleExamples(sample)
  const ownLines = new Set(entries.flatMap(({ examples = '' }) => linesOf(examples.toLowerCase())))
  const answers: object[] = []
  const examplesById: Record<string, string> = {}
  for (const { examples, ...answer } of entries) {
    const sampleText = fromSample[answer.id]?.replaceAll(/kitewright/gi, '{studio.name}') ?? ''
    const sampleLines = linesOf(sampleText).filter((line) => !ownLines.has(line.toLowerCase()))
    answers.push(answer)
    examplesById[answer.id] = examples ?? sampleLines.join('\n')
  }
  return {
    'agent/answers/starter.yaml': stringify(answers, { lineWidth: 0 }),
    'agent/examples/starter.yaml': stringify(examplesById, { lineWidth: 0 }),
  }
}

/** Reads the sample's examples, by answer id. */
function sampleExamples(sample: Files): Record<string, string> {
  const examples: Record<string, string> = {}
  for (const [file, bytes] of sample) {
    if (file.startsWith('agent/examples/')) Object.assign(examples, examplesSchema.parse(parse(String(bytes))))
  }
  return examples
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim())
}

/** Reads a YAML file next to this module. */
export function readStarterYaml<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(parse(readFileSync(join(import.meta.dirname, file), 'utf8')))
}
