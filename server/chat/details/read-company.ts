import type { Message, Sentence } from './message.ts'
import { isCamelCase, type NameHit } from './read-name.ts'
import {
  canBeCompany,
  companyWords,
  functionWords,
  generic,
  isDescription,
  isEveryday,
  isPlace,
  isTrade,
  productWords,
  toolWords,
} from './words.ts'

const legalForm =
  /(?:,?\s{1,2}|,)\(?(?:opc\)\s?)?(?:(?:pvt|private)\.?\s?(?:ltd|limited)\b\.?|(?:pty|pte)\.? ltd\b\.?|sdn\.? bhd\b\.?|fz-?llc\b|fzco\b|fze\b|dmcc\b|l\.l\.c\.|llc\b|llp\b|inc\b\.?|incorporated\b|ltd\b\.?|limited\b|gmbh\b(?: & co\.? kg(?:aa)?\b)?|corp\b\.?|corporation\b|plc\b|co\.(?=\s|$|,)|b\.v\.|bv\b|n\.v\.|s\.a\.s?\.?(?=\s|$|,)|s\.r\.l\.|s\.p\.a\.|srl\b|sarl\b|oü|oy\b|ab\b|aps\b|kft\b|sp\.? z o\.? ?o\.?|s\.? ?r\.? ?o\.(?=\s|$|,)|d\.o\.o\.|a\.s\.|s\.l\.u?\.?|e\.v\.|e\.k\.|lda\b\.?|ltda\b\.?|sasu\b|eurl\b|k\.k\.|ag\b)/iy
const casedForm = /,? (?:AS|A\/S|SA|SAS|SL|SLU|KG|OHG|UG|SIA|UAB|Şti\.?|A\.Ş\.|SpA|Oyj|OOO)(?![\p{L}\d])/uy
const companyToken = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}(?:[.-][\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}){0,4}/uy
const connector =
  / (?:&|\+|\/|'n'|n|de|of the|of|and|for the|for|do|da|du|del|la|le|el|y|e|et|und|by) (?=[\p{Lu}\p{N}])|\. (?=\p{Lu})| ?& ?| (?=[\p{L}\p{N}])/uy
const lead =
  /[\s"'(@]{0,3}(?:(?:now|currently|actually|[Jj]ust) )?(?:[Mm]\/[Ss]\.? |[Mm]essrs\.? )?["']?(?:the (?=\p{Lu}))?["']?/uy

/** How much capitals tell: `needed` where small letters would be ordinary words, `free` where anything can follow. */
export type Capitals = 'needed' | 'free'

export function readCompany({ text, raw }: Pick<Sentence, 'text' | 'raw'>, from: number, capitals: Capitals) {
  const start = from + lengthAt(lead, text, from)
  const end = runEnd(text, start, capitals)
  return isCompanyName(text.slice(start, end)) ? { start, end, value: raw.slice(start, end) } : undefined
}

function lengthAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0].length ?? 0
}

export function withLegalForm(text: string, end: number): number {
  return end + (lengthAt(casedForm, text, end) || lengthAt(legalForm, text, end))
}

function runEnd(text: string, start: number, capitals: Capitals): number {
  let end = start
  let at = start
  let isCapitalRun = false
  for (let count = 0; count < 8; count += 1) {
    companyToken.lastIndex = at
    const word = companyToken.exec(text)?.[0].replace(/['+]$/, '') ?? ''
    const low = word.toLowerCase()
    const isCapital = /^(?:[\p{Lu}\p{Lo}\p{N}]|\p{Ll}{1,20}\p{Lu})/u.test(word)
    if (count === 0) isCapitalRun = isCapital
    const isOfFirm = count > 0 && companyWords.has(low)
    const canBelong = isCapital
      ? isCapitalRun
      : capitals === 'free' && (isOfFirm || (!isCapitalRun && canBeCompany(word)))
    if (word === '' || !canBelong) break
    end = at + word.length
    const formEnd = withLegalForm(text, end)
    if (formEnd > end) return formEnd
    const gap = lengthAt(connector, text, end)
    const joint = text.slice(end, end + gap).trim()
    if (gap === 0 || !canJoin(text, joint, word, end + gap, isCapitalRun)) break
    at = end + gap
  }
  return end
}

/** "St. Marks", "Smith and Sons", "Salt and Stone Bakery", but not "Acme and Dave". */
function canJoin(text: string, joint: string, word: string, at: number, isCapitalRun: boolean): boolean {
  if (joint === '.') return /^(?:st|mt|dr|ft|\p{Lu})$/iu.test(word)
  if (joint === '' || joint === '&') return true
  if (!isCapitalRun) return false
  if (!/^(?:and|for|by|y|e|et|und)/.test(joint)) return true
  const rest = text.slice(at, at + 60).split(/[^\p{L}\p{M}\p{N}'&-]/u, 3)
  return rest.some((next) => companyWords.has(next.toLowerCase()))
}

function isCompanyName(value: string): boolean {
  const parts = value.toLowerCase().split(' ')
  const first = parts[0] ?? ''
  if (
    value === '' ||
    (first !== 'the' && functionWords.has(first)) ||
    isPlace(value) ||
    /^(?:[Qq][1-4]$|\d[^\p{Lu}]*$)/u.test(value)
  )
    return false
  if (parts.length === 1 && (generic.has(first) || isTrade(first))) return false
  const isPlain = (part: string) => productWords.has(part) || isDescription(part) || isEveryday(part)
  return !/^\p{Ll}/u.test(value) || !parts.every(isPlain)
}

/** @property rank 2 where it is said to be theirs, 1 where it carries the marks of a firm, 0 where only its place tells */
export type CompanyHit = { value: string; rank: number }

const replyLead = /^\s?(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're)[\s,]{1,2}){0,2}/

/** A reply or a line of nothing but a company's name; one without the words of a firm needs the person's name to be known. */
export function bareCompany({ sentences }: Message, person: string | undefined, own: readonly NameHit[]): CompanyHit[] {
  if (own.some((hit) => hit.kind !== 'likely' || hit.value === person)) return []
  return sentences.flatMap(({ text, low, raw }) => {
    if (/[?\uFFFC]/.test(text)) return []
    const span = readCompany({ text, raw }, replyLead.exec(low)?.[0].length ?? 0, 'free')
    if (span === undefined) return []
    const value = text.slice(span.start, span.end)
    const rest = text.slice(span.end)
    if (!/^[.!]?\s{0,2}$|^ ?(?:[,;|]|- )/.test(rest)) return []
    const rank = rankOf(value, sentences.length === 1, person)
    return rank === undefined ? [] : [{ value: span.value, rank }]
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

export function isFirm(value: string): boolean {
  return !/ store$/i.test(value) && value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
}

function isProductWord(word: string): boolean {
  const low = word.toLowerCase()
  return productWords.has(low) || toolWords.has(low)
}
