import { InvalidArgumentError } from 'commander'

/** For commander: a count that somebody typed. */
export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}
