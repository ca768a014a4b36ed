import { featuresOf, type Guess, guess, type Model, type Vector, vectorOf, withPrevious } from './model.ts'

export type Choice = { ids: string[]; isUnsure: boolean; partGuesses: Guess[]; wholeGuesses: Guess[] }

const minSureChance = 0.9
const minHalfChance = 0.6
const minPartChance = 0.8
const minOfferedChance = 0.4
/** A follow-up to an answer rarely asks for the same one. */
const answeredShare = 0.3
const maxGuesses = 12
/** Longer messages make sense without the previous one. */
const maxFollowUpWords = 9

export type PreviousTurn = { message: string; answered: readonly string[] }

export function choose(message: string, previous: PreviousTurn | undefined, model: Model): Choice {
  const context = previous && { vector: vectorOf(previous.message, model), answered: previous.answered }
  const wholeGuesses = readPart(message, context, model).slice(0, maxGuesses)
  const partGuesses = questionsIn(message, context, model)
  const chosen = (ids: string[], isUnsure = false): Choice => ({ ids, isUnsure, partGuesses, wholeGuesses })
  const [best, second] = wholeGuesses
  if (best === undefined || second === undefined) return chosen([])
  const ids = [...new Set(partGuesses.map(({ id }) => id))].slice(0, 3)
  const isClear =
    ids.includes(best.id) || (best.chance < minSureChance && partGuesses.every(({ chance }) => chance >= minPartChance))
  if (ids.length > 1 && isClear) return chosen(ids)
  if (best.chance >= minSureChance) return chosen([best.id])
  if (ids.length === 1) return chosen(ids)
  return best.chance + second.chance >= minOfferedChance ? chosen([best.id, second.id], true) : chosen([])
}

function questionsIn(message: string, context: Context | undefined, model: Model): Guess[] {
  const sentences = sentencesOf(message)
  const found = sentences.flatMap((sentence) => {
    const [whole] = readPart(sentence, context, model)
    for (const [one, other] of halvesOf(sentence)) {
      const [first] = readPart(one, context, model)
      const [second] = readPart(other, { vector: vectorOf(one, model), answered: first ? [first.id] : [] }, model)
      if (first === undefined || second === undefined || first.id === second.id) continue
      const isPart =
        whole === undefined || whole.chance < minSureChance || whole.id === first.id || whole.id === second.id
      if (isPart && Math.min(first.chance, second.chance) >= minHalfChance) return [first, second]
    }
    return whole ?? []
  })
  return found.length > 1 ? found.filter(({ chance }) => chance >= minHalfChance) : []
}

type Context = { vector: Vector; answered: readonly string[] }

/** Reads a text alone and with the previous message. @returns the guesses that are surer */
function readPart(text: string, context: Context | undefined, model: Model): Guess[] {
  const own = vectorOf(text, model)
  const alone = guess(own, model)
  if (context === undefined || text.split(/\s+/).length > maxFollowUpWords) return alone
  const weighed = guess(withPrevious(own, context.vector), model)
    .map(({ id, chance }) => ({ id, chance: chance * (context.answered.includes(id) ? answeredShare : 1) }))
    .sort((one, other) => other.chance - one.chance)
  const sum = weighed.reduce((all, { chance }) => all + chance, 0)
  const together = weighed.map(({ id, chance }) => ({ id, chance: chance / sum }))
  return (together[0]?.chance ?? 0) > (alone[0]?.chance ?? 0) ? together : alone
}

const maxParts = 6
const joiningWords = new Set(['and', 'but', 'also', 'plus', 'aur', 'or'])
const minWords = 2
const maxSplits = 6

export function sentencesOf(message: string): string[] {
  return message
    .split(/\n+|(?<=[.!?…][”"’)]?)\s+|(?<=\?)(?=\S)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, maxParts)
}

function halvesOf(sentence: string): [string, string][] {
  const words = sentence.split(/\s+/)
  return words
    .flatMap((word, i): [string, string][] => {
      const isJoining = joiningWords.has(word.toLowerCase())
      if (!isJoining && !word.endsWith(',')) return []
      const first = words.slice(0, isJoining ? i : i + 1)
      const second = words.slice(i + 1)
      return first.length < minWords || second.length < minWords ? [] : [[first.join(' '), second.join(' ')]]
    })
    .slice(0, maxSplits)
}

/** The class of everything that isn't an emergency. */
export const noAlarm = ''

const minAlarmChance = 0.17
/** The visitor may want an app for emergencies. */
const minAlarmChanceInWish = 0.6
const maxClauseWords = 12

/**
 * The emergency that part of a message mentions. Because a life may be at stake, a small chance is enough.
 * @param wish what the visitor wants built @param alarms the model of emergencies and of what only sounds like them
 */
export function alarmIn(message: string, wish: string | null, alarms: Model): string | undefined {
  for (const piece of piecesOf(message)) {
    const guesses = guess(cautiousVectorOf(piece, alarms), alarms)
    const calm = guesses.find(({ id }) => id === noAlarm)?.chance ?? 1
    const isWish = wish !== null && (wish.includes(piece) || piece.includes(wish))
    if (1 - calm >= (isWish ? minAlarmChanceInWish : minAlarmChance))
      return guesses.find(({ id }) => id !== noAlarm)?.id
  }
  return undefined
}

/** Shorter if much of the text is unknown, so that a strange name with similar letters isn't taken for an emergency. */
function cautiousVectorOf(text: string, model: Model): Vector {
  const { at, share } = vectorOf(text, model)
  const known = at.length / featuresOf(text).size
  return { at, share: share.map((each) => each * known ** 2) }
}

/** The whole message, its sentences and clauses, and overlapping stretches of long clauses. */
function piecesOf(message: string): string[] {
  const clauses = message.split(/[.!?;,:…](?=\s|$)|\n/u).map((clause) => clause.trim())
  const stretches = clauses.flatMap((clause) => {
    const words = clause.split(/\s+/)
    const step = maxClauseWords / 2
    const starts = Array.from({ length: Math.ceil(words.length / step) - 1 }, (_, i) => i * step)
    return words.length > maxClauseWords
      ? starts.map((start) => words.slice(start, start + maxClauseWords).join(' '))
      : []
  })
  const pieces = [...sentencesOf(message), ...clauses, ...stretches].filter((piece) => /\p{L}\P{L}+\p{L}/u.test(piece))
  return [...new Set([message, ...pieces])]
}
