import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * The build before this one is the cache: what it made from the same, byte for byte, is taken over. Every build notes, in
 * a file beside static.json, what each file was made from and the hash of what came of it.
 */
export type Made = {
  /**
   * @param file below client/
   * @param key the hash of all that it is made from
   * @returns undefined where the earlier build made it from something else, or where it is no longer as it was made
   */
  take(file: string, key: string): Buffer | undefined
  note(file: string, note: Note): void
  /** What this build has noted. */
  notes(): ReadonlyMap<string, Note>
  /** For the next build. */
  save(): void
}

export type Note = { key: string; hash: string }

/**
 * @param kind what the notes are about
 * @param outDir the folder of this build; the last one that succeeded is `current` beside it
 */
export function openMade(kind: string, outDir: URL): Made {
  const earlier = new URL('../current/', outDir)
  const known = readNotes(new URL(`made-${kind}.json`, earlier))
  const noted = new Map<string, Note>()
  return {
    take(file, key) {
      const note = known.get(file)
      const made = new URL(`client/${encodeURI(file)}`, earlier)
      if (note?.key !== key || !existsSync(made)) return undefined
      const body = readFileSync(made)
      if (contentHash(body) !== note.hash) return undefined
      noted.set(file, note)
      return body
    },
    note: (file, note) => noted.set(file, note),
    notes: () => noted,
    save: () => writeFileSync(new URL(`made-${kind}.json`, outDir), JSON.stringify([...noted])),
  }
}

/** A hash that tells apart where one part ends and the next begins. */
export function contentHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64url')
}

/** None where there was no build, or where its notes can't be read: then everything is made anew. */
function readNotes(file: URL): Map<string, Note> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return new Map()
  }
}
