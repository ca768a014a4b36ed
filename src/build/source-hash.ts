import { globSync, readFileSync } from 'node:fs'
import { cacheKey } from './build-cache.ts'

/** Changes with the name and every byte of the files. @param patterns globs, from the project's root @param except a glob */
export function sourceHash(patterns: readonly string[], except = ''): string {
  const entries = globSync(patterns, { withFileTypes: true, exclude: except ? [except] : [] })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`)
  return cacheKey(...files.sort().flatMap((file) => [file, readFileSync(file)]))
}
