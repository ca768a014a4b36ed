import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { didYouMean } from '../../text/nearest.ts'
import { exampleFor, fieldNames } from './schema-example.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]
/** `fields`: the file's values, as parsed from YAML. */
type Source = { fields: unknown; lineOf: (path: Path) => number | undefined }

/** Describes each issue in one line: the field, the problem, and the line number and excerpt of the value. */
export function fieldErrors(issues: readonly Issue[], fields: unknown, lineOf: Source['lineOf']): string[] {
  const errors = new Set<string>()
  for (const [i, issue] of issues.entries()) {
    const isAlsoTooLong = issue.code === 'too_big' && issues.slice(0, i).some((earlier) => hasSamePath(earlier, issue))
    if (isAlsoTooLong) continue
    for (const { path, problem } of problemsOf(issue, fields)) errors.add(errorLine(path, problem, { fields, lineOf }))
  }
  return [...errors]
}

function hasSamePath(a: Issue, b: Issue): boolean {
  return isDeepStrictEqual(a.path, b.path)
}

/** For unknown fields, `plainMessages` has put the known fields into the issue's message. */
function problemsOf(issue: Issue, fields: unknown): { path: Path; problem: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, problem: problemOf(issue, fields) }]
  const known = issue.message.split(', ')
  const parent = valueAt(fields, issue.path)
  return issue.keys.map((key) => ({ path: [...issue.path, key], problem: unknownField(key, known, parent) }))
}

const needsQuotes = 'put text with a colon or comma in quotes'

function problemOf(issue: Issue, fields: unknown): string {
  const value = valueAt(fields, issue.path)
  if (value === undefined && /^invalid_(?:type|value)$/.test(issue.code)) return 'is missing'
  // YAML reads `- Small jobs are welcome: ask` as a field with a long name.
  if (isObject(value) && !Array.isArray(value) && Object.keys(value).some((key) => key.includes(' ')))
    return needsQuotes
  return (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message
}

function unknownField(key: string, known: readonly string[], parent: unknown): string {
  const values = isObject(parent) ? parent : {}
  // The comma in `{ a: one, two }` starts a field `two` without a value.
  if (values[key] === null && /[ .]/.test(key))
    return 'unknown field. If it belongs to the text before the comma, put that text in quotes'
  const unused = known.filter((name) => values[name] === undefined)
  const suggestion = didYouMean(key, unused)
  return `unknown field${suggestion || (known[0] ? `; the fields here are ${known.join(', ')}` : '')}`
}

/** Formats `  packages[1].price: must be a price (line 12: $)`. A missing field has its parent's line number. */
function errorLine(path: Path, problem: string, { fields, lineOf }: Source): string {
  const line = lineOf(path) ?? (path.length > 1 ? lineOf(path.slice(0, -1)) : undefined)
  const value = valueAt(fields, path)
  const valueText = typeof value === 'string' || typeof value === 'number' ? `: ${excerpt(String(value))}` : ''
  const name = path.length === 0 ? '' : `${fieldName(path, fields)}: `
  return `  ${name}${problem}${line === undefined ? '' : ` (line ${line}${valueText})`}`
}

/** Maximum excerpt of a value, in characters. Enough to recognize it. */
const maxExcerptLength = 60

function excerpt(text: string): string {
  const value = text.trim()
  return value.length > maxExcerptLength ? `${value.slice(0, maxExcerptLength)}…` : value
}

/** `['packages', 1, 'usd']` becomes `packages[1].usd`, or `packages[1] (startup-mvp).usd` if the entry has an id. */
function fieldName(path: Path, fields: unknown): string {
  let name = ''
  for (const [i, key] of path.entries()) {
    const { id }: { id?: unknown } = Object(valueAt(fields, path.slice(0, i + 1)))
    name += typeof key === 'number' ? `[${key}]` : `${name === '' ? '' : '.'}${String(key)}`
    if (typeof key === 'number' && typeof id === 'string') name += ` (${id})`
  }
  return name
}

function valueAt(fields: unknown, path: Path): unknown {
  return path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), fields)
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

/** Error messages without zod's type names, for owners. For unknown fields, the message only lists the known fields. */
export const plainMessages: z.core.$ZodErrorMap = (issue) => {
  const { inst } = issue
  if (issue.code === 'unrecognized_keys') return inst instanceof z.ZodType ? fieldNames(inst).join(', ') : ''
  if (issue.code === 'invalid_type') return typeMessage(issue)
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined
  const unit = units[issue.origin]
  return unit === undefined ? `must be ${boundText(issue)}` : `must have ${boundText(issue)} ${unit}`
}

function typeMessage({ expected, input, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (input === null) return 'has no value'
  if (expected === 'string' && isObject(input))
    return `must be text, not ${Array.isArray(input) ? 'a list' : 'a group'}`
  const isNested = inst instanceof z.ZodArray || inst instanceof z.ZodObject || inst instanceof z.ZodRecord
  return `must be ${typeNames[expected] ?? expected}${isNested ? `, like ${exampleFor(inst)}` : ''}`
}

type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>

function boundText(issue: BoundIssue): string {
  if (issue.code === 'too_big') return `at most ${issue.maximum}`
  return issue.inclusive === false ? `more than ${issue.minimum}` : `at least ${issue.minimum}`
}
