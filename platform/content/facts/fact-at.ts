import { isObject } from '../../is-object.ts'
import { formatFact } from './format-fact.ts'

/**
 * Finds the value at a path. `packages.mvp.price` is the price of the list entry with the id `mvp`. `packages.price` is
 * an array of all entries' prices. @returns undefined if there's no such value
 */
export function factAt(facts: object, path: string): unknown {
  let value: unknown = facts
  for (const key of path.split('.')) value = Array.isArray(value) ? fromList(value, key) : fromGroup(value, key)
  return value
}

function fromList(entries: readonly unknown[], key: string): unknown {
  const groups = entries.filter(isObject)
  const entry = groups.find(({ id }) => id === key)
  if (entry !== undefined) return entry
  const values = groups.map((group) => group[key]).filter((value) => value !== undefined)
  return values.length > 0 ? values : undefined
}

function fromGroup(group: unknown, key: string): unknown {
  return isObject(group) && Object.hasOwn(group, key) ? group[key] : undefined
}

/** Lists the paths of all facts content can name. */
export function factPaths(value: unknown, lang: string, path = ''): string[] {
  const paths = formatFact(value, lang) === undefined ? [] : [path]
  if (!isObject(value)) return paths
  for (const [key, entry] of Object.entries(value)) {
    const name = Array.isArray(value) ? idOf(entry, key) : key
    paths.push(...factPaths(entry, lang, path === '' ? name : `${path}.${name}`))
  }
  return paths
}

/** A list entry's ID, or its index if it has no ID. */
export function idOf(entry: unknown, index: string): string {
  return isObject(entry) && entry['id'] ? String(entry['id']) : index
}

/** The site's language, which is one of the facts. */
export function langOf(facts: object): string {
  return 'lang' in facts && typeof facts.lang === 'string' ? facts.lang : 'en-US'
}
