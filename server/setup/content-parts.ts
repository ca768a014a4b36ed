import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { type Files, filesIn } from '../../platform/content/starter/starter.ts'

/** A value or paragraph in content/. */
export type ContentPart = {
  file: string
  /** The path of a value, or the line number of a Markdown paragraph. */
  path: readonly string[]
  hash: string
  /** Whether it's a placeholder from `studio begin` for something only the owner knows. */
  isToWrite: boolean
  /** Whether it's a number, day, or time, which can match the sample by chance. */
  isCommon: boolean
}

/** Matches IDs, icons, packages, and paths, which visitors don't read. */
const identifier = /^(?:[a-z][a-z0-9-]*|[@/].*|#(?![\da-f]{6}$).*)$/

/** Splits content into values and paragraphs. Skips invalid files, which the content check reports. */
export function contentParts(files: Files = contentFiles()): ContentPart[] {
  // Skip the chat's training data, which visitors don't see.
  const read = [...files].filter(([file]) => !/^agent\/(?:examples\/|(?:acts|heard|trouble)\.yaml$)/.test(file))
  return read.flatMap(([file, bytes]) => partsIn(file, bytes))
}

function partsIn(file: string, bytes: Buffer): ContentPart[] {
  // Hash drawings and other binary files without their names, so renamed files are recognized.
  if (extname(file) === '.svg')
    return valuesIn('', shapesIn(bytes.toString()), ['shapes']).map((part) => ({ ...part, file }))
  if (!['.yaml', '.md'].includes(extname(file))) return [{ ...partOf('', [], bytes), file }]
  try {
    const written = bytes.toString()
    const [, head = '', text = ''] = /^---\n(.*?\n)---\n(.*)$/s.exec(written) ?? ['', written]
    const firstLine = written.slice(0, written.length - text.length).split('\n').length
    return [...valuesIn(file, parse(head), []), ...paragraphsIn(file, text, firstLine)]
  } catch {
    return []
  }
}

function paragraphsIn(file: string, text: string, firstLine: number): ContentPart[] {
  const paragraphs = [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)]
  return paragraphs.map(({ 0: paragraph, index }) => ({
    ...partOf(file, [], paragraph.trim()),
    path: [`line ${firstLine + text.slice(0, index).split('\n').length - 1}`],
  }))
}

/** Lists a drawing's paths, ignoring spacing, color, and order. A drawing without paths is a single shape. */
function shapesIn(svg: string): string[] {
  const markup = svg.replaceAll(/<!--.*?-->/gs, '')
  const lines = [...markup.matchAll(/\s(?:d|points)=["']([^"']*)["']/g)].map(([, line = '']) => line)
  return (lines.length > 0 ? lines : [markup]).map((shape) => shape.replaceAll(/[\s,]+/g, ''))
}

export function valuesIn(file: string, value: unknown, path: readonly string[]): ContentPart[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) => valuesIn(file, child, [...path, key]))
  }
  // Numbers in offers.yaml are claims. Other numbers are layout.
  const isClaim = typeof value === 'number' && file === 'offers.yaml'
  const isCopy = typeof value === 'string' && !identifier.test(value)
  return isClaim || isCopy ? [partOf(file, path, String(value).trim())] : []
}

function partOf(file: string, path: readonly string[], value: string | Buffer): ContentPart {
  const location = [file, ...path.filter((key) => !/^\d+$/.test(key))].join('\0')
  const hash = createHash('sha256').update(`${location}\0`).update(value).digest('hex').slice(0, 8)
  const text = typeof value === 'string' ? value : ''
  return { file, path, hash, isToWrite: /^To write\b/.test(text), isCommon: /^(?:[\d.:-]+|[A-Z]{2})$/.test(text) }
}

export function contentFiles(): Files {
  return existsSync(contentPath()) ? filesIn(contentPath()) : new Map()
}

/** Groups the placeholders from `studio begin` by file. */
export function partsToWrite(all: readonly ContentPart[]): { file: string; names: string[] }[] {
  const unwritten = all.filter(({ isToWrite }) => isToWrite)
  const files = Map.groupBy(unwritten, ({ file }) => file)
  return [...files].map(([file, parts]) => ({ file, names: parts.map(({ path }) => nameOf(path)) }))
}

/** Formats a path: `social[0].url`. */
export function nameOf(path: readonly string[]): string {
  return path.map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`)).join('')
}
