import type { Aspect } from '../../../platform/content/chat/talk.ts'
import type { Answers } from '../answers.ts'
import type { ChatState } from '../state.ts'
import { tokenize } from './model.ts'
import { isOfferReference, offerIn, referredOffer } from './offers.ts'
import { ambiguousAspectWords, aspectWords, dependentOpeners, fillers, pronouns, statementStarts } from './words.ts'

/** Maximum words in a dependent clause. Longer clauses make sense alone. */
const maxDependentWords = 9

/** Whether a clause is short and depends on the message before: it has a pronoun, an ellipsis, or no specific words. */
export function isDependent(clause: string): boolean {
  const words = tokenize(clause)
  if (words.length > maxDependentWords) return false
  const text = `${words.join(' ')} `
  return (
    words.some((word) => pronouns.has(word)) ||
    dependentOpeners.some((opener) => text.startsWith(`${opener} `)) ||
    words.every((word) => fillers.has(word) || isAspectWord(word))
  )
}

/** Maximum length of a question about an offer. Longer clauses are descriptions. */
const maxSideCharacters = 300

/** Finds the answer for an offer and aspect that a longer question mentions: “how long would a small website take”. */
export function sideOf(clause: string, state: ChatState, answers: Answers): string | undefined {
  if (clause.length > maxSideCharacters) return undefined
  const aspect = aspectIn(tokenize(clause).filter((word) => !ambiguousAspectWords.has(word)))
  if (aspect === undefined) return undefined
  const offer = offerIn(clause, answers) ?? state.offer
  const answer = offer?.isAside ? undefined : offer?.answers[aspect]
  return answer ?? answers.talk.aspects[aspect]
}

/**
 * Finds the answer to a fragment like “and how long?” or “how much for the MVP”, by its offer and aspect.
 * @returns undefined if the clause has other words, or names neither an offer nor an aspect
 */
export function cellOf(clause: string, state: ChatState, answers: Answers): string | undefined {
  const words = tokenize(clause)
  const named = offerIn(clause, answers)
  const offerWords = new Set((named?.words ?? []).flatMap(tokenize))
  const isKnown = (word: string) =>
    fillers.has(word) || isAspectWord(word) || offerWords.has(word) || isOfferReference(word) || word === 'package'
  if (!words.every(isKnown)) return undefined
  if (named === undefined && statementStarts.has(words[0] ?? '')) return undefined
  const aspect = aspectIn(words)
  const offer = referredOffer(words, state, answers) ?? named
  if (offer !== undefined) {
    const side = aspect ?? (isDependent(clause) ? aspectOf(state, answers) : undefined)
    return offer.answers[side ?? 'price'] ?? offer.answers.contents
  }
  return aspect && (state.offer?.answers[aspect] ?? answers.talk.aspects[aspect])
}

function isAspectWord(word: string): boolean {
  return Object.values(aspectWords).some((words) => words.has(word))
}

/** “How much time …?” doesn't ask for a price. */
const asksForTime = /\b(?:much|kitna|kitne|kitni) (?:time|longer|days|weeks|din)\b/

function aspectIn(words: readonly string[]): Aspect | undefined {
  if (asksForTime.test(words.join(' '))) return 'time'
  const found = Object.entries(aspectWords).find(([, names]) => words.some((word) => names.has(word)))
  return found?.[0] as Aspect | undefined
}

/** The aspect of an offer that the last answer was about. */
function aspectOf({ topic }: ChatState, { talk }: Answers): Aspect | undefined {
  const cells = [...talk.offers.map(({ answers }) => answers), talk.aspects].flatMap((all) => Object.entries(all))
  return cells.find(([, id]) => id === topic?.id)?.[0] as Aspect | undefined
}
