import { spawnSync } from 'node:child_process'

/**
 * The files below a folder that hold a word in some writing, found without the product's own code: in any case, percent- and
 * JSON-encoded, as UTF-16, and in base64 wherever it begins. By another process, since closing a file of the database in this
 * one would drop its locks.
 */
export function searchBytes(folder: string, word: string): string[] {
  const escaped = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '\\$&')
  const written = [
    escaped(word),
    escaped(encodeURIComponent(word)),
    escaped(word.replace('@', '\\u0040')),
    [...word].map(escaped).join('\\x00'),
  ]
  const inBase64 = [word, word.toLowerCase()].flatMap((text) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
      return escaped(encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + text.length) * 8) / 6)))
    }),
  )
  return [...new Set([...grep(['-i'], written, folder), ...grep([], inBase64, folder)])]
}

function grep(options: readonly string[], patterns: readonly string[], folder: string): string[] {
  const args = ['-rlaP', ...options, '--', patterns.join('|'), folder]
  const { stdout, stderr } = spawnSync('grep', args, { encoding: 'utf8', env: { LC_ALL: 'C' } })
  if (stderr !== '') throw new Error(stderr)
  return stdout.split('\n').filter((line) => line !== '')
}
