import type { Sentence, Span } from './message.ts'
import type { NameKind } from './name-cues.ts'
import { canBeName, canStartName, companyWords, isWordlikeName, words } from './words.ts'

const lead =
  /[\s"'(]{0,9}(?:(?:mr|mrs|ms|miss|mx|chef|dr|prof|professor|doctor|sir|madam|shri|sri|smt|er|adv|capt|captain|herr|frau|monsieur|madame|señora?|sra?|rev|pastor|colonel|justice|(?:col|maj|lt|gen|sgt)(?=\.))\.?(?: \(retd?\.?\))? (?=\p{L})){0,4}/iuy
const nameToken = /\p{L}[\p{L}\p{M}'-]{0,40}/uy
const particles = words(
  'de da do dos das del della di du la le van von der den ter ten bin bint ibn al el af av zu y e st',
)
const dotted = /^(?:\p{L}|jr|sr|md|st|mohd|kh|sk|kr|kum)$/iu
const longestName = 60
const longestWord = 30

type Token = Span & { word: string; low: string; isCapital: boolean }

/** The person's name that starts at `from`, without honorific; undefined when what stands there is none. */
function readName(text: string, from: number): Span | undefined {
  lead.lastIndex = from
  const tokens = readTokens(text, from + (lead.exec(text)?.[0].length ?? 0))
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || !canStartName(first.word, first.isCapital)) return undefined
  if (last.end - first.start > longestName || isCutOff(text, last.end)) return undefined
  return { start: first.start, end: last.end }
}

function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  let token = readToken(text, from)
  while (token !== undefined && tokens.length < 7 && belongs(text, token, tokens)) {
    tokens.push(token)
    const gap = / {1,2}(?=\p{L})|(?<=\.)(?=\p{L})/uy
    gap.lastIndex = token.end
    const space = gap.exec(text)?.[0]
    token = space === undefined ? undefined : readToken(text, token.end + space.length)
  }
  while (isParticle(tokens.at(-1))) tokens.pop()
  return tokens
}

function isParticle(token: Token | undefined): boolean {
  return token !== undefined && particles.has(token.low) && !token.isCapital
}

function readToken(text: string, start: number): Token | undefined {
  nameToken.lastIndex = start
  const word = nameToken.exec(text)?.[0].replace(/['-]$/, '') ?? ''
  if (word === '') return undefined
  const end = start + word.length
  const takesDot = text[end] === '.' && dotted.test(word) && text.slice(end + 1, end + 9).trim() !== ''
  const isCapital = /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word)
  return { word, low: word.toLowerCase(), start, end: takesDot ? end + 1 : end, isCapital }
}

function belongs(text: string, token: Token, before: readonly Token[]): boolean {
  const first = before[0]
  const { word, low, isCapital, end } = token
  if (word.length > longestWord || /'(?:s|m|re|ve|ll|d)$/.test(low)) return false
  if (first === undefined || isParticle(token)) return true
  if (/^[a-z]$/.test(low)) return (isCapital && low !== 'i') || text[end - 1] === '.'
  if (isCapital) return canBeName(word, true)
  // Rahul sharma, but not Rahul wants
  const isLast = /^\s?(?:$|[,.!\n]|(?:from|and|here|this side)\b)/.test(text.slice(end, end + 12))
  return canStartName(word, false) && (first.isCapital ? before.length === 1 && isLast : before.length < 4)
}

/** What runs on into markup, an address, a number or a possessive is no name, or somebody else's thing. */
function isCutOff(text: string, end: number): boolean {
  if (text[end] === ')' && text.lastIndexOf('(', end) > end - longestName) return false
  return /^(?:['"]?(?:[)}<=@\\\uFFFC_|]|;(?!\s)|\/(?!\s))|'s\b|\d|\.\p{L})/u.test(text.slice(end, end + 4))
}

/** Where a name stands, so that "from Bluepeak" can be read after it. */
export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

/** "Asha & Sons", "I'm Austin based". */
const notAlone = /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|corp|plc)\b)/
const isOfFirm = (word: string) => companyWords.has(word.toLowerCase()) && !isWordlikeName(word)

/** A hit for the name that starts at `from`, unless what stands there is none, or a firm's. */
export function nameAt(sentence: Sentence, from: number, message: number, kind: NameKind): NameHit | undefined {
  const span = readName(sentence.text, from)
  if (span === undefined || notAlone.test(sentence.low.slice(span.end, span.end + 20))) return undefined
  const value = sentence.raw.slice(span.start, span.end)
  if (value.split(' ').slice(1).some(isOfFirm)) return undefined
  return { ...span, message, sentence: sentence.index, value, kind, corrects: false }
}
