import { type Guess, guess, leaning, type Model, type Vector, vectorOf } from './model.ts'

export type Choice = { ids: string[]; isNear: boolean; parts: Guess[]; whole: Guess[] }

const sure = 0.9
const sureHalf = 0.6
const surePart = 0.8
const near = 0.4
/** Who leans on an answer seldom asks for it again. */
const answeredShare = 0.3
const maxGuesses = 12
/** A longer message says itself what it is about. */
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
