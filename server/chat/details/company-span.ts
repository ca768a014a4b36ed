import type { Sentence } from './message.ts'
import {
  canBeCompany,
  companyWords,
  functionWords,
  genericWords,
  isDescriptive,
  isLowercaseWord,
  isPlace,
  isRole,
  productWords,
} from './words.ts'

/** `required` where words in lowercase wouldn't be a name. */
export type Capitals = 'required' | 'optional'

const prefix =
  /[\s"'(@]{0,3}(?:(?:now|currently|actually|[Jj]ust) )?(?:[Mm]\/[Ss]\.? |[Mm]essrs\.? )?["']?(?:the (?=\p{Lu}))?["']?/uy

/** The company's name at `from`, without titles and quotation marks. */
export function findCompanySpan(
  { text, original }: Pick<Sentence, 'text' | 'original'>,
  from: number,
  capitals: Capitals,
) {
  const start = from + matchLengthAt(prefix, text, from)
  const end = endOfCompany(text, start, capitals)
  return isCompanyName(text.slice(start, end)) ? { start, end, value: original.slice(start, end) } : undefined
}

const companyToken = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}(?:[.-][\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}){0,4}/uy
const connector =
  / (?:&|\+|\/|'n'|n|de|of the|of|and|for the|for|do|da|du|del|la|le|el|y|e|et|und|by) (?=[\p{Lu}\p{N}])|\. (?=\p{Lu})| ?& ?| (?=[\p{L}\p{N}])/uy
const maxTokens = 8

function endOfCompany(text: string, start: number, capitals: Capitals): number {
  let end = start
  let tokenStart = start
  let isCapitalized = false
  for (let count = 0; count < maxTokens; count += 1) {
    companyToken.lastIndex = tokenStart
    const word = companyToken.exec(text)?.[0].replace(/['+]$/, '') ?? ''
    const hasCapital = /^(?:[\p{Lu}\p{Lo}\p{N}]|\p{Ll}{1,20}\p{Lu})/u.test(word)
    if (count === 0) isCapitalized = hasCapital
    const isCompanyWord = count > 0 && companyWords.has(word.toLowerCase())
    const canBelong = hasCapital
      ? isCapitalized
      : capitals === 'optional' && (isCompanyWord || (!isCapitalized && canBeCompany(word)))
    if (word === '' || !canBelong) break
    end = tokenStart + word.length
    const legalEnd = endOfLegalForm(text, end)
    if (legalEnd > end) return legalEnd
    const gap = matchLengthAt(connector, text, end)
    const joiner = text.slice(end, end + gap).trim()
    if (gap === 0 || !canJoin(text, joiner, word, end + gap, isCapitalized)) break
    tokenStart = end + gap
  }
  return end
}

/** "St. Marks", "Smith and Sons", "Salt and Stone Bakery", but not "Acme and Dave". */
function canJoin(text: string, joiner: string, word: string, nextStart: number, isCapitalized: boolean): boolean {
  if (joiner === '.') return /^(?:st|mt|dr|ft|\p{Lu})$/iu.test(word)
  if (joiner === '' || joiner === '&') return true
  if (!isCapitalized) return false
  if (!/^(?:and|for|by|y|e|et|und)/.test(joiner)) return true
  const nextWords = text.slice(nextStart, nextStart + 60).split(/[^\p{L}\p{M}\p{N}'&-]/u, 3)
  return nextWords.some((next) => companyWords.has(next.toLowerCase()))
}

const legalForm =
  /(?:,?\s{1,2}|,)\(?(?:opc\)\s?)?(?:(?:pvt|private)\.?\s?(?:ltd|limited)\b\.?|(?:pty|pte)\.? ltd\b\.?|sdn\.? bhd\b\.?|fz-?llc\b|fzco\b|fze\b|dmcc\b|l\.l\.c\.|llc\b|llp\b|inc\b\.?|incorporated\b|ltd\b\.?|limited\b|gmbh\b(?: & co\.? kg(?:aa)?\b)?|corp\b\.?|corporation\b|plc\b|co\.(?=\s|$|,)|b\.v\.|bv\b|n\.v\.|s\.a\.s?\.?(?=\s|$|,)|s\.r\.l\.|s\.p\.a\.|srl\b|sarl\b|oü|oy\b|ab\b|aps\b|kft\b|sp\.? z o\.? ?o\.?|s\.? ?r\.? ?o\.(?=\s|$|,)|d\.o\.o\.|a\.s\.|s\.l\.u?\.?|e\.v\.|e\.k\.|lda\b\.?|ltda\b\.?|sasu\b|eurl\b|k\.k\.|ag\b)/iy
const caseSensitiveLegalForm = /,? (?:AS|A\/S|SA|SAS|SL|SLU|KG|OHG|UG|SIA|UAB|Şti\.?|A\.Ş\.|SpA|Oyj|OOO)(?![\p{L}\d])/uy

/** @returns `end` if no legal form follows */
export function endOfLegalForm(text: string, end: number): number {
  return end + (matchLengthAt(caseSensitiveLegalForm, text, end) || matchLengthAt(legalForm, text, end))
}

function matchLengthAt(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start
  return sticky.exec(text)?.[0].length ?? 0
}

function isCompanyName(value: string): boolean {
  const words = value.toLowerCase().split(' ')
  const first = words[0] ?? ''
  if (
    value === '' ||
    (first !== 'the' && functionWords.has(first)) ||
    isPlace(value) ||
    /^(?:[Qq][1-4]$|\d[^\p{Lu}]*$)/u.test(value)
  )
    return false
  if (words.length === 1 && (genericWords.has(first) || isRole(first))) return false
  const isPlain = (word: string) => productWords.has(word) || isDescriptive(word) || isLowercaseWord(word)
  return !/^\p{Ll}/u.test(value) || !words.every(isPlain)
}
