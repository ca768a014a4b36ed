import type { Answer } from './answer.ts'

/** A reply has at most this many sentences besides the question that ends it. */
const mostSays = 3

/**
 * Three or four sentences, the last of them a question: one answer at length, two with the first of them at more length,
 * of several the key sentence each.
 * @param answers in the order of the questions, at least one
 * @param leading the one whose question ends the reply
 */
export function compose(answers: readonly Answer[], leading: Answer): string[] {
  const [first = leading, second, third] = answers
  if (second === undefined) return [...first.says.slice(0, mostSays), leading.next]
  const says =
    third === undefined
      ? [...first.says.slice(0, 2), ...second.says.slice(0, 1)]
      : [first, second, third].flatMap(({ says: [key = ''] }) => key)
  const unique = [...new Set(says)]
  const spare = [first, second].flatMap((answer) => answer.says).filter((sentence) => !unique.includes(sentence))
  return [...unique, ...spare.slice(0, Math.max(0, 2 - unique.length)), leading.next]
}
