import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What earlier builds made, named by the hash of all that it was made from. Its loss costs time, nothing else. */
export type BuildCache = {
  /** @returns undefined where there is nothing, or not what was written */
  read(key: string): Buffer | undefined
  write(key: string, body: Uint8Array): void
  /** Forgets everything but these. */
  keepOnly(keys: Iterable<string>): void
}

const hashBytes = 32

/** @param name what it holds @param root below node_modules, so that it goes when the packages go */
export function openBuildCache(name: string, root = 'node_modules/.cache/kitewright'): BuildCache {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  const stored = new Set(readdirSync(folder))
  return {
    read(key) {
      if (!stored.has(key)) return undefined
      const entry = readFileSync(join(folder, key))
      const body = entry.subarray(0, -hashBytes)
      return hashOf(body).equals(entry.subarray(-hashBytes)) ? body : undefined
    },
    write(key, body) {
      // Never half a file under its own name, whenever the build is stopped.
      const part = join(folder, `${key}.${process.pid}`)
      writeFileSync(part, Buffer.concat([body, hashOf(body)]))
      renameSync(part, join(folder, key))
      stored.add(key)
    },
    keepOnly(keys) {
      const wanted = new Set(keys)
      for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(join(folder, file), { force: true })
    },
  }
}

/** Another key for anything else that a thing is made from. */
export function cacheKey(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64url')
}

function hashOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest()
}
