import { type Turn, visitorMessages } from '../../../lib/turn.ts'
import type { WeightedTerms } from './topic-scores.ts'

/** What was talked of before the last message. */
export type Background = {
  subjects: ReadonlySet<string>
  aspects: ReadonlySet<string>
  /** It stands in the same sentence, where another aspect is another question: “the price of an app, and when”. */
  isSameSentence?: boolean
}

/** Messages of the visitor that are looked back at. */
const lookBack = 4
/** What was said before counts less than what is said now. */
const inheritedShare = 0.7
/** A longer question says itself what it is about, unless it points back. */
const mostTerms = 3
const mostTermsPointingBack = 5
const mostWordsOfName = 4

/** @returns whether a question leans on what was said before it: “and what about that one?” */
export function refersBack(text: string): boolean {
  return /^(?:and|but|so|what about|how about)\b|\b(?:it|that|this|one|ones|them|those|these)\b/iu.test(text.trim())
}

/**
 * @param termsOf the terms of a message
 * @param isSubject whether a term is a thing that may be talked of further, an MVP say; the others are aspects, such as its price
 */
export function backgroundOf(
  turns: readonly Turn[],
  termsOf: (text: string) => string[],
  isSubject: (term: string) => boolean,
): Background {
  const earlier = visitorMessages(turns.slice(0, -1)).slice(-lookBack).map(termsOf).toReversed()
  const subjects = earlier.map((terms) => terms.filter(isSubject)).find(({ length }) => length > 0) ?? []
  const aspects = (earlier[0] ?? []).filter((term) => !isSubject(term))
  return { subjects: new Set(subjects), aspects: new Set(aspects.length <= mostTerms ? aspects : []) }
}

/** @returns whether it names a thing and leaves open what is asked of it: “and for a full application?” */
export function namesOnly(text: string): boolean {
  const rest = text.trim().replace(/^(?:(?:and|but|so|ok|okay|what about|how about)[\s,]+)+/iu, '')
  return rest.split(/\s+/).length <= mostWordsOfName
}

/** The terms of a piece of a message, with what it leaves to be understood: its subject, or what of its subject is asked. */
export function inContext(
  terms: readonly string[],
  { subjects, aspects, isSameSentence = false }: Background,
  isSubject: (term: string) => boolean,
  { pointsBack, isName }: { pointsBack: boolean; isName: boolean },
): WeightedTerms {
  const weighted = new Map(terms.map((term) => [term, 1]))
  const hasSubject = terms.some(isSubject)
  const most = pointsBack ? mostTermsPointingBack : mostTerms
  const inherited = inheritedBy(terms)
  for (const term of inherited) weighted.set(term, weighted.get(term) ?? inheritedShare)
  return weighted

  function inheritedBy(said: readonly string[]): Iterable<string> {
    if (said.length === 0) return isSameSentence ? subjects : [...subjects, ...aspects]
    if (!hasSubject && said.length <= most)
      return subjects.size > 0 || !pointsBack || said.length > 1 ? subjects : aspects
    return isName && said.every(isSubject) ? aspects : []
  }
}
