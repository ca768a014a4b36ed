import { type Document, visit, type YAMLError } from 'yaml'
import { z } from 'zod'
import { isObject } from '../is-object.ts'
import { didYouMean } from '../text/nearest.ts'

type Checked = {
  fields: unknown
  schema: z.ZodType
  lineOf: (path: readonly PropertyKey[]) => number | undefined
}

/** One line per issue: the field, what is wrong, and its line in the file with the value. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], { fields, schema, lineOf }: Checked): string[] {
  const lines = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return problemAt(issue.path, reasonFor(issue, fields))
    const known = fieldsAt(schema, issue.path)
    return issue.keys.map((key) =>
      problemAt([...issue.path, key], unknownField(key, known, fieldAt(fields, issue.path))),
    )
  })
  return [...new Set(lines)]

  function problemAt(path: readonly PropertyKey[], reason: string): string {
    const line = lineOf(path) ?? (path.length > 1 ? lineOf(path.slice(0, -1)) : undefined)
    const value = fieldAt(fields, path)
    const valueText = typeof value === 'string' || typeof value === 'number' ? `: ${truncate(String(value))}` : ''
    const name = path.length === 0 ? '' : `${fieldName(path, fields)}: `
    return `  ${name}${reason}${line === undefined ? '' : ` (line ${line}${valueText})`}`
  }
}

function truncate(text: string): string {
  const value = text.trim()
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}

function fieldAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), fields)
}

const needsQuotes = 'put a text with a colon or a comma in quotes'

function reasonFor(issue: z.core.$ZodIssue, fields: unknown): string {
  const value = fieldAt(fields, issue.path)
  if (value === undefined && /^invalid_(?:type|value)$/.test(issue.code)) return 'is missing'
  // YAML reads `- Small jobs are welcome: ask` as a field with a long name.
  if (isObject(value) && !Array.isArray(value) && Object.keys(value).some((key) => key.includes(' ')))
    return needsQuotes
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}

const kinds: Record<string, string> = {
  string: 'a text; put it in quotes if it looks like something else',
  number: 'a number without quotes, like 116',
  int: 'a whole number without quotes, like 116',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}
const units: Record<string, string> = { string: 'characters', array: 'entries' }

/** Messages for owners, without names of types. zod's own messages cover the rest. */
export const plainMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined
  const [word, count] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum]
  const bound = issue.code === 'too_small' && issue.inclusive === false ? `more than ${count}` : `${word} ${count}`
  const unit = units[issue.origin]
  return unit === undefined ? `must be ${bound}` : `must have ${bound} ${unit}`
}

function unknownField(key: string, known: readonly string[], parent: unknown): string {
  const values = isObject(parent) ? parent : {}
  // In `{ a: one, two }`, the comma starts a field `two` without a value.
  if (values[key] === null && /[ .]/.test(key)) return `unknown field; ${needsQuotes}`
  const suggestion = didYouMean(
    key,
    known.filter((name) => values[name] === undefined),
  )
  return `unknown field${suggestion || (known.length > 0 ? `; the fields here are ${known.join(', ')}` : '')}`
}

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let node: unknown = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' })
  for (const key of path) {
    if (!isObject(node)) return []
    const { properties, items, additionalProperties } = node
    node = typeof key === 'number' ? items : isObject(properties) ? properties[key] : additionalProperties
  }
  return isObject(node) && isObject(node['properties']) ? Object.keys(node['properties']) : []
}

/** `['packages', 1, 'usd']` becomes `packages[1].usd`, or `packages[1] (startup-mvp).usd` if the entry has an id. */
function fieldName(path: readonly PropertyKey[], fields: unknown): string {
  let name = ''
  for (const [i, key] of path.entries()) {
    const { id }: { id?: unknown } = Object(fieldAt(fields, path.slice(0, i + 1)))
    name += typeof key === 'number' ? `[${key}]` : `${name === '' ? '' : '.'}${String(key)}`
    if (typeof key === 'number' && typeof id === 'string') name += ` (${id})`
  }
  return name
}

const startsText = 'Put a text that begins with {, [, *, &, !, %, @ or ` in quotes.'
const hints: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put a text with a colon and a space in quotes, and indent the fields of a group alike.',
  MULTILINE_IMPLICIT_KEY: 'A field is a name, a colon, and a space, as in `name: Ada`.',
  MULTIPLE_DOCS: 'Remove the line with --- or ... that splits the file in two.',
  BAD_ALIAS: startsText,
  BAD_SCALAR_START: startsText,
  UNEXPECTED_TOKEN: startsText,
}

/** Describes the first error in a file's YAML and quotes its line; undefined if there is none. */
export function yamlError({ errors: [error], contents }: Document.Parsed, yaml: string): string | undefined {
  if (error !== undefined) return [error.message.trimEnd(), hints[error.code] ?? ''].join('\n\n').trimEnd()
  const cut = cutTextAt(contents, yaml)
  if (cut === undefined) return undefined
  const line = yaml.slice(0, cut).split('\n').length
  return `line ${line}: the text ends at “ #”: put it in quotes, or move the comment to a line of its own`
}

/**
 * The index of a text that a `#` after a space cuts off, as in `title: Offer #1`. After a single word
 * (`drawing: lighthouse # optional`), a number, or a text in quotes, `#` is assumed to start a comment.
 */
function cutTextAt(contents: Document.Parsed['contents'], yaml: string): number | undefined {
  let index: number | undefined
  visit(contents, {
    Scalar: (_, { type, value, range }) => {
      const rest = type === 'PLAIN' && typeof value === 'string' && range ? yaml.slice(range[1], range[2]) : ''
      const [comment] = /^[ \t]+#.*/.exec(rest) ?? []
      if (comment === undefined || !(/\s/.test(String(value)) || /#(?! |\t)|# *\d/.test(comment))) return undefined
      index = range?.[0]
      return visit.BREAK
    },
  })
  return index
}
