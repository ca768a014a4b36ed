import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parse } from 'yaml'

export type Piece = {
  file: string
  /** Where in it, key by key; the paragraphs of a Markdown file are below `text`. */
  path: readonly string[]
  hash: string
}

/** Ids, icons and addresses on the site: they hold the content together, and nobody reads them. */
const handle = /^(?:[a-z][a-z0-9-]*|[/#].*)$/

const heard = 'asks'

/** A file that can't be parsed has no pieces: the check of content tells why. */
export function contentPieces(): Piece[] {
  const entries = globSync('content/**/*', { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }) => `${parentPath}/${name}`.replace(/^.*?content\//, '')).sort()
  return files.flatMap(piecesIn)
}

function piecesIn(file: string): Piece[] {
  const bytes = readFileSync(`content/${file}`)
  if (!['.yaml', '.md'].includes(extname(file))) return [pieceOf(file, [], bytes)]
  try {
    const [, head = '', text = ''] = /^---\n(.*?\n)---\n(.*)$/s.exec(bytes.toString()) ?? ['', bytes.toString()]
    const paragraphs = text.split(/\n\s*\n/).filter((each) => each.trim() !== '')
    return [...leaves(file, parse(head), []), ...leaves(file, paragraphs, ['text'])]
  } catch {
    return []
  }
}

function leaves(file: string, value: unknown, path: readonly string[]): Piece[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => (key === heard ? [] : leaves(file, each, [...path, key])))
  }
  const isContent = typeof value === 'number' || (typeof value === 'string' && !handle.test(value))
  return isContent ? [pieceOf(file, path, String(value).trim())] : []
}

function pieceOf(file: string, path: readonly string[], value: string | Buffer): Piece {
  const place = [file, ...path.filter((key) => !/^\d+$/.test(key))].join('\0')
  const hash = createHash('sha256').update(`${place}\0`).update(value).digest('hex').slice(0, 8)
  return { file, path, hash }
}

type Sample = { file: string; text: string; pieces: string[] }

/** One hash a line, of every piece that the product ever came with; `node cli/doctor/sample-content.ts` adds to it. */
export const sampleFile = join(import.meta.dirname, 'sample-pieces.txt')

export function readSample(): Set<string> {
  return new Set(readFileSync(sampleFile, 'utf8').trim().split('\n'))
}

const mostNamed = 8

export function sampleContent(all: readonly Piece[], sample: ReadonlySet<string>): Sample[] {
  const files = Map.groupBy(all, ({ file }) => file)
  const folders = Map.groupBy(files, ([file]) => folderOf(file))
  return [...folders].flatMap(([folder, inside]) => {
    const isWhole = inside.every(([, pieces]) => pieces.every(({ hash }) => sample.has(hash)))
    if (isWhole && inside.length > 1) {
      const names = inside.map(([file]) => file.slice(folder.length))
      return [{ file: folder, text: `all of it is the sample’s: ${names.join(', ')}`, pieces: names }]
    }
    return inside.flatMap(([file, pieces]) => inFile(file, pieces, sample))
  })
}

function folderOf(file: string): string {
  return /^[^/]+\//.exec(file)?.[0] ?? ''
}

function inFile(file: string, pieces: readonly Piece[], sample: ReadonlySet<string>): Sample[] {
  const count = pieces.filter(({ hash }) => sample.has(hash)).length
  if (count === 0) return []
  const names = wholes(pieces, sample, 0)
  if (count === pieces.length) return [{ file, text: 'all of it is the sample’s', pieces: names }]
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more (--json has all)` : ''
  const told = `${names.slice(0, mostNamed).join(', ')}${more}`
  return [{ file, text: `${count} of ${pieces.length} pieces are the sample’s: ${told}`, pieces: names }]
}

/** The names of the sample's pieces, `social` rather than `social[0].url, social[1].url` where all of it is. */
function wholes(pieces: readonly Piece[], sample: ReadonlySet<string>, depth: number): string[] {
  const groups = Map.groupBy(pieces, ({ path }) => path[depth])
  return [...groups].flatMap(([, group]) => {
    const [first] = group
    if (first === undefined) return []
    if (group.every(({ hash }) => sample.has(hash))) return [nameOf(first.path.slice(0, depth + 1))]
    return group.length === 1 ? [] : wholes(group, sample, depth + 1)
  })
}

function nameOf(path: readonly string[]): string {
  return path.map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`)).join('')
}

// For whoever changes the content that the product comes with: doctor knows it as the sample from then on. What it came
// with before stays in the list, since a studio may have started from that.
if (import.meta.main) {
  const hashes = new Set([...readSample(), ...contentPieces().map(({ hash }) => hash)])
  writeFileSync(sampleFile, `${[...hashes].sort().join('\n')}\n`)
}
