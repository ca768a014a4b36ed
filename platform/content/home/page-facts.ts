import { isObject } from '../../is-object.ts'
import { slugOf } from '../../text/slug.ts'
import type { Home } from './home.ts'

export type PageFacts = { page: Record<string, object> }

/**
 * Converts the home page to facts for the chat, by section file. Each entry gets an `id` from its name, for paths like
 * `{page.services.items.web-development.title}`. `groups` has the entries by category.
 */
export function pageFacts({ sections }: Home): PageFacts {
  return { page: Object.fromEntries(sections.map(({ file, copy }) => [file, factsIn(copy)])) }
}

function factsIn(copy: object): object {
  const items = 'items' in copy && Array.isArray(copy.items) ? copy.items.filter(isObject) : []
  const withIds = items.map((item) => ({
    id: slugOf(String(item['title'] ?? item['name'] ?? item['company'])),
    ...item,
  }))
  return {
    ...copy,
    items: withIds,
    groups: Object.groupBy(withIds, ({ category }: Record<PropertyKey, unknown>) => slugOf(String(category ?? ''))),
  }
}
