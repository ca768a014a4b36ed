import { featuresOf, type Guess, guess, leaning, type Model, type Vector, vectorOf } from './model.ts'

export type Choice = { ids: string[]; isNear: boolean; parts: Guess[]; whole: Guess[] }

const sure = 0.9
const sureHalf = 0.6
const surePart = 0.8
const near = 0.4
/** A message that follows up on an answer seldom asks for it again. */
const answeredShare = 0.3
const maxGuesses = 12
/** A longer message makes sense by itself. */
const maxLeaning = 9

export type Before = { message: string; answered: readonly string[] }

export function choose(message: string, before: Before | undefined, model: Model): Choice {
  const context = before && { vector: vectorOf(before.message, model), answered: before.answered }
  const whole = readPart(message, context, model).slice(0, maxGuesses)
  const parts = questionsIn(message, context, model)
  const chosen = (ids: string[], isNear = false): Choice => ({ ids, isNear, parts, whole })
  const [best, second] = whole
  if (best === undefined || second === undefined) return chosen([])
  const ids = [...new Set(parts.map(({ id }) => id))].slice(0, 3)
  const isClear = ids.includes(best.id) || (best.chance < sure && parts.every(({ chance }) => chance >= surePart))
  if (ids.length > 1 && isClear) return chosen(ids)
  if (best.chance >= sure) return chosen([best.id])
  if (ids.length === 1) return chosen(ids)
  return best.chance + second.chance >= near ? chosen([best.id, second.id], true) : chosen([])
}

function questionsIn(message: string, context: Context | undefined, model: Model): Guess[] {
  const sentences = sentencesOf(message)
  const found = sentences.flatMap((sentence) => {
    const [whole] = readPart(sentence, context, model)
    for (const [one, other] of halvesOf(sentence)) {
      const [first] = readPart(one, context, model)
      const [second] = readPart(other, { vector: vectorOf(one, model), answered: first ? [first.id] : [] }, model)
      if (first === undefined || second === undefined || first.id === second.id) continue
      const isPart = whole === undefined || whole.chance < sure || whole.id === first.id || whole.id === second.id
      if (isPart && Math.min(first.chance, second.chance) >= sureHalf) return [first, second]
    }
    return whole ?? []
  })
  return found.length > 1 ? found.filter(({ chance }) => chance >= sureHalf) : []
}

type Context = { vector: Vector; answered: readonly string[] }

/** Read alone or with the message before, whichever makes more sense. */
function readPart(text: string, context: Context | undefined, model: Model): Guess[] {
  const own = vectorOf(text, model)
  const alone = guess(own, model)
  if (context === undefined || text.split(/\s+/).length > maxLeaning) return alone
  const weighed = guess(leaning(own, context.vector), model)
    .map(({ id, chance }) => ({ id, chance: chance * (context.answered.includes(id) ? answeredShare : 1) }))
    .sort((one, other) => other.chance - one.chance)
  const sum = weighed.reduce((all, { chance }) => all + chance, 0)
  const together = weighed.map(({ id, chance }) => ({ id, chance: chance / sum }))
  return (together[0]?.chance ?? 0) > (alone[0]?.chance ?? 0) ? together : alone
}

const maxParts = 6
const joints = new Set(['and', 'but', 'also', 'plus', 'aur', 'or'])
const minWords = 2
const maxJoints = 6

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
      const isJoint = joints.has(word.toLowerCase())
      if (!isJoint && !word.endsWith(',')) return []
      const first = words.slice(0, isJoint ? i : i + 1)
      const second = words.slice(i + 1)
      return first.length < minWords || second.length < minWords ? [] : [[first.join(' '), second.join(' ')]]
    })
    .slice(0, maxJoints)
}

/** The class of everything that isn't an emergency. */
export const noAlarm = ''

const minChance = 0.17
/** The visitor may want an app for emergencies. */
const minChanceOfWish = 0.6
const maxClauseWords = 12

/**
 * The emergency that a piece of a message mentions. Where a life may be at stake, a small chance is enough.
 * @param wish what the visitor wants built @param alarms the model of emergencies and of what only sounds like them
 */
export function alarmIn(message: string, wish: string | null, alarms: Model): string | undefined {
  for (const piece of piecesOf(message)) {
    const guesses = guess(cautiousVectorOf(piece, alarms), alarms)
    const calm = guesses.find(({ id }) => id === noAlarm)?.chance ?? 1
    const isWish = wish !== null && (wish.includes(piece) || piece.includes(wish))
    if (1 - calm >= (isWish ? minChanceOfWish : minChance)) return guesses.find(({ id }) => id !== noAlarm)?.id
  }
  return undefined
}

/** Shorter the more of the text is unknown, so that a strange name that shares a few letters with a cry for help isn't one. */
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
