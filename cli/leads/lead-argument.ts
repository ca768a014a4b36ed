import { CommandFailure } from '../command-failure.ts'
import { harmless } from '../terminal/terminal.ts'

/** For commander: a reference as it was typed, read out or copied. */
export function readReference(text: string): string {
  return text.trim().toUpperCase()
}

export function noSuchRequest(...references: string[]): CommandFailure {
  return new CommandFailure(`There is no request ${references.map(harmless).join(', ')}.`)
}
