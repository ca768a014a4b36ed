import { globSync, readFileSync } from 'node:fs'
import { contentHash } from './earlier-build.ts'

/** Changes with the name and every byte of the files. @param patterns globs, from the project's root @param except a glob */
export function sourceHash(patterns: readonly string[], except = ''): string {
  const entries = globSync(patterns, { withFileTypes: true, exclude: except ? [except] : [] })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`)
  return contentHash(...files.sort().flatMap((file) => [file, readFileSync(file)]))
}
