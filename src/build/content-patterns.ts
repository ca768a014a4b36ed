import { readFileSync } from 'node:fs'
import { isScalar, LineCounter, parseDocument } from 'yaml'
import { ContentError } from '../content/read-content.ts'
import { growthOf } from './pattern-work.ts'

/**
 * Checks the patterns that a file of content holds, which meet whatever a visitor writes.
 * @param file path below content/
 * @param read what was read from it
 * @throws ContentError that names the lines of those whose work grows faster than the text
 */
export function checkPatterns(file: string, read: unknown): void {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(`content/${file}`, 'utf8'), { lineCounter: lines })
  const found = [...patternsIn(read, [])].flatMap(({ path, pattern }) => {
    const growth = growthOf(pattern)
    if (growth === undefined) return []
    // A pattern of the code may be one part of a text of the content.
    const nodes = path.map((_, i) => document.getIn(path.slice(0, i + 1), true))
    const start = nodes.findLast(isScalar)?.range?.[0] ?? 0
    return [
      `content/${file}:${lines.linePos(start).line}: this pattern's work is ${growth} in what visitors write:\n  ${pattern.source}`,
    ]
  })
  if (found.length > 0) throw new ContentError(found.join('\n'))
}

function* patternsIn(
  value: unknown,
  path: (string | number)[],
): Generator<{ path: (string | number)[]; pattern: RegExp }> {
  if (value instanceof RegExp) yield { path, pattern: value }
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* patternsIn(item, [...path, i])
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* patternsIn(item, [...path, key])
}
