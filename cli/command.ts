import { resolve } from 'node:path'
import { lazy } from '../platform/lazy.ts'

export const exitFailed = 1
export const exitUsageError = 2

/** Returns a command for the owner to copy, in the form they use. scripts/studio sets STUDIO_COMMAND. */
export function studioCommand(words: string): string {
  return `${process.env['STUDIO_COMMAND'] ?? 'npm run studio --'} ${words}`.trim()
}

/** Resolves a path against the owner's working directory (STUDIO_CALLER, set by scripts/studio), not this process's. */
export function ownerPath(path: string): string {
  return resolve(process.env['STUDIO_CALLER'] ?? '.', path)
}

export function example(words: string, more = ''): string {
  return `\nExample: ${studioCommand(words)}${more && `\n\n${more}`}`
}

const fileErrors: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it’s a folder',
  ENOTDIR: 'part of the path isn’t a folder',
  EEXIST: 'a file with this name exists',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return fileErrors[code] ?? (error instanceof Error ? error.message : String(error))
}

/** An abort signal for the command that's running. Ctrl-C aborts it, then the process ends. */
export const abortOnCtrlC = lazy((): AbortSignal => {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
})
