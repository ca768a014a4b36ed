import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordList } from './tokens.ts'

const moods = wordList(
  'asap a.s.a.p as_soon_as_possible the_sooner_the_better no_rush no_hurry no_deadline flexible_on_timing timing_is_flexible timeline_is_flexible',
)
const moodAnswers = new Map([...moods, ...wordList('flexible whenever anytime')])
/** One letter per kind of word, for the grammar below. */
const letters = new Map(
  Object.entries({
    p: 'by before until till in within after around',
    e: 'end mid early late beginning start middle sometime',
    r: 'next this coming',
    o: 'the of to or - – / st nd rd th about a first half black',
    m: 'january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
    s: 'spring summer autumn fall winter christmas xmas easter diwali holi eid ramadan ramzan navratri dussehra pongal thanksgiving halloween q1 q2 q3 q4',
    w: 'monday tuesday wednesday thursday friday saturday sunday',
    u: 'day days week weeks month months quarter year years weekend',
    n: 'one two three four five six seven eight nine ten twelve couple few',
    h: 'se pehle tak',
  }).flatMap(([letter, words]) => words.split(' ').map((word) => [word, letter] as const)),
)
const lead = 'p?o?p?o{0,2}e?o{0,2}r?o?'
const dates = [
  `${lead}(?:no{0,2})?mo?(?:no?)?(?:[oy]?y)?`, // by the end of march, feb 10, 15th of june 2027
  `${lead}(?:s(?:or?s|y|ru)?|w)`, // in spring, before diwali, by Q3 2027, by friday
  '(?:p|po)?e?o{0,2}ru|po{0,2}eo{0,2}u|eo{1,2}u', // by next week, by the end of the year
  'po?r?no?n?u', // in about six weeks, within 2-3 months
  '(?:p|e|pe)o?y|p?o?(?:d|nonoy)|po?non', // in 2027, by 15.02., 15/04/2027
]
const date = new RegExp(`(?:${dates.join('|')})h{0,2}`, 'g')
/** A date at the start of an answer needs no “in”: “six weeks”. */
const answer = new RegExp(`^(?:${dates.join('|')}|o?no?n?u)h{0,2}`)
/** A date in such a clause is a wish. */
const wishes = wordList(
  "need needs needed want wants wanted ready live launch launched deadline done deliver delivered finish finished like chahiye due timeline target complete completed hoping aim must date up it's get have built",
)
/** A time beside one of these isn't when the visitor wants the product. */
export const timelineVetoes = wordList(
  // “is Friday ok for a call?”, “can we talk tomorrow”, “sign our NDA before Tuesday”
  'call calls talk chat meet meeting speak demo appointment reply answer hear nda sign invoice pay payment available zoom',
  // “my contract ended in march”, “I opened the shop in 2019”, “our lease ends in june”, “mine is due monday”
  'ended opened founded since ago last lease contract was were worked working hired raised homework mine depends',
  // “remind customers in 2 days”, “how long does it take”, “cancel within 24 hours”
  'customers users patients clients students employees remind reminder reminders cancel refund per how long usually take takes yesterday',
)

/** @param known the date so far, which a correction replaces */
export function findTimeline(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  const { tokens, isShort, isQuestion, isCorrection } = clause
  const isAsked = asked === 'date'
  const isWish = (known !== null && isCorrection) || has(wishes, tokens) || (isAsked && isShort)
  const { start, end } =
    (isWish || (isShort && !isQuestion) ? moodIn(tokens, isAsked) : undefined) ?? dateIn(tokens, isAsked) ?? {}
  if (start === undefined || end === undefined || has(timelineVetoes, tokens) || tokens[start - 1]?.lower === 'not')
    return undefined
  const isAlone = start === 0 && (isAsked || (end === tokens.length && !isQuestion))
  return isWish || isAlone ? spanOf(clause, start, end) : undefined
}

function moodIn(tokens: readonly Token[], isAsked: boolean) {
  const ends = tokens.map((_, at) => endOf(isAsked ? moodAnswers : moods, tokens, at))
  const start = ends.findIndex((end) => end !== undefined)
  return start < 0 ? undefined : { start, end: ends[start] }
}

function dateIn(tokens: readonly Token[], isAsked: boolean) {
  const letters = tokens.map((token, at) => letterOf(token, tokens[at - 1], tokens[at + 1])).join('')
  // “spring” alone may be a season, and “friday” anything.
  const found =
    (isAsked ? answer.exec(letters) : null) ??
    [...letters.matchAll(date)].find(([run]) => isAsked || /m|^o*[per]|h$/.test(run))
  return found && { start: found.index + found[0].search(/[^o]/), end: found.index + found[0].length }
}

function letterOf({ lower, kind }: Token, before: Token | undefined, after: Token | undefined): string {
  const isMay =
    before?.kind === 'number' || after?.kind === 'number' || /^[pe]$/.test(letters.get(before?.lower ?? '') ?? '')
  if (lower === 'may') return isMay ? 'm' : '.'
  if (kind !== 'number') return letters.get(lower) ?? '.'
  return /^20[2-9]\d$/.test(lower)
    ? 'y'
    : /^\d\d?\.\d\d?(?:\.\d+)?$/.test(lower)
      ? 'd'
      : /^\d{1,3}$/.test(lower)
        ? 'n'
        : '.'
}
