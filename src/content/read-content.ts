import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { z } from 'zod'

/** Wrong content. The message names the file, the field and what would be right; the build stops with it. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/**
 * Reads one YAML file below content/ and checks it.
 * @param file path below content/, for example `home/hero.yaml`
 * @throws ContentError with one line per wrong field
 */
export function readContent<T>(file: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(parseYaml(file))
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${fieldName(issue.path)}: ${issue.message}`)
  throw new ContentError(`content/${file}:\n${lines.join('\n')}`)
}

function parseYaml(file: string): unknown {
  try {
    return parse(readFileSync(`content/${file}`, 'utf8'))
  } catch (error) {
    throw new ContentError(`content/${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** `['packages', 1, 'usd']` reads `packages[1].usd`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`)).join('')
}
