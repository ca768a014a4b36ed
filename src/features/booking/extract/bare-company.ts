import { isCamelCase } from './bare-name.ts'
import type { Message } from './message.ts'
import type { NameHit } from './name-hit.ts'
import { readCompany } from './read-company.ts'
import { canBeCompany, companyWords, functionWords, isEveryday, productWords, toolWords } from './words.ts'

/** @property rank 2 where it is said to be theirs, 1 where it carries the marks of a firm, 0 where only its place tells */
export type CompanyHit = { value: string; rank: number }

const replyLead = /^\s?(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're)[\s,]{1,2}){0,2}/

/**
 * A reply or a line of nothing but a company's name. Words of a firm tell by themselves; any other needs the person's name
 * to be known, and in small letters to have been given just before.
 */
export function bareCompany(
  { sentences }: Message,
  person: string | undefined,
  own: readonly NameHit[],
  isJustNamed: boolean,
): CompanyHit[] {
  if (own.some((hit) => hit.kind !== 'likely' || (person !== undefined && sharesName(hit.value, person)))) return []
  return sentences.flatMap(({ text, low, raw }) => {
    if (/[?\uFFFC]/.test(text)) return []
    const span = readCompany(text, replyLead.exec(low)?.[0].length ?? 0, 'free')
    if (span === undefined) return []
    const value = text.slice(span.start, span.end)
    const rest = text.slice(span.end)
    if (!/^[.!]?\s{0,2}$/.test(rest) && !(/^ ?(?:[,;|]|- )/.test(rest) && isFirm(value))) return []
    const rank = rankOf(value, sentences.length === 1, person, isJustNamed)
    return rank === undefined ? [] : [{ value: raw.slice(span.start, span.end), rank }]
  })
}

function sharesName(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one)
}

function rankOf(value: string, isAlone: boolean, person: string | undefined, isJustNamed: boolean): number | undefined {
  const words = value.split(' ')
  const isCased = /^[\p{Lu}\p{N}]/u.test(value)
  if (words.every((word) => isEveryday(word) || isProductWord(word) || functionWords.has(word.toLowerCase())))
    return undefined
  if (!isCased && words.some(isProductWord)) return undefined
  const opensAsFirm = isFirm(value) && canBeCompany(words[0] ?? '')
  if (opensAsFirm && (isCased || (isAlone && person !== undefined))) return 1
  if (isAlone && words.length === 1 && isCamelCase(value)) return 0
  if (!isAlone || person === undefined || sharesName(value, person)) return undefined
  if (words.length > 1 && words.every((word) => /^(?:\p{Lu}\p{Ll}|&|of$|and$|\d)/u.test(word))) return 0
  if (!words.every((word) => canBeCompany(word) && !isProductWord(word))) return undefined
  return isCased || (isJustNamed && words.some((word) => !isEveryday(word))) ? 0 : undefined
}

/** Several words of which one is a firm's: "Irfan Traders". */
export function isFirm(value: string): boolean {
  return !/ store$/i.test(value) && value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
}

function isProductWord(word: string): boolean {
  const low = word.toLowerCase()
  return productWords.has(low) || toolWords.has(low)
}
