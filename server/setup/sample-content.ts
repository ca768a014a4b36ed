import { existsSync } from 'node:fs'
import { defaultPromises, firstPromises } from '../../platform/content/facts/offers.ts'
import { type Files, filesIn, sampleFolder, starterFiles } from '../../platform/content/starter/starter.ts'
import { filesInWe } from '../../platform/content/starter/voice.ts'
import { lazy } from '../../platform/lazy.ts'
import { type ContentPart, contentFiles, contentParts, nameOf, valuesIn } from './content-parts.ts'

/** Sample content left in a file or folder. `files`: the number of files with such content. */
type SampleText = { file: string; files: number; text: string }

/** Maximum number of names in a list, to fit on a line of the desk. */
const maxNamed = 8

const hashesOf = (files: Files) => contentParts(files).map(({ hash }) => hash)

/** Reads the sample. The demo has its own in its working directory. */
function sampleFiles(): Files {
  return filesIn(existsSync('sample') ? 'sample' : sampleFolder)
}

/** Hashes the sample's parts, in both voices. */
export function readSample(): Set<string> {
  const sample = sampleFiles()
  return new Set([...hashesOf(sample), ...hashesOf(filesInWe(sample))])
}

const proofFiles = ['home/clients.yaml', 'home/testimonials.yaml', 'offers.yaml']

/** Whether any clients, quotes, or claims are still from the sample, which means they're made up. */
export function showsSampleProof(): boolean {
  const isClaim = ({ file, path }: ContentPart) => file !== 'offers.yaml' || path[0] === 'claims'
  const claimsIn = (files: Files) =>
    contentParts(new Map([...files].filter(([file]) => proofFiles.includes(file)))).filter(isClaim)
  const sample = new Set(claimsIn(sampleFiles()).map(({ hash }) => hash))
  return claimsIn(contentFiles()).some(({ hash }) => sample.has(hash))
}

/** Removes parts that any studio can use: copy from `studio begin` and the default promises. */
export function ownParts(parts: readonly ContentPart[]): ContentPart[] {
  return parts.filter(({ hash, isToWrite }) => isToWrite || !genericHashes().has(hash))
}

const genericHashes = lazy(() => {
  const defaults = valuesIn('offers.yaml', { promises: { ...defaultPromises(), ...firstPromises } }, [])
  return new Set([...hashesOf(starterFiles()), ...hashesOf(starterFiles('we')), ...defaults.map(({ hash }) => hash)])
})

/** Counts the files in content/, and how many of them the owner wrote. */
export function countOwnFiles(all = contentParts()): { own: number; all: number } {
  const sample = readSample()
  const isUnwritten = ({ hash, isCommon, isToWrite }: ContentPart) => isToWrite || (!isCommon && sample.has(hash))
  const unwritten = new Set(ownParts(all).flatMap((part) => (isUnwritten(part) ? part.file : [])))
  const files = new Set(all.map(({ file }) => file))
  return { own: files.size - unwritten.size, all: files.size }
}

/** Lists content still from the sample, as whole folders where possible. */
export function sampleContent(all: readonly ContentPart[], sample: ReadonlySet<string>): SampleText[] {
  const files = Map.groupBy(all, ({ file }) => file)
  const folders = Map.groupBy(files, ([file]) => /^[^/]+\//.exec(file)?.[0] ?? '')
  return [...folders].flatMap(([folder, inside]) => {
    const isWhole = inside.every(([, parts]) => parts.every(({ hash }) => sample.has(hash)))
    if (isWhole && inside.length > 1) {
      return [{ file: folder, files: inside.length, text: `all ${inside.length} files` }]
    }
    return inside.flatMap(([file, parts]) => sampleInFile(file, parts, sample))
  })
}

function sampleInFile(file: string, parts: readonly ContentPart[], sample: ReadonlySet<string>): SampleText[] {
  const count = parts.filter(({ hash }) => sample.has(hash)).length
  if (count === 0) return []
  if (count === parts.length) return [{ file, files: 1, text: 'all of it' }]
  const names = sampleNames(parts, sample, 0)
  if (names.length === 0) return []
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return [{ file, files: 1, text: `${names.slice(0, maxNamed).join(', ')}${more}` }]
}

/** Names the parts that are from the sample: `social` instead of `social[0].url, social[1].url` if all of it is. */
function sampleNames(parts: readonly ContentPart[], sample: ReadonlySet<string>, depth: number): string[] {
  const groups = Map.groupBy(parts, ({ path }) => path[depth])
  return [...groups].flatMap(([, group]) => {
    const [first] = group
    if (first === undefined) return []
    const isByChance = group.length === 1 && first.isCommon
    if (group.every(({ hash }) => sample.has(hash))) return isByChance ? [] : [nameOf(first.path.slice(0, depth + 1))]
    return group.length === 1 ? [] : sampleNames(group, sample, depth + 1)
  })
}
