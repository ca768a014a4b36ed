import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'
import { defaultPromises, firstPromises } from '../../platform/content/facts/offers.ts'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { type Files, filesIn, sampleFolder, starterFiles } from '../../platform/content/starter/starter.ts'
import { filesInWe } from '../../platform/content/starter/voice.ts'
import { lazy } from '../../platform/lazy.ts'

export type SamplePart = {
  file: string
  /** A value's keys, or a Markdown paragraph's line. */
  path: readonly string[]
  hash: string
  /** A placeholder from `studio begin` for something only the owner knows. */
  isToWrite: boolean
  /** A number, day, or time, which can match the sample's by chance. */
  isCommon: boolean
}

/** An ID, icon, package, or path, which visitors don't read. */
const identifier = /^(?:[a-z][a-z0-9-]*|[@/].*|#(?![\da-f]{6}$).*)$/

/** Splits content into its values and paragraphs. Skips invalid files, which the content check reports. */
export function contentParts(files: Files = contentFiles()): SamplePart[] {
  // Visitors don't see what the chat learns from.
  const read = [...files].filter(([file]) => !/^agent\/(?:examples\/|(?:acts|heard|trouble)\.yaml$)/.test(file))
  return read.flatMap(([file, bytes]) => partsIn(file, bytes))
}

function partsIn(file: string, bytes: Buffer): SamplePart[] {
  // Drawings are recognized under any file name.
  if (extname(file) === '.svg')
    return leaves('', shapesIn(bytes.toString()), ['shapes']).map((piece) => ({ ...piece, file }))
  if (!['.yaml', '.md'].includes(extname(file))) return [{ ...partOf('', [], bytes), file }]
  try {
    const written = bytes.toString()
    const [, head = '', text = ''] = /^---\n(.*?\n)---\n(.*)$/s.exec(written) ?? ['', written]
    const before = written.slice(0, written.length - text.length).split('\n').length
    return [...leaves(file, parse(head), []), ...paragraphsIn(file, text, before)]
  } catch {
    return []
  }
}

function paragraphsIn(file: string, text: string, firstLine: number): SamplePart[] {
  const paragraphs = [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)]
  return paragraphs.map(({ 0: paragraph, index }) => ({
    ...partOf(file, [], paragraph.trim()),
    path: [`line ${firstLine + text.slice(0, index).split('\n').length - 1}`],
  }))
}

/** A drawing's paths, regardless of spacing, color, and order. A drawing without paths is one shape. */
function shapesIn(svg: string): string[] {
  const markup = svg.replaceAll(/<!--.*?-->/gs, '')
  const lines = [...markup.matchAll(/\s(?:d|points)=["']([^"']*)["']/g)].map(([, line = '']) => line)
  return (lines.length > 0 ? lines : [markup]).map((shape) => shape.replaceAll(/[\s,]+/g, ''))
}

function leaves(file: string, value: unknown, path: readonly string[]): SamplePart[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) => leaves(file, child, [...path, key]))
  }
  // Numbers in offers.yaml are claims. Other numbers are layout.
  const isClaim = typeof value === 'number' && file === 'offers.yaml'
  const isCopy = typeof value === 'string' && !identifier.test(value)
  return isClaim || isCopy ? [partOf(file, path, String(value).trim())] : []
}

function partOf(file: string, path: readonly string[], value: string | Buffer): SamplePart {
  const location = [file, ...path.filter((key) => !/^\d+$/.test(key))].join('\0')
  const hash = createHash('sha256').update(`${location}\0`).update(value).digest('hex').slice(0, 8)
  const text = typeof value === 'string' ? value : ''
  return { file, path, hash, isToWrite: /^To write\b/.test(text), isCommon: /^(?:[\d.:-]+|[A-Z]{2})$/.test(text) }
}

/** What a file or folder still has from the sample. `files` is the number of files. */
type SampleText = { file: string; files: number; text: string }

const hashesOf = (files: Files) => contentParts(files).map(({ hash }) => hash)

/** The sample, from this folder if it has one, like the demo. */
function sampleFiles(): Files {
  return filesIn(existsSync('sample') ? 'sample' : sampleFolder)
}

export function readSample(): Set<string> {
  const sample = sampleFiles()
  return new Set([...hashesOf(sample), ...hashesOf(filesInWe(sample))])
}

const proofFiles = ['home/clients.yaml', 'home/testimonials.yaml', 'offers.yaml']

/** Whether clients, quotes, or claims are still the sample's, so made up. */
export function showsSampleProof(): boolean {
  const isClaim = ({ file, path }: SamplePart) => file !== 'offers.yaml' || path[0] === 'claims'
  const claimsIn = (files: Files) =>
    contentParts(new Map([...files].filter(([file]) => proofFiles.includes(file)))).filter(isClaim)
  const sample = new Set(claimsIn(sampleFiles()).map(({ hash }) => hash))
  return claimsIn(contentFiles()).some(({ hash }) => sample.has(hash))
}

function contentFiles(): Files {
  return existsSync(contentPath()) ? filesIn(contentPath()) : new Map()
}

/** Leaves out what any studio can use: copy from `studio begin` and the default promises. */
export function ownParts(pieces: readonly SamplePart[]): SamplePart[] {
  return pieces.filter(({ hash, isToWrite }) => isToWrite || !genericHashes().has(hash))
}

const genericHashes = lazy(() => {
  const defaults = leaves('offers.yaml', { promises: { ...defaultPromises(), ...firstPromises } }, [])
  return new Set([...hashesOf(starterFiles()), ...hashesOf(starterFiles('we')), ...defaults.map(({ hash }) => hash)])
})

/** Counts the files in content/, and how many of them the owner wrote. */
export function countOwnFiles(all = contentParts()): { own: number; all: number } {
  const sample = readSample()
  const isOther = ({ hash, isCommon, isToWrite }: SamplePart) => isToWrite || (!isCommon && sample.has(hash))
  const others = new Set(ownParts(all).flatMap((part) => (isOther(part) ? part.file : [])))
  const files = new Set(all.map(({ file }) => file))
  return { own: files.size - others.size, all: files.size }
}

export function partsToWrite(all: readonly SamplePart[]): { file: string; names: string[] }[] {
  const unwritten = all.filter(({ isToWrite }) => isToWrite)
  const files = Map.groupBy(unwritten, ({ file }) => file)
  return [...files].map(([file, pieces]) => ({ file, names: pieces.map(({ path }) => nameOf(path)) }))
}

export function sampleContent(all: readonly SamplePart[], sample: ReadonlySet<string>): SampleText[] {
  const files = Map.groupBy(all, ({ file }) => file)
  const folders = Map.groupBy(files, ([file]) => /^[^/]+\//.exec(file)?.[0] ?? '')
  return [...folders].flatMap(([folder, inside]) => {
    const isWhole = inside.every(([, pieces]) => pieces.every(({ hash }) => sample.has(hash)))
    if (isWhole && inside.length > 1) {
      return [{ file: folder, files: inside.length, text: `all ${inside.length} files` }]
    }
    return inside.flatMap(([file, pieces]) => sampleInFile(file, pieces, sample))
  })
}

function sampleInFile(file: string, pieces: readonly SamplePart[], sample: ReadonlySet<string>): SampleText[] {
  const count = pieces.filter(({ hash }) => sample.has(hash)).length
  if (count === 0) return []
  if (count === pieces.length) return [{ file, files: 1, text: 'all of it' }]
  const names = sampleNames(pieces, sample, 0)
  if (names.length === 0) return []
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return [{ file, files: 1, text: `${names.slice(0, maxNamed).join(', ')}${more}` }]
}

const maxNamed = 8

/** Names of the parts from the sample: `social` instead of `social[0].url, social[1].url` if all of it is. */
function sampleNames(pieces: readonly SamplePart[], sample: ReadonlySet<string>, depth: number): string[] {
  const groups = Map.groupBy(pieces, ({ path }) => path[depth])
  return [...groups].flatMap(([, group]) => {
    const [first] = group
    if (first === undefined) return []
    const isByChance = group.length === 1 && first.isCommon
    if (group.every(({ hash }) => sample.has(hash))) return isByChance ? [] : [nameOf(first.path.slice(0, depth + 1))]
    return group.length === 1 ? [] : sampleNames(group, sample, depth + 1)
  })
}

function nameOf(path: readonly string[]): string {
  return path.map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`)).join('')
}
