import { tokenize } from './model.ts'
import {
  afterInnerQuestionWords,
  anywhereQuestionWords,
  buyingWords,
  clauseOpeners,
  courtesies,
  innerQuestionWords,
  moreWords,
  questionPhrases,
  questionTags,
  questionWords,
  sureMoreWords,
} from './words.ts'

/** Excludes “All right”, which is shorter and isn't a question. */
const minTaggedWords = 5

/** Whether a clause is shaped like a question. */
export function looksLikeQuestion(text: string): boolean {
  const words = tokenize(text)
  const plain = ` ${words.join(' ')} `
  const first = words.find((word) => !clauseOpeners.has(word)) ?? ''
  if (text.includes('?') || questionWords.has(first)) return true
  if (questionPhrases.some((phrase) => plain.includes(` ${phrase} `))) return true
  if (words.length >= minTaggedWords && questionTags.has(words.at(-1) ?? '')) return true
  return words.some((word, i) => {
    const isInner = innerQuestionWords.has(word) && afterInnerQuestionWords.has(words[i + 1] ?? '')
    return isInner || anywhereQuestionWords.has(word)
  })
}

const maxCourtesyWords = 6

/** Whether a clause is only a thank-you or goodbye. */
export function isCourtesy(text: string): boolean {
  const words = tokenize(text)
  return words.length <= maxCourtesyWords && words.some((word) => courtesies.has(word)) && !looksLikeQuestion(text)
}

const maxMoreWords = 4

/** Whether a clause only asks to hear more. */
export function asksForMore(clause: string): boolean {
  const words = tokenize(clause)
  const isShort = words.length > 0 && words.length <= maxMoreWords
  return isShort && words.every((word) => moreWords.has(word)) && words.some((word) => sureMoreWords.has(word))
}

/** Whether a clause names a next step. Agreeing to buy needs one. */
export function namesNextStep(text: string): boolean {
  return tokenize(text).some((word) => buyingWords.has(word))
}
