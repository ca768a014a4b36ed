import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'

/**
 * The entries of a file with one JSON value a line, checked; none where the file is not there.
 * @throws Error naming the file and the line
 */
export function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return []
    try {
      return [schema.parse(JSON.parse(line))]
    } catch (error) {
      throw new Error(`${file}, line ${i + 1}`, { cause: error })
    }
  })
}
