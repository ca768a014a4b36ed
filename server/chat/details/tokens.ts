import { isEmailAddress } from '../../../platform/email/email-address.ts'
import { visibleText } from '../../../platform/text/clean-text.ts'

/** `lower` is for lists of words. A sign is a single character. */
export type Token = {
  kind: 'word' | 'number' | 'email' | 'sign'
  text: string
  lower: string
  start: number
  end: number
}

/** Text without spaces, like an email address. “1,200” stays in one piece. */
const chunk = /(?:[^\p{Z}\p{Cc},;<>()[\]"“”|]|(?<=\d),(?=\d)){1,300}|[^\p{Z}\t]/gu
const number = /\d+(?:[.,'’]\d+)*|(?<=\d)\p{L}+|[a-z]{0,2}\$|(?:rs|inr|usd|eur|gbp|aed)(?=\d)/u
const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{M}\p{N}]+|\.\p{L}[\p{L}\p{M}\p{N}]*)*|./u
const piece = new RegExp(`${number.source}|${word.source}`, 'gisu')

export function tokenize(text: string): Token[] {
  return [...text.matchAll(chunk)].flatMap(({ 0: written, index }) => {
    const address = visibleText(written).replaceAll(/^.*[:=*]|[^\p{L}\p{N}]+$/gu, '')
    const isAddress = written.includes('@') && isEmailAddress(address)
    const pieces = isAddress ? [{ 0: address, index: 0 }] : [...written.matchAll(piece)]
    return pieces.map(({ 0: found, index: at }) => ({
      kind: isAddress ? 'email' : /^\d/.test(found) ? 'number' : /^\p{L}[^$]*$/u.test(found) ? 'word' : 'sign',
      text: found,
      lower: found.toLowerCase().replaceAll('’', "'"),
      start: index + at,
      end: index + (isAddress ? written.length : at + found.length),
    }))
  })
}

/** Words and phrases by their first word. */
export type Words = ReadonlyMap<string, readonly string[][]>

/** @param lines with words and phrases: `budget set_aside` */
export function wordList(...lines: readonly string[]): Words {
  const phrases = lines.join(' ').split(' ')
  return Map.groupBy(
    phrases.map((phrase) => phrase.split('_')),
    ([first = '']) => first,
  )
}

/** @returns the index after the longest phrase of the list that starts here */
export function endOf(list: Words, tokens: readonly Token[], at: number): number | undefined {
  const phrases = list.get(tokens[at]?.lower ?? '') ?? []
  const found = phrases.filter((phrase) => phrase.every((word, n) => tokens[at + n]?.lower === word))
  return found.length === 0 ? undefined : at + Math.max(...found.map(({ length }) => length))
}

export function has(list: Words, tokens: readonly Token[]): boolean {
  return tokens.some((_, at) => endOf(list, tokens, at) !== undefined)
}
