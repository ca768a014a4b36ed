import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isObject } from '../is-object.ts'
import { didYouMean } from '../text/nearest.ts'

type LineOf = (path: readonly PropertyKey[]) => number | undefined

/** Describes each issue on one line: the field, the problem, and the line in the file with the value. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], fields: unknown, lineOf: LineOf): string[] {
  const lines = issues.flatMap((issue, i) => {
    const isFollowing = issues.slice(0, i).some(({ path }) => isDeepStrictEqual(path, issue.path))
    if (isFollowing && issue.code === 'too_big') return []
    if (issue.code !== 'unrecognized_keys') return problemAt(issue.path, reasonFor(issue, fields))
    const known = issue.message.split(', ')
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

const needsQuotes = 'put text with a colon or comma in quotes'

function reasonFor(issue: z.core.$ZodIssue, fields: unknown): string {
  const value = fieldAt(fields, issue.path)
  if (value === undefined && /^invalid_(?:type|value)$/.test(issue.code)) return 'is missing'
  // YAML reads `- Small jobs are welcome: ask` as a field with a long name.
  if (isObject(value) && !Array.isArray(value) && Object.keys(value).some((key) => key.includes(' ')))
    return needsQuotes
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}

const typeNames: Record<string, string> = {
  string: 'text. Put it in quotes if it looks like something else',
  number: 'just a number, like 116, without quotes or a unit',
  int: 'just a whole number, like 116, without quotes or a unit',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}
const units: Record<string, string> = { string: 'characters', array: 'entries' }

/** Error messages for owners, without type names. For unknown fields, it lists the known fields. Other messages are zod's. */
export const plainMessages: z.core.$ZodErrorMap = (issue) => {
  const { inst } = issue
  if (issue.code === 'unrecognized_keys') return inst instanceof z.ZodType ? namesIn(jsonSchemaOf(inst)).join(', ') : ''
  if (issue.code === 'invalid_type') return typeMessage(issue)
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined
  const unit = units[issue.origin]
  return unit === undefined ? `must be ${boundText(issue)}` : `must have ${boundText(issue)} ${unit}`
}

type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>

function boundText(issue: BoundIssue): string {
  if (issue.code === 'too_big') return `at most ${issue.maximum}`
  return issue.inclusive === false ? `more than ${issue.minimum}` : `at least ${issue.minimum}`
}

function typeMessage({ expected, input, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (input === null) return 'has no value'
  if (expected === 'string' && isObject(input))
    return `must be text, not ${Array.isArray(input) ? 'a list' : 'a group'}`
  const isNested = inst instanceof z.ZodArray || inst instanceof z.ZodObject || inst instanceof z.ZodRecord
  return `must be ${typeNames[expected] ?? expected}${isNested ? `, like ${exampleFor(inst)}` : ''}`
}

function unknownField(key: string, known: readonly string[], parent: unknown): string {
  const values = isObject(parent) ? parent : {}
  // The comma in `{ a: one, two }` starts a field `two` without a value.
  if (values[key] === null && /[ .]/.test(key))
    return 'unknown field. If it belongs to the text before the comma, put that text in quotes'
  const suggestion = didYouMean(
    key,
    known.filter((name) => values[name] === undefined),
  )
  return `unknown field${suggestion || (known[0] ? `; the fields here are ${known.join(', ')}` : '')}`
}

function jsonSchemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' })
}

function namesIn(node: unknown): string[] {
  const { properties, propertyNames }: { properties?: object; propertyNames?: { enum?: string[] } } = Object(node)
  return properties ? Object.keys(properties) : (propertyNames?.enum ?? [])
}

/** A value that fits a schema, as YAML on one line: `{ network: …, url: https://… }`. */
export function exampleFor(schema: z.ZodType): string {
  return exampleOf(jsonSchemaOf(schema))
}

const exampleTexts: Readonly<Record<string, string>> = { date: '2025-12-06', uri: 'https://…' }

function exampleOf(node: unknown): string {
  const { example, required, items, type, format, enum: values, properties, additionalProperties } = Object(node)
  if (example !== undefined || values !== undefined) return String(example ?? values[0])
  if (type === 'array') return `[${exampleOf(items)}, …]`.replace('[…, …]', '[one, another]')
  if (type !== 'object') return exampleTexts[format] ?? '…'
  const names: string[] = required?.length > 0 ? required : namesIn(node).slice(0, 2)
  return `{ ${names.map((name) => `${name}: ${exampleOf(properties?.[name] ?? additionalProperties)}`).join(', ')} }`
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
