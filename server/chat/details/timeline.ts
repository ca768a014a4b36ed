import { type Clause, hasPhrase, kindPattern, phraseEnd, spanOf, type Token, wordAt } from './clauses.ts'
import { dateWords, farPrepositions, timelineMoods, timelineWishes, vetoes, weakTimelineWishes } from './words.ts'

/** One letter per kind of word, for `kindPattern`. `date` is `15.02.`, and `mood` is “asap”. */
const dateKinds = {
  preposition: 'p',
  part: 'e',
  relative: 'r',
  ordinalSuffix: 'i',
  filler: 'o',
  month: 'm',
  season: 's',
  weekday: 'w',
  unit: 'u',
  number: 'n',
  postposition: 'h',
  time: 't',
  date: 'd',
  year: 'y',
  mood: 'f',
  other: 'x',
}
type DateKind = keyof typeof dateKinds

const dateStart = 'preposition? filler? preposition? filler{0,2} part? filler{0,2} relative? filler?'
const datePattern = [
  // “By the end of march”, “feb 10”, “15th of june 2027”, “10 to 15 march”
  `${dateStart} (?:weekday filler?)? (?:number ordinalSuffix? unit? filler{0,2})? month
    (?:filler? number ordinalSuffix?)? (?:filler? year)?
    (?:filler (?:number ordinalSuffix? filler?)? month (?:number ordinalSuffix?)?)?`,
  // “In spring”, “before diwali”, “by Q3 2027”, “by friday”
  `${dateStart} (?:season (?:filler relative? season | year | relative unit)? | weekday)`,
  // “By next week”
  '(?:preposition | preposition filler)? part? filler{0,2} relative unit',
  // “By the end of the year”, “end of the month”
  'preposition filler{0,2} part filler{0,2} unit',
  'part filler{1,2} unit',
  // “In about six weeks”, “within 2-3 months”
  'preposition filler? relative? number filler? number? unit time?',
  // “In 2027”, “by 15.02.”, “15/04/2027”, “by 5/6”, “asap”
  '(?:preposition | part | preposition part) filler? year',
  'preposition? filler? (?:date | number filler number filler year)',
  'preposition filler? number filler number',
  'mood',
].join('|')
const anyDate = new RegExp(kindPattern(dateKinds, `(?:${datePattern}) postposition{0,2}`), 'g')
/** Also matches a date without a preposition at the start of an answer: “six weeks”. */
const answeredDate = new RegExp(
  kindPattern(dateKinds, `^(?:${datePattern} | filler? number filler? number? unit) postposition{0,2}`),
)
/** Matches dates that are clear even if the chat didn't ask. “Spring” or “friday” alone could mean anything. */
const certainDate = new RegExp(
  kindPattern(dateKinds, '[mood month] | ^filler* [preposition part relative] | postposition$'),
)
const notFiller = new RegExp(`[^${dateKinds.filler}]`)
const lastFillers = new RegExp(`${dateKinds.filler}{1,4}$`)

/**
 * Finds the visitor's desired date, in their words: “by the end of march”, “asap”.
 * @param known the date so far, which a correction replaces
 */
export function findTimeline(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  const { tokens, isShort, isQuestion, isCorrection } = clause
  const isAsked = asked === 'date'
  const found = dateIn(tokens, isAsked)
  if (found === undefined || hasPhrase(vetoes.timeline, tokens)) return undefined
  const { start, end, isMood } = found
  if (wordAt(tokens, start - 1) === 'not') return undefined
  const isCorrected = known !== null && isCorrection
  const isAnswer = isShort && isAsked
  const isAlone = (start === 0 && (isAsked || end === tokens.length)) || (isMood && isShort)
  const isTimeline = isCorrected || isAnswer || isWish(tokens, found) || (isAlone && (isAsked || !isQuestion))
  return isTimeline ? spanOf(clause, start, end) : undefined
}

type FoundDate = { start: number; end: number; isMood: boolean }

/** Prepositions that make a date a deadline. */
const deadlinePreposition = /^(?:by|before|within|until|till)$/

/** Whether the visitor wants something by this date. */
function isWish(tokens: readonly Token[], { start, end, isMood }: FoundDate): boolean {
  const span = tokens.slice(start, end)
  const first = wordAt(span, 0)
  const isDeadline =
    deadlinePreposition.test(first) || (first === 'in' && kindByWord.get(wordAt(span, span.length - 1)) === 'unit')
  const hasWish = hasPhrase(timelineWishes, tokens) || (hasPhrase(weakTimelineWishes, tokens) && (isDeadline || isMood))
  const isInSubclause = tokens.slice(0, start).some(({ lower }) => /^(?:that|which|who)$/.test(lower))
  return hasWish && !isInSubclause
}

/** Long enough for “before the new school term begins in September”. */
const maxWordsToFarPreposition = 6

function dateIn(tokens: readonly Token[], isAsked: boolean): FoundDate | undefined {
  const kinds = tokens.map((_, i) => dateKinds[dateKindAt(tokens, i)]).join('')
  const answered = isAsked ? answeredDate.exec(kinds) : null
  const found = answered ?? [...kinds.matchAll(anyDate)].find(([run]) => isAsked || certainDate.test(run))
  if (!found) return undefined
  const [run] = found
  const start = found.index + run.search(notFiller)
  const moodEnd = phraseEnd(timelineMoods, tokens, start)
  const dateEnd = found.index + run.replace(lastFillers, '').length
  return { start: farStart(tokens, start), end: moodEnd ?? dateEnd, isMood: moodEnd !== undefined }
}

/** The start index of a date with its preposition: “before the new term in September” starts at “before”. */
function farStart(tokens: readonly Token[], start: number): number {
  const canEnd = ({ kind, lower }: Token) => kind !== 'word' || farPrepositions.has(lower)
  const i = tokens.slice(0, start).findLastIndex(canEnd)
  return tokens[i]?.kind === 'word' && start - i <= maxWordsToFarPreposition ? i : start
}

const kindByWord = new Map<string, DateKind>()
for (const [kind, words] of Object.entries(dateWords))
  for (const word of words.split(' ')) kindByWord.set(word, kind as DateKind)

function dateKindAt(tokens: readonly Token[], i: number): DateKind {
  const lower = wordAt(tokens, i)
  if (lower === 'may') return isMonthOfMay(tokens, i) ? 'month' : 'other'
  if (phraseEnd(timelineMoods, tokens, i) !== undefined) return 'mood'
  if (lower === 'start' && wordAt(tokens, i + 1) !== 'of') return 'other'
  if (/^20[2-9]\d$/.test(lower)) return 'year'
  if (/^\d{1,3}$/.test(lower)) return 'number'
  if (/^\d\d?\.\d\d?(?:\.\d+)?$/.test(lower)) return 'date'
  return kindByWord.get(lower) ?? 'other'
}

/** Whether “may” is the month: “May 5” or “by may”, but not “we may”. */
function isMonthOfMay(tokens: readonly Token[], i: number): boolean {
  const isNextToNumber = tokens[i - 1]?.kind === 'number' || tokens[i + 1]?.kind === 'number'
  const previous = wordAt(tokens, i - 1)
  const kind = kindByWord.get(previous)
  return isNextToNumber || kind === 'preposition' || kind === 'part' || previous === 'of'
}
