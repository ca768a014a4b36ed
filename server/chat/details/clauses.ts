import { endOf, type Token, tokenize, wordAt, wordList } from './tokens.ts'

type Flag = 'isShort' | 'isQuestion' | 'isCorrection'
/** Part of a message that says one thing. A short one can be just an answer to our question. */
export type Clause = { message: string; text: string; tokens: Token[] } & Record<Flag, boolean>

const [maxClauses, maxShortWords] = [12, 8]
const abbreviations = wordList(
  'dr mr mrs ms prof st ltd co approx max min rs no vs jan feb mar apr aug sep oct nov dec',
)
const connectors = wordList('and but because so , aur lekin')
/** They start a clause even without a verb: “a shop, max 6k usd, by june”. */
const starters = wordList(
  'budget max around by before ready live deadline timeline name email company project say just',
)
const corrections =
  wordList(`no_wait wait hmm_wait actually no_actually make_that make_it sorry no_sorry oops i_meant i_mean or_rather rather scratch_that
  instead maybe_not more_like correction`)
const verbs =
  wordList(`is are was were am be been have has had do does did can could will would should must might need needs want wants got get go goes see
  send book pay pays paid run runs use uses work works looking build make made makes thinking planning trying start starts wait know say said launch spend
  afford fix replace im ive dont cant id its hai ho hoga chahiye banwana rent sells sold came built ends bought`)
const verbEnding = /'(?:m|re|s|d|ll|ve)$|n't$|.[^e]ed$/
const subjects = wordList('i we you they he she it that which who people')
/** One letter per token: `s` starts a clause, `v` is a verb, `c` a connector, `q` and `e` end sentences, and `w` is the rest. */
const part = /[csvw][vw]*q?/g

/** What a message says, as written, in at most 12 clauses. */
export function clausesOf(message: string): string[] {
  const clauses = splitClauses(message).slice(0, maxClauses)
  return clauses.map(({ text }) => text)
}

/** Splits at ends of sentences, and at “and”, “but”, “because”, or a comma if both sides have a verb. Linear. */
export function splitClauses(message: string): Clause[] {
  const all = tokenize(message)
  const letters = all.map((_, at) => letterAt(all, at)).join('')
  const isContent = ({ lower }: Token) => !connectors.has(lower) && lower !== '\n'
  const spans: { start: number; end: number; hasVerb: boolean }[] = []
  for (const { 0: written, index } of letters.matchAll(part)) {
    const [end, hasVerb, last] = [index + written.length, written.includes('v'), spans.at(-1)]
    const isJoined = written.startsWith('c') && last?.end === index && letters[index - 1] !== 'q'
    if (last && isJoined && !(last.hasVerb && hasVerb)) Object.assign(last, { end, hasVerb: last.hasVerb || hasVerb })
    else spans.push({ start: index, end, hasVerb })
  }
  return spans.flatMap(({ start, end }) => {
    const found = all.slice(start, end)
    const tokens = found.slice(found.findIndex(isContent), found.findLastIndex(isContent) + 1)
    const isShort = tokens.filter(({ kind }) => kind !== 'sign').length <= maxShortWords
    const flags = { isShort, isQuestion: tokens.at(-1)?.lower === '?', isCorrection: !!endOf(corrections, tokens, 0) }
    return tokens.every(({ kind }) => kind === 'sign')
      ? []
      : { message, text: spanOf({ message, tokens }), tokens, ...flags }
  })
}

/** Some of its tokens as written. */
export function spanOf({ message, tokens }: Pick<Clause, 'message' | 'tokens'>, from = 0, to = tokens.length): string {
  return message.slice(tokens[from]?.start, tokens[to - 1]?.end)
}

function letterAt(tokens: readonly Token[], at: number): string {
  const before = wordAt(tokens, at - 1)
  const lower = wordAt(tokens, at)
  const isInside =
    (tokens[at + 1]?.start === tokens[at]?.end && wordAt(tokens, at + 1) !== '\n') ||
    abbreviations.has(before) ||
    /^[a-hj-z]$/.test(before)
  // “Regards,” continues on the next line.
  const isEnd = lower === '.' ? !isInside : lower === '\n' ? before !== ',' : /^[!?;…]$/.test(lower)
  if (isEnd) return lower === '?' ? 'q' : 'e'
  if (connectors.has(lower)) return connectors.has(before) ? 'w' : 'c'
  const isAfterBreak = before === '' || tokens[at - 1]?.kind === 'sign' || connectors.has(before)
  if (isAfterBreak && (endOf(starters, tokens, at) ?? endOf(corrections, tokens, at))) return 's'
  const isAfterSubject = subjects.has(before) && tokens[at]?.kind === 'word'
  return verbs.has(lower) || verbEnding.test(lower) || isAfterSubject ? 'v' : 'w'
}
