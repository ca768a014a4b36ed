import { type Clause, hasPhrase, kindPattern, phraseEnd, spanOf, splitClauses, type Token, wordAt } from './clauses.ts'
import {
  dateWords,
  denials,
  doubtWords,
  farPrepositions,
  launchWords,
  ownPeopleCues,
  people,
  products,
  projectWishes,
  questionStarts,
  selfStarts,
  taskCues,
  timelineMoods,
  timelineWishes,
  vetoes,
  weakTimelineWishes,
} from './words.ts'

/** Whether a clause describes what the visitor wants to build. */
export function describesProject(text: string): boolean {
  const { tokens = [], isQuestion = false } = splitClauses(text)[0] ?? {}
  if (phraseEnd(questionStarts, tokens, 0) !== undefined || hasPhrase(vetoes.requirements, tokens)) return false
  const namesTask = hasPhrase(taskCues, tokens) && !isQuestion && !hasPhrase(launchWords, tokens)
  return namesTask || (hasPhrase(projectWishes, tokens) && hasPhrase(products, tokens))
}

/** “a website” or “booking and reminders”, after we asked what to build. */
export function isProductAnswer({ tokens, isShort, isQuestion }: Clause, asked: string | undefined): boolean {
  if (asked !== 'product' || !isShort || isQuestion || hasPhrase(vetoes.requirements, tokens)) return false
  const isSentence = [questionStarts, selfStarts].some((list) => phraseEnd(list, tokens, 0) !== undefined)
  return hasPhrase(products, tokens) && !isSentence
}

/** The product a visitor drops: “maybe not a marketplace”. */
export function droppedProduct({ tokens }: Clause): string | undefined {
  const denied = tokens.map((_, at) => wordAt(tokens, phraseEnd(denials, tokens, at) ?? -1))
  return denied.find((word) => products.has(word))
}

/** Who would use it: an answer to our question, or “for our drivers”. */
export function findUsers(clause: Clause, asked: string | undefined): string | undefined {
  const { tokens, isShort, isQuestion } = clause
  const isAnswer = asked === 'users' && isShort && !isQuestion && !hasPhrase(doubtWords, tokens)
  if (isAnswer && (hasPhrase(people, tokens) || tokens.some(({ kind }) => kind === 'number'))) return clause.text
  const at = tokens.findIndex((_, n) => {
    const peopleAt = phraseEnd(ownPeopleCues, tokens, n)
    return peopleAt !== undefined && people.has(wordAt(tokens, peopleAt))
  })
  return at < 0 ? undefined : spanOf(clause, at + 1, at + 3)
}

/** `date` is `15.02.`, and `mood` is “asap”. */
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
/** A date at the start of an answer needs no “in”: “six weeks”. */
const answeredDate = new RegExp(
  kindPattern(dateKinds, `^(?:${datePattern} | filler? number filler? number? unit) postposition{0,2}`),
)
/** Elsewhere, “spring” alone can be a season, and “friday” anything. */
const certainDate = new RegExp(
  kindPattern(dateKinds, '[mood month] | ^filler* [preposition part relative] | postposition$'),
)
const notFiller = new RegExp(`[^${dateKinds.filler}]`)
const lastFillers = new RegExp(`${dateKinds.filler}{1,4}$`)

/** @param known the date so far, which a correction replaces */
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

const limits = /^(?:by|before|within|until|till)$/

/** Whether the visitor wants something by this date. */
function isWish(tokens: readonly Token[], { start, end, isMood }: FoundDate): boolean {
  const span = tokens.slice(start, end)
  const first = wordAt(span, 0)
  const isLimit = limits.test(first) || (first === 'in' && kindByWord.get(wordAt(span, span.length - 1)) === 'unit')
  const hasWish = hasPhrase(timelineWishes, tokens) || (hasPhrase(weakTimelineWishes, tokens) && (isLimit || isMood))
  const isInSubclause = tokens.slice(0, start).some(({ lower }) => /^(?:that|which|who)$/.test(lower))
  return hasWish && !isInSubclause
}

const maxWordsToFarPreposition = 6

function dateIn(tokens: readonly Token[], isAsked: boolean): FoundDate | undefined {
  const kinds = tokens.map((_, at) => dateKinds[dateKindAt(tokens, at)]).join('')
  const answered = isAsked ? answeredDate.exec(kinds) : null
  const found = answered ?? [...kinds.matchAll(anyDate)].find(([run]) => isAsked || certainDate.test(run))
  if (!found) return undefined
  const [run] = found
  const start = found.index + run.search(notFiller)
  const moodEnd = phraseEnd(timelineMoods, tokens, start)
  const dateEnd = found.index + run.replace(lastFillers, '').length
  return { start: farStart(tokens, start), end: moodEnd ?? dateEnd, isMood: moodEnd !== undefined }
}

/** “Before the new term in September” starts at “before”. */
function farStart(tokens: readonly Token[], start: number): number {
  const canEnd = ({ kind, lower }: Token) => kind !== 'word' || farPrepositions.has(lower)
  const at = tokens.slice(0, start).findLastIndex(canEnd)
  return tokens[at]?.kind === 'word' && start - at <= maxWordsToFarPreposition ? at : start
}

const kindByWord = new Map<string, DateKind>()
for (const [kind, words] of Object.entries(dateWords))
  for (const word of words.split(' ')) kindByWord.set(word, kind as DateKind)

function dateKindAt(tokens: readonly Token[], at: number): DateKind {
  const lower = wordAt(tokens, at)
  if (lower === 'may') return isMonthOfMay(tokens, at) ? 'month' : 'other'
  if (phraseEnd(timelineMoods, tokens, at) !== undefined) return 'mood'
  if (lower === 'start' && wordAt(tokens, at + 1) !== 'of') return 'other'
  if (/^20[2-9]\d$/.test(lower)) return 'year'
  if (/^\d{1,3}$/.test(lower)) return 'number'
  if (/^\d\d?\.\d\d?(?:\.\d+)?$/.test(lower)) return 'date'
  return kindByWord.get(lower) ?? 'other'
}

/** “May 5” or “by may”, but not “we may”. */
function isMonthOfMay(tokens: readonly Token[], at: number): boolean {
  const isNextToNumber = tokens[at - 1]?.kind === 'number' || tokens[at + 1]?.kind === 'number'
  const previous = wordAt(tokens, at - 1)
  const kind = kindByWord.get(previous)
  return isNextToNumber || kind === 'preposition' || kind === 'part' || previous === 'of'
}
