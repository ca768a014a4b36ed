import { joints, verbs } from './words.ts'

/** Bounds the work. The last part contains the rest of the message. */
const maxParts = 12
/** Keeps “And so” at the start of a sentence from becoming a separate part. */
const minWordsBeforeJoint = 2

/** Splits a message into sentences, then at commas and conjunctions if both sides have a verb. Runs in linear time. */
export function partsOf(message: string): string[] {
  const sentences = message.split(/(?<=[.!?…;])\s+|\n+/u).map((sentence) => sentence.trim())
  const parts = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).flatMap(splitSentence)
  return joinRest(parts, maxParts)
}

/** Limits the number of parts by joining the rest into the last part. */
export function joinRest(parts: readonly string[], max: number): string[] {
  if (parts.length <= max) return [...parts]
  return [...parts.slice(0, max - 1), parts.slice(max - 1).join(' ')]
}

function splitSentence(sentence: string): string[] {
  const words = sentence.split(/\s+/).map((text) => ({ text, isVerb: isVerb(text) }))
  const parts: string[][] = [[]]
  let hasVerb = false
  let remainingVerbs = words.filter((word) => word.isVerb).length
  for (const [i, word] of words.entries()) {
    const isJoint = joints.has(word.text.toLowerCase())
    const isAfterComma = /[,:]$/.test(words[i - 1]?.text ?? '')
    const isLong = (parts.at(-1)?.length ?? 0) >= minWordsBeforeJoint
    if ((isJoint || isAfterComma) && isLong && hasVerb && remainingVerbs > 0) {
      parts.push([])
      hasVerb = false
    }
    parts.at(-1)?.push(word.text)
    if (!word.isVerb) continue
    hasVerb = true
    remainingVerbs -= 1
  }
  return parts.filter((part) => part.length > 0).map((part) => part.join(' '))
}

function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
}
