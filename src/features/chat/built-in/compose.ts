import type { Answer } from './answer.ts'
import { fillers } from './fillers.ts'
import { stemOf, wordsOf } from './words-of.ts'

/** A reply has at most this many sentences besides the question that ends it. */
const mostSays = 3
const leastSays = 2
/** A chat bubble is narrow. */
const mostWords = 66
/** A sentence of which so much was said just before says nothing new. */
const mostRepeated = 0.7

/**
 * Three or four sentences, the last of them a question: one answer at length, two with the first of them at more length,
 * of several the key sentence each.
 * @param answers in the order of the questions, at least one
 * @param leading the one whose question ends the reply
 */
export function compose(answers: readonly Answer[], leading: Answer): string[] {
  const [first = leading, second, third] = answers
  if (second === undefined) return [...short(first.says.slice(0, mostSays), leading.next), leading.next]
  const says = third === undefined ? ofTwo(first, second, leading.next) : keysOf([first, second, third])
  const unique = withoutRepeats(says)
  const spare = [first, second]
    .flatMap((answer) => answer.says)
    .filter((each) => !unique.some((said) => repeats(each, said)))
  return [...unique, ...spare.slice(0, Math.max(0, 2 - unique.length)), leading.next]
}

function ofTwo(first: Answer, second: Answer, next: string): string[] {
  const says = [...first.says.slice(0, 2), ...second.says.slice(0, 1)]
  return short(says, next).length < says.length ? keysOf([first, second]) : says
}

function keysOf(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ says: [key = ''] }) => key)
}

/** The third sentence is left out where the reply would grow long. */
function short(says: readonly string[], next: string): string[] {
  const count = [...says, next].reduce((sum, sentence) => sum + sentence.split(/\s+/).length, 0)
  return count > mostWords ? says.slice(0, leastSays) : [...says]
}

function withoutRepeats(says: readonly string[]): string[] {
  return says.filter((sentence, i) => !says.slice(0, i).some((before) => repeats(sentence, before)))
}

/** @returns whether most of what the sentence says was said by the other one */
function repeats(sentence: string, before: string): boolean {
  const said = new Set(telling(before))
  const words = telling(sentence)
  return words.filter((word) => said.has(word)).length >= words.length * mostRepeated
}

function telling(sentence: string): string[] {
  return [
    ...new Set(
      wordsOf(sentence)
        .filter((word) => !fillers.has(word))
        .map(stemOf),
    ),
  ]
}
