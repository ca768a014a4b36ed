import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sqliteFileName } from '../../server/db/sqlite.ts'
import { StorageError } from '../../server/db/storage-error.ts'
import { viewsOf } from './decoded-mail.ts'
import type { Trace } from './trace.ts'

/** Larger ones are read in portions, and not decoded. */
const largestMail = 16_000_000
const portionBytes = 4_000_000
/** More than the longest way of writing an address; so much of a portion is read again with the next. */
const overlapBytes = 8_192

/** Gone by now, or a link to a folder. */
const passedOver = ['ENOENT', 'EISDIR']

export type Search = { files: number; foundIn: string[] }

/**
 * Searches every file below a folder, byte for byte. In the database's own files fields lie side by side, so that a name
 * before an address looks like a part of it: there every occurrence counts but those known to be something else.
 * Not to be called in a process that has the database open: reading its file here would drop SQLite's locks on it.
 * @param lookalikes places that are no traces, as `eraseWords` gives them
 * @returns the files, by their path in the folder
 * @throws StorageError for a file that cannot be read
 */
export async function searchFolder(folder: string, trace: Trace, lookalikes: readonly string[]): Promise<Search> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
  const foundIn: string[] = []
  let searched = 0
  for (const file of files.toSorted()) {
    const isOurs = file.startsWith(join(folder, sqliteFileName))
    const holds = isOurs ? (text: string) => isInBytes(text, trace, lookalikes) : trace.isIn
    const found = await searchFile(file, holds, isOurs)
    if (found === undefined) continue
    searched += 1
    if (found) foundIn.push(file.slice(join(folder, '/').length))
  }
  return { files: searched, foundIn }
}

/** @returns undefined for a file that is gone by now, as a log of the database's or a mail that was just renamed */
async function searchFile(
  file: string,
  holds: (text: string) => boolean,
  isBinary: boolean,
): Promise<boolean | undefined> {
  try {
    if (!isBinary && (await stat(file)).size <= largestMail) return viewsOf(await readFile(file)).some(holds)
    let before = Buffer.alloc(0)
    for await (const chunk of createReadStream(file, { highWaterMark: portionBytes })) {
      const portion = Buffer.concat([before, chunk])
      const text = portion.toString('utf8')
      if (holds(text) || (text.includes('\0') && holds(text.replaceAll('\0', '')))) return true
      before = portion.subarray(-overlapBytes)
    }
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && passedOver.includes(String(error.code))) return undefined
    throw new StorageError(`${file} cannot be searched: ${error instanceof Error ? error.message : error}`, error)
  }
}

function isInBytes(text: string, trace: Trace, lookalikes: readonly string[]): boolean {
  if (!trace.isInBytes(text)) return false
  return trace.isInBytes(lookalikes.reduce((rest, place) => rest.replaceAll(place, ' '), text))
}
