import { spawnSync } from 'node:child_process'

/**
 * The files below a folder that hold a word, found without the product's own code: in any case, percent- and JSON-encoded, as
 * UTF-16, in quoted-printable, and in base64 wherever it begins, in broken lines too. By another process, since closing a
 * file of the database in this one would drop its locks.
 */
export function searchBytes(folder: string, word: string): string[] {
  const escaped = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '\\$&')
  const inBytes = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${hex(byte)}`)
  const written = [
    inBytes(word).join(''),
    escaped(encodeURIComponent(word)),
    escaped(word.replace('@', '\\u0040')),
    [...Buffer.from(word, 'utf16le')].map((byte) => `\\x${hex(byte)}`).join(''),
    // Spaces are underscores in headers (RFC 2047).
    [...Buffer.from(word)]
      .map((byte) => `(?:\\x${hex(byte)}|=${hex(byte)}${byte === 0x20 ? '|_' : ''})`)
      .join('(?:=\\r?\\n)?'),
  ]
  const inBase64 = [word, word.toLowerCase()].flatMap((text) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
      const core = encoded.slice(
        before === 0 ? 0 : before + 1,
        Math.floor(((before + Buffer.byteLength(text)) * 8) / 6),
      )
      return [...core].map(escaped).join('(?:\\r?\\n)?')
    }),
  )
  return [...new Set([...grep(['-i'], written, folder), ...grep([], inBase64, folder)])]
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** Whole files are its lines, but for those with a NUL in them. */
function grep(options: readonly string[], patterns: readonly string[], folder: string): string[] {
  return ['-rlaP', '-rlazP'].flatMap((flags) => {
    const args = [flags, ...options, '--', patterns.join('|'), folder]
    const { stdout, stderr } = spawnSync('grep', args, { encoding: 'utf8', env: { LC_ALL: 'C' } })
    if (stderr !== '') throw new Error(stderr)
    return stdout.split(/[\n\0]/).filter((line) => line !== '')
  })
}
