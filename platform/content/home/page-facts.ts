import { isObject } from '../../is-object.ts'
import { slugOf } from '../../text/plain-text.ts'
import type { Home } from './home.ts'

/** The words of the landing page by the files of its sections, for texts that name them: {page.services.items}. */
export type PageFacts = { page: Record<string, object> }

/** Entries get an `id` from their name; those with a category are in `groups` as well: {page.technology.groups.frontend}. */
export function pageFacts({ sections }: Home): PageFacts {
  return { page: Object.fromEntries(sections.map(({ file, words }) => [file, factsIn(words)])) }
}

function factsIn(words: object): object {
  const items = 'items' in words && Array.isArray(words.items) ? words.items.filter(isObject).map(withId) : []
  return { ...words, items, groups: Object.groupBy(items, ({ category }) => slugOf(String(category ?? ''))) }
}

function withId(item: Record<PropertyKey, unknown>): Record<PropertyKey, unknown> {
  return { id: slugOf(String(item['title'] ?? item['name'] ?? item['company'])), ...item }
}
