/** What is nested deeper was written to do harm, and is no data of ours. */
const deepest = 100

/**
 * Changes every text in a list or map that is kept as JSON, its keys too.
 * @returns the text itself where nothing changes; undefined when it is no JSON of a list or map
 */
export function changeJson(text: string, change: (inner: string) => string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const changed = JSON.stringify(changeIn(value, change, 0))
    return changed === JSON.stringify(value) ? text : changed
  } catch {
    return undefined
  }
}

function changeIn(value: unknown, change: (inner: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) throw new RangeError('nested too deep')
  if (Array.isArray(value)) return value.map((inner) => changeIn(inner, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [change(key), changeIn(inner, change, depth + 1)]),
  )
}
