import type { Aspect } from '../../../platform/content/chat/talk.ts'
import type { Answers } from '../answers.ts'
import type { ChatState } from '../state.ts'
import { tokenize } from './model.ts'
import { isOfferReference, offerIn, referredOffer } from './offers.ts'
import {
  ambiguousAspectWords,
  asksForTime,
  aspectWords,
  dependentOpeners,
  fillers,
  pronouns,
  statementStarts,
} from './words.ts'

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

/** Longer clauses are descriptions. */
const maxAspectCharacters = 300

/** The answer about an aspect of an offer, named by a question among other words: “how long would a small website take”. */
export function aspectAnswerIn(clause: string, state: ChatState, answers: Answers): string | undefined {
  if (clause.length > maxAspectCharacters) return undefined
  const aspect = aspectIn(tokenize(clause).filter((word) => !ambiguousAspectWords.has(word)))
  if (aspect === undefined) return undefined
  const offer = offerIn(clause, answers) ?? state.offer
  const answer = offer?.isAside ? undefined : offer?.answers[aspect]
  return answer ?? answers.talk.aspects[aspect]
}

/**
 * The answer to an ellipsis, which names an aspect, an offer, or both: “and how long?”, “how much for the MVP”.
 * @returns undefined if the clause has other words, or names neither
 */
export function answerToEllipsis(clause: string, state: ChatState, answers: Answers): string | undefined {
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
    const askedAspect = aspect ?? (isDependent(clause) ? lastAspect(state, answers) : undefined)
    // “And the MVP?” asks for its price by default. An offer that lacks the answer is described by its contents.
    return offer.answers[askedAspect ?? 'price'] ?? offer.answers.contents
  }
  return aspect && (state.offer?.answers[aspect] ?? answers.talk.aspects[aspect])
}

function isAspectWord(word: string): boolean {
  return Object.values(aspectWords).some((words) => words.has(word))
}

function aspectIn(words: readonly string[]): Aspect | undefined {
  if (asksForTime.test(words.join(' '))) return 'time'
  const found = Object.entries(aspectWords).find(([, names]) => words.some((word) => names.has(word)))
  return found?.[0] as Aspect | undefined
}

/** The aspect the last answer was about. */
function lastAspect({ topic }: ChatState, { talk }: Answers): Aspect | undefined {
  const answersByAspect = [...talk.offers.map((offer) => offer.answers), talk.aspects]
  const entries = answersByAspect.flatMap((aspects) => Object.entries(aspects))
  return entries.find(([, id]) => id === topic?.id)?.[0] as Aspect | undefined
}
