import { leastSays, mostSays, type Reply } from './compose.ts'

export type Form = {
  /** @returns the sentence where it is to be shown now, undefined where it waits or is left out */
  take: (sentence: string) => string | undefined
  /** What is missing of a whole reply, its question last. @param reply what the book says to the visitor */
  finish: (reply: Reply) => string[]
}

/**
 * Keeps sentences in the form of a reply as they come: two or three statements, none twice, and one question, which waits for the end.
 * @param shown what the visitor sees of the reply already
 */
export function createForm(shown: readonly string[]): Form {
  const said = new Set(shown)
  let statements = shown.filter((sentence) => !isQuestion(sentence)).length
  let question: string | undefined

  function take(sentence: string): string | undefined {
    if (said.has(sentence)) return undefined
    if (isQuestion(sentence)) {
      question ??= sentence
      return undefined
    }
    if (statements === mostSays) return undefined
    said.add(sentence)
    statements += 1
    return sentence
  }

  return {
    take,
    finish({ says, next }) {
      if (shown.some(isQuestion)) return []
      const missing = says.flatMap((sentence) => (statements < leastSays ? (take(sentence) ?? []) : []))
      return [...missing, question ?? next]
    },
  }
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?')
}
