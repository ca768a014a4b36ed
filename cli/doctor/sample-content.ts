import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Piece } from './content-pieces.ts'

/** What is still as the product came: a file, or a folder of which that is so of every file. */
export type Sample = { file: string; text: string; pieces: string[] }

/** One hash a line, of every piece that the product ever came with; `node cli/doctor/note-sample.ts` adds to it. */
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

/** `articles/` also for the pictures of an article. */
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
