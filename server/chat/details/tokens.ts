import { isEmailAddress } from '../../../platform/email/address.ts'
import { visibleText } from '../../../platform/text/clean-text.ts'

/** `lower` is for lists of words. A sign is a single character. */
type Kind = 'word' | 'number' | 'email' | 'sign'
export type Token = { kind: Kind; text: string; lower: string; start: number; end: number }

/** Ordinary messages have fewer; a flood may cost no more. */
const maxTokens = 500
const letter = '[^\\p{Z}\\p{Cc},;<>()[\\]"“”|@:=*]'
const email = `${letter}{1,64}@${letter}{0,254}[\\p{L}\\p{N}]`
const number = /\d+(?:[.,'’]\d+)*/.source
const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{M}\p{N}]+|\.\p{L}[\p{L}\p{M}\p{N}]*)*/u.source
/** The “k” of “5k”, and the “Rs” of “Rs500”. */
const beside = /(?<=\d)\p{L}+|(?:[Rr]s|RS|inr|INR|usd|USD|eur|EUR)(?=\d)/u.source
const piece = new RegExp(`(${email})|(${number})|[a-zA-Z]{0,2}\\$|(${beside}|${word})|[^\\p{Z}\\t]`, 'gu')

export function tokenize(text: string): Token[] {
  const pieces = [...text.matchAll(piece)].slice(0, maxTokens)
  return pieces.map(({ 0: written, 1: address = '', 2: digits, 3: letters, index: start }) => {
    const visible = address === '' ? written : visibleText(address)
    const isEmail = address !== '' && isEmailAddress(visible)
    const kind = isEmail ? 'email' : digits !== undefined ? 'number' : letters !== undefined ? 'word' : 'sign'
    return { kind, text: visible, lower: visible.toLowerCase().replace('’', "'"), start, end: start + written.length }
  })
}

/** Words and phrases by their first word. */
export type Words = ReadonlyMap<string, readonly string[][]>

/** @param list of words and phrases: `budget set_aside` */
export function wordList(list: string): Words {
  const phrases = list.split(/\s+/).map((phrase) => phrase.split('_'))
  phrases.sort((a, b) => b.length - a.length)
  return Map.groupBy(phrases, ([first = '']) => first)
}

/** @returns the index after the longest phrase of the list that starts here */
export function endOf(list: Words, tokens: readonly Token[], at: number): number | undefined {
  const phrases = list.get(wordAt(tokens, at))
  const found = phrases?.find((phrase) => phrase.every((word, n) => word === wordAt(tokens, at + n)))
  return found && at + found.length
}

export function has(list: Words, tokens: readonly Token[]): boolean {
  return tokens.some((_, at) => endOf(list, tokens, at) !== undefined)
}

export function wordAt(tokens: readonly Token[], at: number): string {
  // Reading before the start of an array is slow.
  return at < 0 ? '' : (tokens[at]?.lower ?? '')
}
