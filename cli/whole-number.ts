import { InvalidArgumentError } from 'commander'

/** For commander: how many of something are wanted. */
export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}

/** For commander: a number that a command has told, to confirm it. */
export function confirmedNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, like 1240.')
  return Number(text)
}
