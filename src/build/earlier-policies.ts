import { existsSync, readFileSync } from 'node:fs'
import type { StaticManifest } from '../server/http/static-files.ts'

/** The content security policies of the earlier build's pages, by their paths. */
export function earlierPolicies(outDir: URL): Map<string, string> {
  const file = new URL('../current/static.json', outDir)
  if (!existsSync(file)) return new Map()
  const { files }: StaticManifest = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(files.flatMap(({ path, policy }) => (policy === undefined ? [] : [[path, policy]])))
}
