import { sentencesOf } from './choose.ts'
import { featuresOf, guess, type Model, type Vector, vectorOf } from './model.ts'

/** What `alarms` calls all that is no emergency. */
export const noAlarm = ''

const minChance = 0.17
/** What the visitor wants to have built may be an app for emergencies. */
const minChanceOfWish = 0.6
const maxClauseWords = 12

/**
 * The emergency that a message tells of in one of its pieces: where life may be at stake, a small chance is enough.
 * @param wish what the visitor wants to have built @param alarms learned the emergencies, and what only sounds like them
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

/** Shorter than 1 where much of the text is unknown: a strange name, which shares a few letters with a cry for help, is none. */
function cautiousVectorOf(text: string, model: Model): Vector {
  const { at, share } = vectorOf(text, model)
  const known = at.length / featuresOf(text).size
  return { at, share: share.map((each) => each * known ** 2) }
}

/** The whole, its sentences and clauses, and of what has no commas stretches that overlap. */
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
