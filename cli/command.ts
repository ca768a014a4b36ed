import { InvalidArgumentError } from 'commander'
import { cleanAddress, isMailAddress } from '../platform/email/mail-address.ts'
import { sanitize } from './terminal/terminal.ts'

export const exitFailed = 1
export const exitWrongUse = 2

/** A command that cannot do what it was asked; the message is for the owner. */
export class CommandFailure extends Error {}

/** What the owner types, to be copied as it is; scripts/studio knows how it was called. */
export function studioCommand(words: string): string {
  return `${process.env['STUDIO_COMMAND'] ?? 'npm run studio --'} ${words}`.trim()
}

export function example(words: string, more = ''): string {
  return `\nExample: ${studioCommand(words)}${more && `\n\n${more}`}`
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

export const positiveNumber = wholeNumber(1, 999_999)
export const confirmedNumber = wholeNumber(0, 999_999_999)

export function mailAddress(text: string): string {
  const address = cleanAddress(text)
  if (!isMailAddress(address)) throw new InvalidArgumentError(`“${sanitize(text)}” is no e-mail address.`)
  return address
}

export function mailAddresses(text: string, before: string[] = []): string[] {
  return [...before, mailAddress(text)]
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a file is in its place',
  EACCES: 'it may not be used by this account',
  EPERM: 'it may not be used by this account',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

/** @returns what ends long work early */
export function untilCtrlC(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
