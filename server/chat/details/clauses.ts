import { endOf, type Token, tokenize, wordList } from './tokens.ts'

/** Part of a message that says one thing. A short one can be just an answer to our question. */
export type Clause = {
  message: string
  tokens: Token[]
  text: string
  isShort: boolean
  isQuestion: boolean
  isCorrection: boolean
}

const maxClauses = 12
const maxShortWords = 8
const abbreviations = wordList(
  'dr mr mrs ms prof st ltd approx max min rs no vs jan feb mar apr aug sep sept oct nov dec',
)
const connectors = wordList('and but because , aur lekin')
/** They start a clause even without a verb: “a shop, max 6k usd, by june”. */
const starters = wordList(
  'budget max around by before ready live deadline timeline name email company project say just',
)
const corrections = wordList(
  'no_wait wait hmm_wait actually no_actually make_that make_it sorry no_sorry oops i_meant i_mean or_rather rather scratch_that instead maybe_not more_like',
)
const verbs = wordList(
  'is are was were am be been have has had do does did can could will would should must might need needs want wants got get go goes see send book',
  'pay pays paid run runs use uses work works looking build make made makes thinking planning trying start starts wait know say said launch spend afford fix',
  'replace im ive dont cant id its hai ho hoga chahiye banwana rent sells sold came built ends bought',
)
const verbEnding = /'(?:m|re|s|d|ll|ve)$|n't$|.[^e]ed$/
const subjects = wordList('i we you they he she it that which who people')

/** What a message says, as written, in at most 12 clauses. */
export function clausesOf(message: string): string[] {
  return splitClauses(message)
    .slice(0, maxClauses)
    .map(({ text }) => text)
}

/** One letter per token: `s` starts a clause, `v` is a verb, `c` a connector, `q` and `e` end sentences. */
const clause = /c?s?(?:w*v[wv]*|w*(?![wv])(?:cw+(?![wv]))*(?:cw*v[wv]*)?)(?:cw+(?![wv]))*q?/g

/** Splits at ends of sentences, and at “and”, “but”, “because”, or a comma if both sides have a verb. Linear. */
export function splitClauses(message: string): Clause[] {
  const all = tokenize(message)
  const letters = all.map((_, at) => letterAt(all, at)).join('')
  return [...letters.matchAll(clause)].flatMap(({ 0: { length }, index }) => {
    const found = all.slice(index, index + length)
    const tokens = found.slice(found.findIndex(isContent), found.findLastIndex(isContent) + 1)
    const isShort = tokens.filter(({ kind }) => kind !== 'sign').length <= maxShortWords
    const isQuestion = tokens.at(-1)?.lower === '?'
    const text = message.slice(tokens[0]?.start, tokens.at(-1)?.end)
    return tokens.length === 0
      ? []
      : { message, tokens, text, isShort, isQuestion, isCorrection: endOf(corrections, tokens, 0) !== undefined }
  })
}

/** Some of its tokens as written. */
export function spanOf({ message, tokens }: Clause, from: number, to: number): string {
  return message.slice(tokens[from]?.start, tokens[to - 1]?.end)
}

function letterAt(tokens: readonly Token[], at: number): string {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const { lower = '', kind, end } = token ?? {}
  const isStop =
    lower === '.' ? after?.start !== end && !abbreviations.has(before?.lower ?? '') : /^[!?;…]$/.test(lower)
  // “Regards,” continues on the next line.
  if (isStop || (lower === '\n' && before?.lower !== ',')) return lower === '?' ? 'q' : 'e'
  const isAfterBreak = before === undefined || before.kind === 'sign' || connectors.has(before.lower)
  if (connectors.has(lower)) return before && connectors.has(before.lower) ? 'w' : 'c'
  if (isAfterBreak && (endOf(starters, tokens, at) ?? endOf(corrections, tokens, at))) return 's'
  const isVerb = verbs.has(lower) || verbEnding.test(lower) || (kind === 'word' && subjects.has(before?.lower ?? ''))
  return isVerb ? 'v' : 'w'
}

function isContent({ lower }: Token): boolean {
  return !connectors.has(lower) && lower !== '\n'
}
