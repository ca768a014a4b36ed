import { isObject } from '../../is-object.ts'
import { formatDay, formatLongDay } from '../../text/time-text.ts'

/** Formats text, numbers, days, ranges, and lists for visitors. @returns undefined for other values, such as groups */
export function formatFact(value: unknown, lang: string): string | undefined {
  if (typeof value === 'string') return isDay(value) ? formatLongDay(value, lang) : value
  if (typeof value === 'number') return value.toLocaleString(lang)
  if (Array.isArray(value)) return formatNames(value, lang)
  if (!isObject(value)) return undefined
  if ('until' in value) return formatFact(currentValue(value), lang)
  return formatRange(value, lang)
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** A fact that changes on a day: `{ until: 2026-12-06, says: …, afterwards: … }`. */
function currentValue(fact: Record<PropertyKey, unknown>): unknown {
  const isOver = formatDay(new Date()) > String(fact['until'])
  return isOver ? fact['afterwards'] : fact['says']
}

function formatRange(range: Record<PropertyKey, unknown>, lang: string): string | undefined {
  const from = formatFact(range['from'], lang)
  const to = formatFact(range['to'], lang)
  return from === undefined || to === undefined ? undefined : `${from}-${to}`
}

/** Joins the entries' names: `Web, Design, and Support`. @returns undefined if an entry has no name */
function formatNames(entries: readonly unknown[], lang: string): string | undefined {
  const names: string[] = []
  for (const entry of entries) {
    const name = isObject(entry) ? (entry['title'] ?? entry['name'] ?? entry['company']) : entry
    if (typeof name !== 'string') return undefined
    names.push(name)
  }
  return names.length === 0 ? undefined : new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)
}
