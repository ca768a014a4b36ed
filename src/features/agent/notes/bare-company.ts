import { isCamelCase } from './bare-name.ts'
import type { Message } from './message.ts'
import { readCompany } from './read-company.ts'
import type { NameHit } from './read-name.ts'
import { canBeCompany, companyWords, productWords, toolWords } from './words.ts'

/** @property rank 2 where it is said to be theirs, 1 where it carries the marks of a firm, 0 where only its place tells */
export type CompanyHit = { value: string; rank: number }

const replyLead = /^\s?(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're)[\s,]{1,2}){0,2}/

/** A reply or a line of nothing but a company's name; one without the words of a firm needs the person's name to be known. */
export function bareCompany({ sentences }: Message, person: string | undefined, own: readonly NameHit[]): CompanyHit[] {
  if (own.some((hit) => hit.kind !== 'likely' || hit.value === person)) return []
  return sentences.flatMap(({ text, low, raw }) => {
    if (/[?\uFFFC]/.test(text)) return []
    const span = readCompany(text, replyLead.exec(low)?.[0].length ?? 0, 'free')
    if (span === undefined) return []
    const value = text.slice(span.start, span.end)
    const rest = text.slice(span.end)
    if (!/^[.!]?\s{0,2}$|^ ?(?:[,;|]|- )/.test(rest)) return []
    const rank = rankOf(value, sentences.length === 1, person)
    return rank === undefined ? [] : [{ value: raw.slice(span.start, span.end), rank }]
  })
}

function rankOf(value: string, isAlone: boolean, person: string | undefined): number | undefined {
  const parts = value.split(' ')
  const isCased = /^[\p{Lu}\p{N}]/u.test(value)
  if (isFirm(value) && isCased && canBeCompany(parts[0] ?? '')) return 1
  if (isAlone && isCamelCase(value)) return 0
  if (!isAlone || person === undefined) return undefined
  if (parts.length > 1 && parts.every((part) => /^(?:\p{Lu}\p{Ll}|&|of$|and$|\d)/u.test(part))) return 0
  const isOrdinary = parts.some((part) => !canBeCompany(part) || isProductWord(part))
  return !isOrdinary && (isCased || isFirm(value)) ? 0 : undefined
}

/** Several words of which one is a firm's: "Irfan Traders". */
export function isFirm(value: string): boolean {
  return !/ store$/i.test(value) && value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
}

function isProductWord(word: string): boolean {
  const low = word.toLowerCase()
  return productWords.has(low) || toolWords.has(low)
}
