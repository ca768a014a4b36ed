import { isEmailAddress } from '../../../platform/email/address.ts'
import { visibleText } from '../../../platform/text/clean-text.ts'
import { abbreviations, clauseStarters, connectors, corrections, type PhraseList, subjects, verbs } from './words.ts'

/** A word, number, or sign (a punctuation mark or symbol). `lower` has the word lists' spelling. */
export type Token = {
  kind: 'word' | 'number' | 'email' | 'sign'
  text: string
  lower: string
  start: number
  end: number
}

/** A part of a message that makes one statement. If `isShort`, it could be just an answer to the chat's question. */
export type Clause = {
  message: string
  text: string
  tokens: Token[]
  isShort: boolean
  isQuestion: boolean
  isCorrection: boolean
}

/** Exceeds any ordinary message. Bounds the work during a flood. */
const maxTokens = 500
const emailCharacter = '[^\\p{Z}\\p{Cc},;<>()[\\]"“”|@:=*]'
const email = `${emailCharacter}{1,64}@${emailCharacter}{0,254}[\\p{L}\\p{N}]`
const number = /\d+(?:[.,'’]\d+)*/.source
const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{M}\p{N}]+|\.\p{L}[\p{L}\p{M}\p{N}]*)*/u.source
/** A unit attached to a number: the “k” of “5k”, or the “Rs” of “Rs500”. */
const unit = /(?<=\d)\p{L}+|(?:[Rr]s|RS|inr|INR|usd|USD|eur|EUR)(?=\d)/u.source
const dollars = /[a-zA-Z]{0,2}\$/.source
const otherSign = /[^\p{Z}\t]/u.source
const tokenPattern = new RegExp(`(${email})|(${number})|${dollars}|(${unit}|${word})|${otherSign}`, 'gu')

function tokenize(text: string): Token[] {
  const matches = [...text.matchAll(tokenPattern)].slice(0, maxTokens)
  return matches.map(({ 0: written, 1: address, 2: digits, 3: letters, index: start }) => {
    const visible = address === undefined ? written : visibleText(address)
    const kind = kindOf(address && visible, digits, letters)
    return { kind, text: visible, lower: visible.toLowerCase().replace('’', "'"), start, end: start + written.length }
  })
}

function kindOf(address: string | undefined, digits: string | undefined, letters: string | undefined): Token['kind'] {
  if (address !== undefined && isEmailAddress(address)) return 'email'
  if (digits !== undefined) return 'number'
  return letters === undefined ? 'sign' : 'word'
}

/** The lower-case word at an index, or '' outside the clause. */
export function wordAt(tokens: readonly Token[], i: number): string {
  // Check for a negative index first: reading one is slow in V8.
  return i < 0 ? '' : (tokens[i]?.lower ?? '')
}

/** @returns the index after the longest phrase from the list that starts at `i` */
export function phraseEnd(list: PhraseList, tokens: readonly Token[], i: number): number | undefined {
  const phrases = list.get(wordAt(tokens, i))
  const found = phrases?.find((phrase) => phrase.every((word, n) => word === wordAt(tokens, i + n)))
  return found && i + found.length
}

export function hasPhrase(list: PhraseList, tokens: readonly Token[]): boolean {
  return tokens.some((_, i) => phraseEnd(list, tokens, i) !== undefined)
}

/** Translates a pattern of token kinds, like `number? month`, to a pattern with one letter per token, like `n?m`. */
export function kindPattern(letters: Readonly<Record<string, string>>, pattern: string): string {
  return pattern.replaceAll(/[a-z]+/gi, (kind) => letters[kind] ?? kind).replaceAll(/\s+/g, '')
}

const clauseKinds = { starter: 's', verb: 'v', connector: 'c', question: 'q', end: 'e', other: 'o' }
const clausePattern = new RegExp(
  kindPattern(clauseKinds, '[starter connector verb other] [verb other]* question?'),
  'g',
)

/**
 * Splits a message at the ends of sentences, and at “and”, “but”, “because”, or a comma if both sides have a verb. Runs
 * in linear time.
 */
export function splitClauses(message: string): Clause[] {
  const all = tokenize(message)
  const kinds = all.map((_, i) => clauseKinds[clauseKindAt(all, i)]).join('')
  const spans: { start: number; end: number; hasVerb: boolean }[] = []
  for (const { 0: matched, index: start } of kinds.matchAll(clausePattern)) {
    const end = start + matched.length
    const hasVerb = matched.includes(clauseKinds.verb)
    const last = spans.at(-1)
    const isAfterQuestion = kinds[start - 1] === clauseKinds.question
    const continuesLast = last?.end === start && matched.startsWith(clauseKinds.connector) && !isAfterQuestion
    if (last !== undefined && continuesLast && !(last.hasVerb && hasVerb)) {
      last.end = end
      last.hasVerb ||= hasVerb
    } else spans.push({ start, end, hasVerb })
  }
  const clauses = spans.map(({ start, end }) => toClause(message, all.slice(start, end)))
  return clauses.filter((clause) => clause !== undefined)
}

function clauseKindAt(tokens: readonly Token[], i: number): keyof typeof clauseKinds {
  const previous = wordAt(tokens, i - 1)
  const lower = wordAt(tokens, i)
  if (endsSentence(tokens, i)) return lower === '?' ? 'question' : 'end'
  if (connectors.has(lower)) return connectors.has(previous) ? 'other' : 'connector'
  const isAfterBreak = previous === '' || tokens[i - 1]?.kind === 'sign' || connectors.has(previous)
  const starts = phraseEnd(clauseStarters, tokens, i) ?? phraseEnd(corrections, tokens, i)
  if (isAfterBreak && starts !== undefined) return 'starter'
  const followsSubject = subjects.has(previous) && tokens[i]?.kind === 'word'
  return verbs.has(lower) || verbEnding.test(lower) || followsSubject ? 'verb' : 'other'
}

const verbEnding = /'(?:m|re|s|d|ll|ve)$|n't$|.[^e]ed$/

function endsSentence(tokens: readonly Token[], i: number): boolean {
  const previous = wordAt(tokens, i - 1)
  const lower = wordAt(tokens, i)
  // “Regards,” continues on the next line.
  if (lower === '\n') return previous !== ','
  if (lower !== '.') return /^[!?;…]$/.test(lower)
  const isInsideWord = tokens[i + 1]?.start === tokens[i]?.end && wordAt(tokens, i + 1) !== '\n'
  const isInitial = /^[a-hj-z]$/.test(previous)
  return !isInsideWord && !abbreviations.has(previous) && !isInitial
}

/** Long enough for “my budget is around 5 to 6k”. */
const maxShortWords = 8

/** Trims connectors from both ends. @returns undefined if only signs remain */
function toClause(message: string, all: readonly Token[]): Clause | undefined {
  const isContent = ({ lower }: Token) => !connectors.has(lower) && lower !== '\n'
  const tokens = all.slice(all.findIndex(isContent), all.findLastIndex(isContent) + 1)
  const wordCount = tokens.filter(({ kind }) => kind !== 'sign').length
  if (wordCount === 0) return undefined
  return {
    message,
    text: spanOf({ message, tokens }),
    tokens,
    isShort: wordCount <= maxShortWords,
    isQuestion: tokens.at(-1)?.lower === '?',
    isCorrection: phraseEnd(corrections, tokens, 0) !== undefined,
  }
}

/** The text of a range of tokens, as the visitor wrote it. */
export function spanOf({ message, tokens }: Pick<Clause, 'message' | 'tokens'>, from = 0, to = tokens.length): string {
  return message.slice(tokens[from]?.start, tokens[to - 1]?.end)
}
