import type { Span } from './message.ts'
import { canBeName, canStartName, companyWords, isTrade, isWordlikeName } from './words.ts'

const honorific =
  /(?:mr|mrs|ms|miss|mx|chef|dr|prof|professor|doctor|sir|madam|shri|sri|smt|er|adv|capt|captain|herr|frau|monsieur|madame|señora?|sra?|rev|colonel|justice|(?:col|maj|lt|gen|sgt)(?=\.))\.?(?: \(retd?\.?\))? (?=\p{L})/iuy
const nameToken = /\p{L}[\p{L}\p{M}'-]{0,40}/uy
const particles = new Set(
  'de da do dos das del della di du la le van von der den ter ten bin bint ibn al el af av zu y e st ap abu'.split(' '),
)
const suffix = /^(?:jr|sr|iii?|iv)$/
const dotted = /^(?:\p{L}|jr|sr|md|st|mohd|kh|sk|kr|kum)$/iu
const longestName = 60
const longestWord = 30
/** "Prof. Dr. Dr." and no more. */
const mostHonorifics = 4

type Token = Span & { word: string; low: string; isCapital: boolean; isInitial: boolean }

/**
 * The person's name that starts at `from`, without honorific; undefined when what stands there is none.
 * A name in small letters ends at the first word that cannot be part of one; one with capitals ends at the first word without.
 */
export function readName(text: string, from: number): Span | undefined {
  const tokens = readTokens(text, skipHonorifics(text, skipBlank(text, from)))
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || !canOpen(text, first, tokens.length)) return undefined
  if (last.end - first.start > longestName || tokens.length > 6) return undefined
  if (tokens.every(({ isInitial }) => isInitial)) return undefined
  const isFirm = tokens.length > 1 && last.isCapital && companyWords.has(last.low) && !isWordlikeName(last.word)
  return isFirm || isCutOff(text, last.end) ? undefined : { start: first.start, end: last.end }
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (/[\s"'(]/.test(text[at] ?? 'x')) at += 1
  return at
}

function skipHonorifics(text: string, from: number): number {
  let at = from
  for (let count = 0; count < mostHonorifics; count += 1) {
    honorific.lastIndex = at
    at += honorific.exec(text)?.[0].length ?? 0
  }
  return at
}

/** An initial with its dot, a word that can be a first name, or, after "my name is", one that is also an ordinary word. */
function canOpen(text: string, first: Token, count: number): boolean {
  if (first.isInitial && text[first.end - 1] === '.') return count > 1
  if (count === 1 && isTrade(first.word) && !isWordlikeName(first.word)) return false
  const isAcronym = /^\p{Lu}{2,}$/u.test(first.word)
  if (canStartName(first.word, first.isCapital && !isAcronym)) return true
  const isSaid = /\bname(?:'s| is)\s$/.test(text.slice(0, first.start).toLowerCase())
  return isSaid && isWordlikeName(first.word) && (count > 1 || endsAsName(text, first))
}

function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  let at = from
  while (tokens.length < 8) {
    const token = readToken(text, at)
    if (token === undefined || !belongs(text, token, tokens)) break
    tokens.push(token)
    const isDotted = text[token.end - 1] === '.' && /\p{L}/u.test(text[token.end] ?? '')
    const gap = / {1,2}(?=\p{L})|, (?=(?:jr|sr|iii?|iv)\b)/iuy
    gap.lastIndex = token.end
    const space = isDotted ? '' : gap.exec(text)?.[0]
    if (space === undefined) break
    at = token.end + space.length
  }
  while (isDangling(tokens.at(-1))) tokens.pop()
  return tokens
}

function isDangling(token: Token | undefined): boolean {
  return token !== undefined && particles.has(token.low) && !token.isCapital
}

function readToken(text: string, at: number): Token | undefined {
  nameToken.lastIndex = at
  const word = nameToken.exec(text)?.[0].replace(/['-]$/, '')
  if (word === undefined || word === '') return undefined
  const end = at + word.length
  const takesDot = text[end] === '.' && dotted.test(word) && text.slice(end + 1, end + 9).trim() !== ''
  const isCapital = /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word)
  return {
    word,
    low: word.toLowerCase(),
    start: at,
    end: takesDot ? end + 1 : end,
    isCapital,
    isInitial: /^[a-z]$/i.test(word),
  }
}

function belongs(text: string, token: Token, before: readonly Token[]): boolean {
  const first = before[0]
  const { word, low, isCapital } = token
  if (word.length > longestWord || /'(?:s|m|re|ve|ll|d)$/.test(low)) return false
  if (first === undefined || suffix.test(low)) return true
  if (particles.has(low) && !isCapital) return true
  if (token.isInitial) return isCapital || token.end > token.start + 1
  if (first.isCapital && !isCapital) return before.length === 1 && canStartName(word, false) && endsAsName(text, token)
  if (!isCapital && isWordlikeName(word) && !canBeName(word, false))
    return before.length === 1 && endsAsName(text, token)
  return (isCapital ? canBeName : canStartName)(word, isCapital) && (first.isCapital || before.length < 4)
}

/** "Rahul sharma," or "Rahul sharma from". */
function endsAsName(text: string, { end }: Token): boolean {
  return /^\s?(?:$|[,.!\n]|(?:from|and|here|this side)\b)/.test(text.slice(end, end + 12))
}

/** What runs on into markup, an address, a number or a possessive is no name, or somebody else's thing. */
function isCutOff(text: string, end: number): boolean {
  const rest = text.slice(end, end + 40)
  if (/^ ?'(?:--|;|\))/.test(rest) || /^ (?:[([{] ?(?:dot|at)\b|(?:dot|underscore) \w|at \S{1,20} dot\b)/i.test(rest))
    return true
  if (/^ \p{Lu}[\p{L}-]{0,29}'s\b/u.test(rest)) return true
  if (rest.startsWith(')') && text.slice(0, end).includes('(')) return false
  return /^(?:['"]?(?:[)}<=@\\\uFFFC_|]|;(?!\s)|\/(?!\s))|'s\b|\d|\.\p{L})/u.test(rest)
}
