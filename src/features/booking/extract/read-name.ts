import type { Span } from './message.ts'
import { canBeName, canStartName, companyWords, isTrade, isWordlikeFirstName, isWordlikeName } from './words.ts'

const honorific =
  /(?:mr|mrs|ms|miss|chef|father|fr|pastor|rabbi|imam|hon|mx|dr|prof|professor|doctor|sir|madam|shri|sri|smt|er|adv|capt|captain|ca|herr|frau|monsieur|madame|sig|sr|sra|señor|señora|rev|(?:col|maj|lt|gen|sgt|cdr|brig)(?=\.)|colonel|captain|major(?= \p{Lu})|justice)\.?(?:\s*\(ret(?:d|ired)?\.?\))?\s+(?=\p{L})/iuy
const nameToken = /\p{L}[\p{L}\p{M}'-]*/uy
const particles = new Set(
  'de da do dos das del della di du la le van von der den ter ten bin bint ibn binti al el af av zu y e st ap abu'.split(
    ' ',
  ),
)
const suffix = /^(?:jr|sr|ii|iii|iv)$/i
const dottedToken = /^(?:\p{L}|jr|sr|md|st|mohd|kh|sk|kr|kum)$/iu
const longestName = 60

/** Whether nothing but an honorific stands between a cue's end and the name. */
export function isNext(text: string, from: number, name: Span): boolean {
  return skip(honorific, text, skipBlank(text, from)) === name.start
}

type Token = Span & { word: string; isCapital: boolean; isInitial: boolean }

/**
 * The person's name that starts at `from`, without honorific; undefined when what stands there is none.
 * A name in small letters ends at the first word that cannot be part of one; one with capitals ends at the first word without.
 */
export function readName(text: string, from: number): Span | undefined {
  const tokens = readTokens(text, skip(honorific, text, skipBlank(text, from)))
  const first = tokens[0]
  const last = tokens.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (!canOpen(text, first, tokens.length)) return undefined
  if (last.end - first.start > longestName || tokens.length > 6) return undefined
  if (tokens.every((token) => token.isInitial) && !/^\P{ASCII}/u.test(first.word)) return undefined
  if (companyWords.has(last.word.toLowerCase()) && !isWordlikeName(last.word) && tokens.length > 1 && last.isCapital)
    return undefined
  return isCutOff(text, last.end) ? undefined : { start: first.start, end: last.end }
}

/** An initial with its dot, a word that can be a first name, or "will" in small letters with nothing after it. */
function canOpen(text: string, first: Token, count: number): boolean {
  if (first.isInitial && text[first.end - 1] === '.') return count > 1
  if (count === 1 && isTrade(first.word) && !isWordlikeFirstName(first.word)) return false
  if (canStartName(first.word, first.isCapital && !isWholeWordCapital(first.word))) return true
  return (
    !first.isCapital &&
    isWordlikeFirstName(first.word) &&
    (count > 1 || endsAsName(text, first)) &&
    afterIs.test(text.slice(0, first.start))
  )
}

const afterIs = /\bname(?:'s| is)\s+$/i

function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  let at = from
  while (tokens.length < 8) {
    const token = readToken(text, at)
    if (token === undefined || !belongs(text, token, tokens)) break
    tokens.push(token)
    const gap =
      (text[token.end - 1] === '.' ? /^(?=\p{L})/u.exec(text.slice(token.end, token.end + 1)) : null) ??
      /^ {1,2}(?=\p{L})|^,? (?=(?:jr|sr|iii?|iv)\b)/iu.exec(text.slice(token.end, token.end + 6))
    if (gap === null) break
    at = token.end + gap[0].length
  }
  const particle = tokens.findIndex(
    (token, at) => at > 0 && !token.isCapital && particles.has(token.word.toLowerCase()),
  )
  if (particle > 0 && isFirmAfter(text, tokens.at(-1), tokens.slice(particle + 1))) tokens.length = particle
  while (tokens.length > 0 && isDangling(tokens.at(-1))) tokens.pop()
  return tokens
}

/** "Stefan Krüger von der Krüger Holzbau GmbH": what follows the particle is where he works. */
function isFirmAfter(text: string, last: Token | undefined, rest: readonly Token[]): boolean {
  if (last === undefined) return false
  if (
    /^,? (?:gmbh|ag|kg|sa|sl|srl|s\.l\.|s\.a\.|s\.r\.l\.|bv|llc|ltd|inc|sarl|sas)\b/i.test(
      text.slice(last.end, last.end + 12),
    )
  )
    return true
  return (
    rest.some((token) => companyWords.has(token.word.toLowerCase()) && !isWordlikeName(token.word)) ||
    /^(?:bodegas|grupo|casa|studio|hotel|restaurante|taller|clínica|librería|firma)$/i.test(rest[0]?.word ?? '')
  )
}

function readToken(text: string, at: number): Token | undefined {
  nameToken.lastIndex = at
  const word = nameToken.exec(text)?.[0].replace(/['-]+$/, '')
  if (word === undefined || word === '') return undefined
  const end = at + word.length
  const isInitial = /^\p{L}$/u.test(word) && /^[A-Za-z]/.test(word)
  const takesDot = text[end] === '.' && dottedToken.test(word) && !endsSentence(text, end + 1)
  return { word, start: at, end: takesDot ? end + 1 : end, isCapital: /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word), isInitial }
}

function endsSentence(text: string, at: number): boolean {
  return text.slice(at).trim() === ''
}

function belongs(text: string, token: Token, before: readonly Token[]): boolean {
  const first = before[0]
  const lower = token.word.toLowerCase()
  if (/'(?:s|m|re|ve|ll|d)$/.test(lower)) return false
  if (first === undefined) return token.word.length <= 30
  if (suffix.test(lower)) return true
  if (particles.has(lower) && followsAsName(text, token)) return true
  if (particles.has(lower) && !token.isCapital) return false
  if (token.isInitial)
    return token.isCapital || (token.end !== token.start + 1 && lower !== 'i') || endsHere(text, token, lower)
  if (first.isCapital && !token.isCapital) return before.length === 1 && isLoneSurname(text, token)
  if (!token.isCapital && isWordlikeName(token.word) && !canBeName(token.word, false))
    return before.length === 1 && endsAsName(text, token)
  return (
    (particles.has(lower) || (token.isCapital ? canBeName : canStartName)(token.word, token.isCapital)) &&
    (first.isCapital || before.length < 4) &&
    token.word.length <= 30
  )
}

/** A surname in small letters after a capital first name: "Rahul sharma," or "Rahul sharma from". */
function isLoneSurname(text: string, token: Token): boolean {
  return canStartName(token.word, false) && endsAsName(text, token)
}

function endsAsName(text: string, token: Token): boolean {
  return /^\s*(?:$|[,.!\n]|(?:from|and|here|this side)\b)/.test(text.slice(token.end))
}

function endsHere(text: string, token: Token, lower: string): boolean {
  return !/^[aiunrk]$/.test(lower) && /^\s*(?:$|[,.!\n])/.test(text.slice(token.end))
}

function followsAsName(text: string, token: Token): boolean {
  const next = /^ +(?:(?:la|der|den|de|los|las)\s+)?(\p{L}[\p{L}\p{M}'-]*)/u.exec(
    text.slice(token.end, token.end + 40),
  )?.[1]
  return next !== undefined && canBeName(next, /^\p{Lu}/u.test(next))
}

function isDangling(token: Token | undefined): boolean {
  return token !== undefined && particles.has(token.word.toLowerCase()) && !token.isCapital
}

/** "CEO", "QA": abbreviations rather than names; two letters can be a nickname ("JJ", "AJ"). */
function isWholeWordCapital(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
}

/** What runs on into markup, an address, a number or a possessive is no name, or somebody else's thing. */
function isCutOff(text: string, end: number): boolean {
  if (/^\s*'(?:--|;|\))/.test(text.slice(end, end + 4))) return true
  if (/^\s*(?:[([{]\s*(?:dot|at|@)\b|(?:dot|underscore)\s+\w|at\s+\S+\s+dot\b)/i.test(text.slice(end, end + 40)))
    return true
  if (/^ \p{Lu}[\p{L}-]*'s\b/u.test(text.slice(end, end + 32))) return true
  if (text[end] === ')' && text.slice(0, end).includes('(')) return false
  return (
    /^(?:['"]?(?:[)}<=@/\\\uFFFC_|]|;(?!\s))|'s\b|\d|\.\p{L})/u.test(text.slice(end, end + 4)) &&
    !/^\/\s/.test(text.slice(end))
  )
}

/** "Prof. Dr. Dr." and no more. */
const mostHonorifics = 4

function skip(pattern: RegExp, text: string, from: number): number {
  let at = from
  for (let i = 0; i < mostHonorifics; i++) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) break
    at += found.length
  }
  return at
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (/[\s"'(]/.test(text[at] ?? 'x')) at += 1
  return at
}
