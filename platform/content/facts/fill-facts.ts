import { isObject } from '../../is-object.ts'
import { didYouMean } from '../../text/nearest.ts'
import { ContentError } from '../files/content-error.ts'
import { hasContent } from '../files/content-files.ts'
import { factAt, factPaths, langOf } from './fact-at.ts'
import { formatFact } from './format-fact.ts'

/** Maximum depth of facts that refer to other facts. A deeper reference means a fact refers to itself. */
const maxDepth = 8

/**
 * Replaces facts named in braces: `{leadTimes.mvpWeeks}` becomes `2-4`. Facts can refer to other facts. `{=$130}` becomes `$130`:
 * owners write that for a figure that equals one of their facts only by chance.
 * @throws ContentError
 */
export function fillFacts(text: string, facts: object, depth = 0): string {
  return text.replaceAll(/\{([^{}]*)\}(\.?)/g, (_, path: string, period: string) => {
    if (path.startsWith('=')) return path.slice(1) + period
    const value = formatFact(factAt(facts, path), langOf(facts))
    if (value === undefined) throw new ContentError(missingFactProblem(path, facts, depth > 0 ? text : undefined))
    if (depth === maxDepth) throw new ContentError(`{${path}} refers to itself`)
    // Placeholders, such as {email}, have themselves as their value. They're filled in later.
    const filled = value === `{${path}}` ? value : fillFacts(value, facts, depth + 1)
    // A sentence that ends with `90 Fr.` needs no second period.
    return filled.endsWith('.') ? filled : filled + period
  })
}

/** @param source the fact that refers to the missing fact; undefined if it's the content itself */
function missingFactProblem(path: string, facts: object, source: string | undefined): string {
  if (path.startsWith('call.') && !hasContent('calls.yaml'))
    return `{${path}} needs content/calls.yaml. Restore it, or remove this sentence`
  const group = factAt(facts, path)
  if (isObject(group) && !Array.isArray(group)) {
    const names = Object.keys(group).map((key) => `{${path}.${key}}`)
    return `{${path}} has more than one value. Write ${names.join(' or ')}`
  }
  const location = source === undefined ? '' : ` in “${source}”`
  return `{${path}}${location} isn’t a number, range, or text in ${whereToLook(path, facts)}`
}

/**
 * Names the file or list entry that lacks the fact. Suggests the fact the owner probably meant, or lists all fields.
 */
function whereToLook(path: string, facts: object): string {
  // Page facts are named after titles, so a similar name would belong to another client or service.
  if (path.startsWith('page.')) return 'content/home'
  const entryId = path.startsWith('it.') ? factAt(facts, 'it.id') : undefined
  const source = entryId === undefined ? 'content/offers.yaml' : `the entry ${entryId}`
  const lastDot = path.lastIndexOf('.')
  const groupPath = path.slice(0, Math.max(0, lastDot))
  const group = groupPath === '' ? undefined : factAt(facts, groupPath)
  if (!isObject(group) || Array.isArray(group)) return source + didYouMean(path, factPaths(facts, langOf(facts)))
  const names = Object.keys(group)
  const suggestion = didYouMean(path.slice(lastDot + 1), names)
  return `${source}${suggestion || `; ${groupPath} has ${names.join(', ')}`}`
}
