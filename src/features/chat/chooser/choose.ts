import { type Guess, guess, type Model, type Vector, vectorOf } from './model.ts'
import { halvesOf, sentencesOf } from './parts.ts'

/** What a message asks for. */
export type Choice = {
  /** Ids of answers, in the order of the questions; the two nearest where `isNear`. */
  ids: string[]
  /** Nothing is sure enough, but two come near. */
  isNear: boolean
  /** What it may be, the likeliest first. */
  ranked: Guess[]
}

/** From here on an answer is taken for what was meant. */
export const sure = Number(process.env['SURE'] ?? 0.5)
/** Half of a sentence is a question of its own where it is as sure as this. */
const sureHalf = Number(process.env['HALF'] ?? 0.6)
/** Together, the two nearest answers are worth to be offered from here on. */
const near = Number(process.env['NEAR'] ?? 0.35)
/** What was said before counts so much beside what is said now. */
const beforeShare = Number(process.env['BEFORE'] ?? 0.6)
/** A longer message says itself what it is about. */
const mostLeaning = Number(process.env['LEAN'] ?? 9)

/**
 * @param before the visitor's message before, which a short one may lean on
 */
export function choose(message: string, before: string | undefined, model: Model): Choice {
  const context = before === undefined ? undefined : vectorOf(before, model)
  const read = (text: string) => readPart(text, context, model)
  const whole = read(message)
  const sentences = sentencesOf(message)
  const parts = (sentences.length > 1 ? sentences : [message]).flatMap((sentence) => questionsIn(sentence, read, model))
  const found = parts.length > 1 ? parts.filter(({ chance }) => chance >= sureHalf) : []
  const ids = [...new Set(found.map(({ id }) => id))]
  const [best, second] = whole
  const ranked = whole.slice(0, 12)
  if (ids.length > 1) return { ids: ids.slice(0, 3), isNear: false, ranked: [...found, ...ranked] }
  if (best === undefined || second === undefined) return { ids: [], isNear: false, ranked }
  if (best.chance >= sure) return { ids: [best.id], isNear: false, ranked }
  if (ids.length === 1) return { ids, isNear: false, ranked: [...found, ...ranked] }
  if (best.chance + second.chance >= near) return { ids: [best.id, second.id], isNear: true, ranked }
  return { ids: [], isNear: false, ranked }
}

/** The best guess at a sentence, or at its two halves where each is surely a question of its own. */
function questionsIn(sentence: string, read: (text: string) => Guess[], model: Model): Guess[] {
  const [whole] = read(sentence)
  for (const [one, other] of halvesOf(sentence)) {
    const [first] = read(one)
    const [second] = readPart(other, vectorOf(one, model), model)
    if (first === undefined || second === undefined || first.id === second.id) continue
    if (Math.min(first.chance, second.chance) >= Math.max(sureHalf, whole?.chance ?? 0)) return [first, second]
  }
  return whole === undefined ? [] : [whole]
}

/** As it stands alone or as it leans on what was said before, whichever makes more sense. */
function readPart(text: string, context: Vector | undefined, model: Model): Guess[] {
  const own = vectorOf(text, model)
  const alone = guess(own, model)
  if (context === undefined || text.split(/\s+/).length > mostLeaning) return alone
  const leaning = guess(joined(own, context), model)
  return (leaning[0]?.chance ?? 0) > (alone[0]?.chance ?? 0) ? leaning : alone
}

function joined(own: Vector, context: Vector): Vector {
  return { at: [...own.at, ...context.at], share: [...own.share, ...context.share.map((share) => share * beforeShare)] }
}
