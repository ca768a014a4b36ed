import { type Document, visit, type YAMLError } from 'yaml'
import { z } from 'zod'
import { isObject } from '../is-object.ts'
import { didYouMean } from '../text/nearest.ts'

type Checked = {
  fields: unknown
  schema: z.ZodType
  lineOf: (path: readonly PropertyKey[]) => number | undefined
}

export function fieldErrors(issues: readonly z.core.$ZodIssue[], { fields, schema, lineOf }: Checked): string[] {
  const lines = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return problemAt(issue.path, wordsOf(issue, fields))
    const known = fieldsAt(schema, issue.path)
    return issue.keys.map((key) => {
      const parent = valueAt(fields, issue.path)
      const free = known.filter((name) => !isObject(parent) || parent[name] === undefined)
      const near = didYouMean(key, free)
      const all = near === '' && known.length > 0 ? `; the fields here are ${known.join(', ')}` : near
      // In { a: one, two } the comma begins a field without a value.
      const isCut = isObject(parent) && parent[key] === null && /[ .]/.test(key)
      const hint = isCut ? '; a text with a comma within { } must be in quotes' : all
      return problemAt([...issue.path, key], `is no field here${hint}`)
    })
  })
  return [...new Set(lines)]

  function problemAt(path: readonly PropertyKey[], words: string): string {
    const line = lineOf(path) ?? (path.length > 1 ? lineOf(path.slice(0, -1)) : undefined)
    const value = valueAt(fields, path)
    const found = typeof value === 'string' || typeof value === 'number' ? `: ${shown(String(value))}` : ''
    const name = path.length === 0 ? '' : `${fieldName(path, fields)}: `
    return `  ${name}${words}${line === undefined ? '' : ` (line ${line}${found})`}`
  }
}

function shown(text: string): string {
  const value = text.trim()
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), fields)
}

function wordsOf(issue: z.core.$ZodIssue, fields: unknown): string {
  const value = valueAt(fields, issue.path)
  if (value === undefined && issue.code === 'invalid_type') return 'is missing'
  const words = (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
  // `- Small jobs are welcome: ask` is a field with a long name.
  const isSplit = isObject(value) && !Array.isArray(value) && Object.keys(value).some((key) => key.includes(' '))
  return isSplit ? 'a text with a colon and a space in it must be in quotes' : words
}

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' })
  for (const key of path) {
    if (!isObject(here)) return []
    const { properties, items, additionalProperties } = here
    here = typeof key === 'number' ? items : isObject(properties) ? properties[key] : additionalProperties
  }
  return isObject(here) && isObject(here['properties']) ? Object.keys(here['properties']) : []
}

const yamlWords: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a text with a colon and a space in it must be in quotes',
  BAD_INDENT: 'this line begins further to the left or right than its neighbors',
  DUPLICATE_KEY: 'this field is there twice',
  MISSING_CHAR: 'a quote or a bracket is opened here and not closed',
  TAB_AS_INDENT: 'this line begins with a tab: lines are moved to the right by spaces',
  UNEXPECTED_TOKEN:
    'a text that begins with {, [, *, &, !, %, @ or `, or that has a colon and a space in it, must be in quotes',
  MULTILINE_IMPLICIT_KEY: 'a field is a name, a colon and a space, as in `name: Ada`',
  BAD_ALIAS: 'a text that begins with * or & must be in quotes',
  MULTIPLE_DOCS: 'a line of --- or ... divides the file in two here: remove it',
}

/** What is wrong with the form of a file, with the line as it is; undefined where nothing is. */
export function yamlError({ errors, contents }: Document.Parsed, yaml: string): string | undefined {
  const [error] = errors
  const lines = yaml.split('\n')
  if (error === undefined) {
    const cut = cutTextAt(contents, yaml)
    return cut === undefined ? undefined : problemAt(yaml.slice(0, cut).split('\n').length, cutWords)
  }
  const at = error.linePos?.[0].line ?? 1
  // A line too far to the right reads as if it went on with the one above.
  const isDeeper = error.code === 'BLOCK_AS_IMPLICIT_KEY' && (lines[at - 1] ?? '').split(': ').length < 3
  const words = yamlWords[error.code] ?? error.message.replace(/ at line.*/s, '').trim()
  const last = lines.findLastIndex((line) => line.trim() !== '') + 1
  // What is never closed is missed at the end.
  if (at > last) return problemAt(last, yamlWords.MISSING_CHAR ?? words)
  return isDeeper ? problemAt(at + 1, 'this line begins too far to the right') : problemAt(at, words)

  function problemAt(line: number, reason: string): string {
    return `line ${line}: ${reason}:\n\n    ${lines[line - 1]?.trim() ?? ''}\n`
  }
}

/**
 * Where a `#` behind a space ends a text, as in `title: Offer #1`. What follows can also be a comment: it is one after a
 * single word (`drawing: lighthouse # optional`), a number or a text in quotes.
 */
function cutTextAt(contents: Document.Parsed['contents'], yaml: string): number | undefined {
  let at: number | undefined
  visit(contents, {
    Scalar: (_, { type, value, range }) => {
      const rest = type === 'PLAIN' && typeof value === 'string' && range ? yaml.slice(range[1], range[2]) : ''
      const [comment] = /^[ \t]+#.*/.exec(rest) ?? []
      if (comment === undefined || !(/\s/.test(String(value)) || /#(?! |\t)|# *\d/.test(comment))) return undefined
      at = range?.[0]
      return visit.BREAK
    },
  })
  return at
}

const cutWords = 'the text ends at “ #”: put it in quotes, or what is a comment on a line of its own'

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

const kinds: Record<string, string> = {
  string: 'a text; put it in quotes where it looks like something else',
  number: 'a number, as in 116: without a sign, letters or quotes',
  int: 'a whole number, as in 116: without a sign, letters or quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}

export const plainWords: z.core.$ZodErrorMap = (issue) => {
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
