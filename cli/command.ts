import { InvalidArgumentError } from 'commander'

export const exitFailed = 1
export const exitWrongUse = 2

/** The command to type, ready to copy. scripts/studio says how it was called. */
export function studioCommand(words: string): string {
  return `${process.env['STUDIO_COMMAND'] ?? 'npm run studio --'} ${words}`.trim()
}

export function example(words: string, more = ''): string {
  return `\nExample: ${studioCommand(words)}${more && `\n\n${more}`}`
}

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path isn’t a folder',
  EEXIST: 'a file is in its place',
  EACCES: 'this account may not use it',
  EPERM: 'this account may not use it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

export function untilCtrlC(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
