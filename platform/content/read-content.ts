import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { type Document, isMap, LineCounter, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { isObject } from '../is-object.ts'
import { didYouMean } from '../text/nearest.ts'
import { exampleFor, fieldErrors, plainMessages } from './field-errors.ts'
import { yamlError } from './yaml-errors.ts'

/** Invalid content, which stops the build. The message names the file and the field, and how to fix it. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads content that isn't essential. @returns undefined for invalid content, after calling `onProblem` */
export function tryRead<T>(read: () => T, onProblem?: (problem: string) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    onProblem?.(error.message)
    return undefined
  }
}

export const text = z.string().min(1, 'must not be empty')
export const day = z.iso.date({ error: 'must be a day, like 2025-12-06', abort: true })

type NamesIn<T extends string> = T extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : T

/** Fields of the same kind: `fields(text, 'send sending success')`. */
export function fields<S extends z.ZodType, T extends string>(kind: S, names: T): Record<NamesIn<T>, S> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind])) as Record<NamesIn<T>, S>
}

/** Removes a byte order mark, and throws for other encodings. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function readContent<T>(file: string, schema: z.ZodType<T>): T {
  return checkFields(file, readText(file), schema)
}

export function readMarkdown<T>(file: string, schema: z.ZodType<T>): { fields: T; body: string; bodyLine: number } {
  const source = readText(file)
  const [frontMatter, yaml] = /^---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|$)/s.exec(source) ?? []
  if (frontMatter === undefined || yaml === undefined) {
    const rule = 'must begin with its fields, each on its own line, between two lines of ---'
    throw new ContentError(`content/${file}: ${rule}, like ${exampleFor(schema)}`)
  }
  const values = checkFields(file, `\n${yaml}`, schema)
  return { fields: values, body: source.slice(frontMatter.length), bodyLine: frontMatter.split('\n').length }
}

function checkFields<T>(file: string, yaml: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines })
  const syntaxError = yamlError(document, yaml)
  if (syntaxError !== undefined) throw new ContentError(`content/${file}: ${syntaxError}`)
  const values = valuesOf(file, document)
  const result = schema.safeParse(values, { error: plainMessages })
  if (result.success) return result.data
  if (values === null) throw new ContentError(`content/${file}: is empty`)
  const lineOf = (path: readonly PropertyKey[]) => {
    const parent = document.getIn(path.slice(0, -1), true)
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === String(path.at(-1))) : undefined
    const node: unknown = pair?.key ?? document.getIn(path, true)
    const index = isObject(node) && Array.isArray(node['range']) ? Number(node['range'][0]) : undefined
    return index === undefined ? undefined : lines.linePos(index).line
  }
  throw new ContentError(`content/${file}:\n${fieldErrors(result.error.issues, values, lineOf).join('\n')}`)
}

/** Finds a value in a file: `content/studio.yaml, line 5`. */
export function placeIn(file: string, isMatch: (value: string) => boolean): string | undefined {
  const lines = new LineCounter()
  let offset: number | undefined
  visit(parseDocument(readText(file), { lineCounter: lines }), {
    Scalar: (key, { value, range }) => {
      if (key !== 'key' && typeof value === 'string' && value !== '' && isMatch(value)) offset ??= range?.[0]
    },
  })
  return offset === undefined ? undefined : `content/${file}, line ${lines.linePos(offset).line}`
}

/** Rejects aliases that have no anchor (`note: *important*`) or expand exponentially. */
function valuesOf(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS()
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const [, alias] = /^Unresolved alias .*: (.+)$/.exec(error.message) ?? []
    if (alias === undefined)
      throw new ContentError(`content/${file}: aliases (& and *) expand to too much text. Write it out`)
    const problem = `*${alias} refers to an anchor that doesn’t exist. Put text that starts with * in quotes`
    throw new ContentError(`content/${file}: ${problem}`)
  }
}

/** Adds a place to errors. @throws ContentError */
export function atLine<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new ContentError(`${place}: ${error.message}`)
  }
}

/** Calls each function and reports all their errors together. @throws ContentError */
export function readAll<T extends Record<string, () => unknown>>(parts: T): { [K in keyof T]: ReturnType<T[K]> } {
  const problems = new Set<string>()
  const results = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()]
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      for (const problem of error.problems) problems.add(problem)
      return [name, undefined]
    }
  })
  if (problems.size > 0) throw new ContentError(...problems)
  return Object.fromEntries(results)
}

/** Reads each entry of a list and reports all errors together. @throws ContentError */
export function readEach<T, U>(list: readonly T[], read: (entry: T) => U): U[] {
  return Object.values(readAll(Object.fromEntries(list.map((entry, i) => [i, () => read(entry)]))))
}

/** The path of a content file. Tests set CONTENT_DIR=sample. */
export function contentPath(file = ''): string {
  return join(process.env['CONTENT_DIR'] ?? 'content', file)
}

/** A version that changes with each file in a content folder. */
export function contentVersion(folder = ''): string {
  const versions = globSync('**/*', { cwd: contentPath(folder) }).map((name) => {
    const { mtimeMs = 0, size = 0 } = statSync(join(contentPath(folder), name), { throwIfNoEntry: false }) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
  return versions.join('\n')
}

/** The path of a file in the last build of the content folder. */
export function builtPath(file: string): string {
  return join('dist', process.env['CONTENT_DIR'] ?? 'current', file)
}

export function hasContent(file: string): boolean {
  return existsSync(contentPath(file))
}

/** Lists content files in order, with forward slashes on all systems. */
export function contentFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: contentPath() }).map(withSlashes).sort()
}

/** A path with forward slashes, for URLs and messages. Windows uses backslashes. */
export function withSlashes(path: string): string {
  return path.replaceAll(sep, '/')
}

export function yamlFilesIn(folder: string): string[] {
  return contentFiles(`${folder}/*.yaml`)
}

export function readText(file: string): string {
  try {
    return utf8.decode(readFileSync(contentPath(file)))
  } catch (error) {
    throw new ContentError(`content/${file}: ${readProblem(file, error)}`)
  }
}

function readProblem(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'must be saved as UTF-8'
  if (code !== 'ENOENT') return error instanceof Error ? error.message : String(error)
  const folder = contentPath(dirname(file))
  const similar = didYouMean(basename(file), existsSync(folder) ? readdirSync(folder) : [])
  const sample = existsSync(join('sample', file)) ? `. Copy sample/${file} and make it yours` : ''
  return `there is no such file${similar || sample}`
}

/** `articles/a.md` and `articles/a/index.md` have the slug `a`, the last part of the URL. @throws ContentError */
export function slugIn(file: string): string {
  const slug = /^[a-z]+\/([^/]+?)(?:\/index)?\.md$/.exec(file)?.[1] ?? ''
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug !== 'index') return slug
  const example = `${file.split('/')[0]}/about-us.md`
  const rule = `its name becomes the URL. It must be lowercase words joined by hyphens, like ${example}`
  throw new ContentError(`content/${file}: ${rule}`)
}

/** Rejects files with extensions that Kitewright doesn't read. @throws ContentError */
export function requireExtensions(): void {
  readEach(contentFiles('**/*.{yml,markdown}'), (file) => {
    throw new ContentError(`content/${file}: rename it. Content files end with .yaml or .md`)
  })
}
