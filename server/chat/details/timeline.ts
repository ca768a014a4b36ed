import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

const moods = wordList('asap a.s.a.p as_soon_as_possible the_sooner_the_better no_rush no_hurry no_deadline flexible')
const maxBetween = 6
const farPrepositions = wordList('before until till after')
/** One letter per kind of word, for the grammar below; `f` is a mood, `d` is `15.02.`, and `y` a year. */
const letters = new Map(
  Object.entries({
    p: 'by before until till in within after around',
    e: 'end mid early late beginning start middle sometime',
    r: 'next this coming',
    i: 'st nd rd th',
    o: 'the of to or , - – / about a first half black',
    m: 'january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
    s: 'spring summer autumn fall winter christmas xmas easter diwali holi eid ramadan ramzan navratri dussehra pongal thanksgiving halloween q1 q2 q3 q4',
    w: 'monday tuesday wednesday thursday friday saturday sunday',
    u: 'day days week weeks month months quarter year years weekend',
    n: 'one two three four five six seven eight nine ten twelve couple few',
    h: 'se pehle tak',
    t: 'time',
  }).flatMap(([letter, words]) => words.split(' ').map((word) => [word, letter] as const)),
)
const lead = 'p?o?p?o{0,2}e?o{0,2}r?o?'
const dates = [
  `${lead}(?:wo?)?(?:ni?u?o{0,2})?m(?:o?ni?)?(?:o?y)?(?:o(?:ni?o?)?m(?:ni?)?)?`, // by the end of march, feb 10, 15th of june 2027
  `${lead}(?:s(?:or?s|y|ru)?|w)`, // in spring, before diwali, by Q3 2027, by friday
  '(?:p|po)?e?o{0,2}ru|po{0,2}eo{0,2}u|eo{1,2}u', // by next week, by the end of the year
  'po?r?no?n?ut?', // in about six weeks, within 2-3 months
  '(?:p|e|pe)o?y|p?o?(?:d|nonoy)|po?non|f', // in 2027, by 15.02., 15/04/2027, asap
]
const date = new RegExp(`(?:${dates.join('|')})h{0,2}`, 'g')
/** A date at the start of an answer needs no “in”: “six weeks”. */
const answer = new RegExp(`^(?:${dates.join('|')}|o?no?n?u)h{0,2}`)
/** A date in such a clause is a wish. */
const wishes =
  wordList(`need_it need_this need_them want_it want_this needed ready live launch deadline be_done done_by deliver be_delivered finish be_finished
  chahiye due timeline target complete be_completed hoping aim have_it be_up up_by would_be_great be_built do_it_in`)
/** They need a “by” or “in two weeks”: “we need heating alerts in winter”. */
const weakWishes = wordList("need needs want wants would_like i'd_like we'd_like must must_be")
const limits = /^(?:by|before|within|until|till)$/

/** @param known the date so far, which a correction replaces */
export function findTimeline(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  const { tokens, isShort, isQuestion, isCorrection } = clause
  const isAsked = asked === 'date'
  const { start = -1, end, isMood } = dateIn(tokens, isAsked) ?? {}
  if (start < 0 || has(vetoes.timeline, tokens) || wordAt(tokens, start - 1) === 'not') return undefined
  const span = tokens.slice(start, end)
  const isLimit =
    limits.test(wordAt(span, 0)) || (wordAt(span, 0) === 'in' && letters.get(wordAt(span, span.length - 1)) === 'u')
  const isSaid = has(wishes, tokens) || (has(weakWishes, tokens) && (isLimit || isMood))
  const isInside = tokens.slice(0, start).some(({ lower }) => /^(?:that|which|who)$/.test(lower))
  const isWish = (known !== null && isCorrection) || (isSaid && !isInside) || (isShort && isAsked)
  const isAlone = (start === 0 && (isAsked || end === tokens.length)) || (isMood && isShort)
  return isWish || (isAlone && (isAsked || !isQuestion)) ? spanOf(clause, start, end) : undefined
}

function dateIn(tokens: readonly Token[], isAsked: boolean) {
  const kinds = tokens.map((_, at) => letterAt(tokens, at)).join('')
  // “spring” alone may be a season, and “friday” anything.
  const isCued = ([run]: RegExpExecArray) => isAsked || /[fm]|^o*[per]|h$/.test(run)
  const found = (isAsked ? answer.exec(kinds) : null) ?? [...kinds.matchAll(date)].find(isCued)
  if (!found) return undefined
  const start = found.index + found[0].search(/[^o]/)
  // “before the new term in September”
  const isFar = ({ kind, lower }: Token) => kind !== 'word' || farPrepositions.has(lower)
  const before = tokens.slice(0, start).findLastIndex(isFar)
  const isLonger = tokens[before]?.kind === 'word' && start - before <= maxBetween
  const dateEnd = found.index + found[0].replace(/o{1,4}$/, '').length
  const moodEnd = endOf(moods, tokens, start)
  return { start: isLonger ? before : start, end: moodEnd ?? dateEnd, isMood: moodEnd !== undefined }
}

function letterAt(tokens: readonly Token[], at: number): string {
  const lower = wordAt(tokens, at)
  const isBeside = tokens[at - 1]?.kind === 'number' || tokens[at + 1]?.kind === 'number'
  if (lower === 'may')
    return isBeside || /^[pe]$/.test(letters.get(wordAt(tokens, at - 1)) ?? '') || wordAt(tokens, at - 1) === 'of'
      ? 'm'
      : '.'
  if (endOf(moods, tokens, at)) return 'f'
  if (lower === 'start' && wordAt(tokens, at + 1) !== 'of') return '.'
  if (/^20[2-9]\d$/.test(lower)) return 'y'
  return /^\d{1,3}$/.test(lower) ? 'n' : /^\d\d?\.\d\d?(?:\.\d+)?$/.test(lower) ? 'd' : (letters.get(lower) ?? '.')
}
