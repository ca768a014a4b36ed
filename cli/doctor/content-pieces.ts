import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'

/** One text, number or picture of a file below content/. */
export type Piece = {
  /** `home/clients.yaml` */
  file: string
  /** Where in it, key by key; the paragraphs of a Markdown file are below `text`. */
  path: readonly string[]
  /** Of the value and of the kind of place that it stands in, wherever in a list that is. */
  hash: string
}

/** Ids, icons and addresses on the site: they hold the content together, and nobody reads them. */
const handle = /^(?:[a-z][a-z0-9-]*|[/#].*)$/

/** What visitors are expected to type, and nobody reads. */
const heard = 'asks'

/** Everything below content/ that a visitor could see. A file that can't be read has none: the check of content tells why. */
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
