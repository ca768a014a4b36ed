import type { Span } from './message.ts'
import { canBeName, canStartName, wordSet } from './words.ts'

const titles =
  /[\s"'(]{0,9}(?:(?:mr|mrs|ms|miss|mx|chef|dr|prof|professor|doctor|sir|madam|shri|sri|smt|er|adv|capt|captain|herr|frau|monsieur|madame|señora?|sra?|rev|pastor|colonel|justice|(?:col|maj|lt|gen|sgt)(?=\.))\.?(?: \(retd?\.?\))? (?=\p{L})){0,4}/iuy
const maxNameCharacters = 60

/** A person's name from `start`, without titles. */
export function findNameSpan(text: string, from: number): Span | undefined {
  titles.lastIndex = from
  const tokens = readTokens(text, from + (titles.exec(text)?.[0].length ?? 0))
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || !canStartName(first.word, first.isCapital)) return undefined
  if (last.end - first.start > maxNameCharacters || isCutOff(text, last.end)) return undefined
  return { start: first.start, end: last.end }
}

type Token = Span & { word: string; lower: string; isCapital: boolean }

const maxTokens = 7

function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  let token = readToken(text, from)
  while (token !== undefined && tokens.length < maxTokens && continuesName(text, token, tokens)) {
    tokens.push(token)
    const gap = / {1,2}(?=\p{L})|(?<=\.)(?=\p{L})/uy
    gap.lastIndex = token.end
    const space = gap.exec(text)?.[0]
    token = space === undefined ? undefined : readToken(text, token.end + space.length)
  }
  while (isParticle(tokens.at(-1))) tokens.pop()
  return tokens
}

const particles = wordSet(
  'de da do dos das del della di du la le van von der den ter ten bin bint ibn al el af av zu y e st',
)

function isParticle(token: Token | undefined): boolean {
  return token !== undefined && particles.has(token.lower) && !token.isCapital
}

const nameToken = /\p{L}[\p{L}\p{M}'-]{0,40}/uy
const abbreviatedName = /^(?:\p{L}|jr|sr|md|st|mohd|kh|sk|kr|kum)$/iu

function readToken(text: string, start: number): Token | undefined {
  nameToken.lastIndex = start
  const word = nameToken.exec(text)?.[0].replace(/['-]$/, '') ?? ''
  if (word === '') return undefined
  const end = start + word.length
  const takesDot = text[end] === '.' && abbreviatedName.test(word) && text.slice(end + 1, end + 9).trim() !== ''
  const isCapital = /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word)
  return { word, lower: word.toLowerCase(), start, end: takesDot ? end + 1 : end, isCapital }
}

const maxWordCharacters = 30

function continuesName(text: string, token: Token, before: readonly Token[]): boolean {
  const first = before[0]
  const { word, lower, isCapital, end } = token
  if (word.length > maxWordCharacters || /'(?:s|m|re|ve|ll|d)$/.test(lower)) return false
  if (first === undefined || isParticle(token)) return true
  if (/^[a-z]$/.test(lower)) return (isCapital && lower !== 'i') || text[end - 1] === '.'
  if (isCapital) return canBeName(word, true)
  const isLast = /^\s?(?:$|[,.!\n]|(?:from|and|here|this side)\b)/.test(text.slice(end, end + 12))
  return canStartName(word, false) && (first.isCapital ? before.length === 1 && isLast : before.length < 4)
}

/** A name that runs into markup, an address, a number, or a possessive isn't one. */
function isCutOff(text: string, end: number): boolean {
  if (text[end] === ')' && text.lastIndexOf('(', end) > end - maxNameCharacters) return false
  return /^(?:['"]?(?:[)}<=@\\\uFFFC_|]|;(?!\s)|\/(?!\s))|'s\b|\d|\.\p{L})/u.test(text.slice(end, end + 4))
}
