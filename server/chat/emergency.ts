import { countFeatures, type Model, predict, vectorize } from './model.ts'

/** The label of everything that isn't an emergency. */
export const noEmergency = ''

/** The log odds of a passage plus its sentence. They are low to protect lives: a sentence alone needs 18 %. */
const threshold = -3
/** A sentence with lower log odds is harmless, whatever its passages say. */
const calm = -8
const maxSentenceWords = 20
const maxPassageWords = 12

/**
 * Reads each passage together with its sentence: “someone stops breathing” can continue “a bracelet that rings if”.
 * @returns the id of the emergency's answer
 */
export function detectEmergency(message: string, model: Model): string | undefined {
  for (const sentence of sentencesOf(message)) {
    const context = classify(sentence, model)
    if (context.logOdds < calm) continue
    const passages = passagesOf(sentence).map((passage) => classify(passage, model))
    const worst = passages.reduce((one, other) => (other.logOdds > one.logOdds ? other : one), context)
    if (context.logOdds + worst.logOdds >= threshold) return worst.id
  }
  const whole = classify(message, model)
  return 2 * whole.logOdds >= threshold ? whole.id : undefined
}

/** Splits a message into sentences, and long sentences into overlapping windows. */
function sentencesOf(message: string): string[] {
  return message.split(/(?<=[.!?…])\s|\n/u).flatMap((sentence) => windowsOf(sentence, maxSentenceWords))
}

function passagesOf(sentence: string): string[] {
  return sentence.split(/[;,:](?=\s|$)/u).flatMap((clause) => windowsOf(clause, maxPassageWords))
}

/** Splits text into overlapping windows of at most `size` words. Single words mean little. */
function windowsOf(text: string, size: number): string[] {
  const words = text.split(/\s+/)
  const step = size / 2
  const count = Math.max(1, Math.ceil(words.length / step) - 1)
  const windows = Array.from({ length: count }, (_, i) => words.slice(i * step, i * step + size).join(' '))
  return windows.filter((window) => /\p{L}\P{L}+\p{L}/u.test(window))
}

/** Unknown words lower the log odds, to keep a strange name with similar letters from looking like an emergency. */
function classify(text: string, model: Model): { id: string; logOdds: number } {
  const counts = countFeatures(text)
  const { indices, values } = vectorize(text, model, counts)
  const knownShare = indices.length / counts.size
  const predictions = predict({ indices, values: values.map((value) => value * knownShare ** 2) }, model)
  const harmless = predictions.find(({ id }) => id === noEmergency)?.probability ?? 1
  const id = predictions.find((prediction) => prediction.id !== noEmergency)?.id ?? noEmergency
  return { id, logOdds: Math.log((1 - harmless) / harmless) }
}
