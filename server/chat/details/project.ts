import { type Clause, hasPhrase, phraseEnd, spanOf, splitClauses, wordAt } from './clauses.ts'
import {
  denials,
  doubtWords,
  launchWords,
  ownPeopleCues,
  people,
  products,
  projectWishes,
  questionStarts,
  selfStarts,
  taskCues,
  vetoes,
} from './words.ts'

/** Whether a clause describes what the visitor wants to build. */
export function describesProject(text: string): boolean {
  const { tokens = [], isQuestion = false } = splitClauses(text)[0] ?? {}
  if (phraseEnd(questionStarts, tokens, 0) !== undefined || hasPhrase(vetoes.requirements, tokens)) return false
  const namesTask = hasPhrase(taskCues, tokens) && !isQuestion && !hasPhrase(launchWords, tokens)
  return namesTask || (hasPhrase(projectWishes, tokens) && hasPhrase(products, tokens))
}

/** Whether a clause answers the chat's question about the project with just a product, like “booking and reminders”. */
export function isProductAnswer({ tokens, isShort, isQuestion }: Clause, asked: string | undefined): boolean {
  if (asked !== 'product' || !isShort || isQuestion || hasPhrase(vetoes.requirements, tokens)) return false
  const isSentence = [questionStarts, selfStarts].some((list) => phraseEnd(list, tokens, 0) !== undefined)
  return hasPhrase(products, tokens) && !isSentence
}

/** Finds a product the visitor no longer wants: “maybe not a marketplace”. */
export function droppedProduct({ tokens }: Clause): string | undefined {
  const deniedWords = tokens.map((_, i) => wordAt(tokens, phraseEnd(denials, tokens, i) ?? -1))
  return deniedWords.find((word) => products.has(word))
}

/** Finds the product's users: an answer to the chat's question, or “for our drivers”. */
export function findUsers(clause: Clause, asked: string | undefined): string | undefined {
  const { tokens, isShort, isQuestion } = clause
  const isAnswer = asked === 'users' && isShort && !isQuestion && !hasPhrase(doubtWords, tokens)
  if (isAnswer && (hasPhrase(people, tokens) || tokens.some(({ kind }) => kind === 'number'))) return clause.text
  const cueIndex = tokens.findIndex((_, i) => {
    const cueEnd = phraseEnd(ownPeopleCues, tokens, i)
    return cueEnd !== undefined && people.has(wordAt(tokens, cueEnd))
  })
  // “for our drivers” names “our drivers”.
  return cueIndex < 0 ? undefined : spanOf(clause, cueIndex + 1, cueIndex + 3)
}
