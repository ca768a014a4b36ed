import { existsSync, readFileSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'
import type { z } from 'zod'

/** Wrong content: the message names the file, the field and what would be right. The build stops with it. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/** For callers that can go on without a text: wrong content is told and gives undefined. */
export function unlessWrong<T>(read: () => T, tell: (problem: string) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    tell(error.message)
    return undefined
  }
}

/** Drops a byte order mark, and refuses other encodings. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function readContent<T>(file: string, schema: z.ZodType<T>): T {
  return checkFields(file, parseYaml(file, readText(file)), schema)
}

export function readMarkdown<T>(file: string, schema: z.ZodType<T>): { fields: T; body: string; bodyLine: number } {
  const text = readText(file)
  const [head, yaml] = /^---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|$)/s.exec(text) ?? []
  if (head === undefined || yaml === undefined) {
    throw new ContentError(`content/${file}: must begin with fields such as title and date, between two lines of ---`)
  }
  const fields = checkFields(file, parseYaml(file, `\n${yaml}`), schema)
  return { fields, body: text.slice(head.length), bodyLine: head.split('\n').length }
}

function checkFields<T>(file: string, fields: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(fields, { error: plainWords })
  if (result.success) return result.data
  const lines = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `  ${fieldName([...issue.path, key], fields)}: is no field here`)
      : `  ${fieldName(issue.path, fields)}: ${wordsOf(issue, fields)}`,
  )
  throw new ContentError(`content/${file}:\n${lines.join('\n')}`)
}

function wordsOf(issue: z.core.$ZodIssue, fields: unknown): string {
  const value = issue.path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), fields)
  if (value === undefined && issue.code === 'invalid_type') return 'is missing'
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}

export function hasContent(file: string): boolean {
  return existsSync(`content/${file}`)
}

export function readText(file: string): string {
  try {
    return utf8.decode(readFileSync(`content/${file}`))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const said = error instanceof Error ? error.message : String(error)
    throw new ContentError(`content/${file}: ${isMissing ? 'there is no such file' : said}`)
  }
}

function parseYaml(file: string, yaml: string): unknown {
  try {
    return parse(yaml)
  } catch (error) {
    throw new ContentError(`content/${file}: ${error instanceof Error ? inPlainWords(error) : String(error)}`)
  }
}

function inPlainWords(error: Error): string {
  if (!(error instanceof YAMLParseError) || error.code !== 'BLOCK_AS_IMPLICIT_KEY') return error.message.trimEnd()
  const hint =
    'A text with a colon and a space in it must stand in quotes; if there is none, a line begins too far to the right,'
  return error.message.trimEnd().replace(/^Nested mappings .*? mappings at/, `${hint} at`)
}

/** `['packages', 1, 'usd']` reads `packages[1].usd`; where the entry has an id, `packages[1] (startup-mvp).usd`. */
function fieldName(path: readonly PropertyKey[], fields: unknown): string {
  let name = ''
  let value = fields
  for (const key of path) {
    value = isObject(value) ? value[key] : undefined
    const id = typeof key === 'number' && isObject(value) ? value['id'] : undefined
    name += typeof key === 'number' ? `[${key}]` : `${name === '' ? '' : '.'}${String(key)}`
    if (typeof id === 'string') name += ` (${id})`
  }
  return name
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

const kinds: Record<string, string> = {
  string: 'a text; put it in quotes where it looks like something else',
  number: 'a number, as in 116: without a sign, letters or quotes',
  int: 'a whole number, as in 116: without a sign, letters or quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}

const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') {
    return issue.input === undefined ? 'is missing' : `must be one of: ${issue.values.map(String).join(', ')}`
  }
  if (issue.code === 'too_small') return `must ${limit(issue.origin, 'at least', Number(issue.minimum), issue)}`
  if (issue.code === 'too_big') return `must ${limit(issue.origin, 'at most', Number(issue.maximum), issue)}`
  return undefined
}

function limit(
  origin: string,
  bound: 'at least' | 'at most',
  count: number,
  { exact = false, inclusive = true }: { exact?: boolean | undefined; inclusive?: boolean | undefined },
): string {
  const some = exact ? 'exactly' : bound
  if (origin === 'string') {
    return count === 1 && bound === 'at least' ? 'not be empty' : `have ${some} ${count} characters`
  }
  if (origin === 'array') return `hold ${some} ${count}`
  if (!inclusive) return `be ${bound === 'at least' ? 'more' : 'less'} than ${count}`
  return `be ${some} ${count}`
}
