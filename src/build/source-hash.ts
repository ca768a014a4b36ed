import { globSync, readFileSync, statSync } from 'node:fs'
import { cacheKey } from './build-cache.ts'

/** Changes with the name and every byte of the files that match. @param patterns globs, from the project's root */
export function sourceHash(...patterns: readonly string[]): string {
  const files = globSync(patterns).sort()
  return cacheKey(...files.filter((file) => statSync(file).isFile()).flatMap((file) => [file, readFileSync(file)]))
}
