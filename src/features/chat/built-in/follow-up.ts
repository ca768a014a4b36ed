import type { Turn } from '../../../lib/turn.ts'
import type { WeightedTerms } from './topic-scores.ts'

/** What was talked of before the last message. */
export type Background = { subjects: ReadonlySet<string>; aspects: ReadonlySet<string> }

/** Messages of the visitor that are looked back at. */
const lookBack = 4
/** What was said before counts less than what is said now. */
const inheritedShare = 0.7
/** A longer question says itself what it is about. */
const mostTerms = 3

/**
 * @param termsOf the terms of a message
 * @param isSubject whether a term is a thing that may be talked of further, an MVP say; the others are aspects, such as its price
 */
export function backgroundOf(
  turns: readonly Turn[],
  termsOf: (text: string) => string[],
  isSubject: (term: string) => boolean,
): Background {
  const earlier = turns
    .slice(0, -1)
    .filter(({ role }) => role === 'user')
    .slice(-lookBack)
    .map(({ content }) => termsOf(content))
    .toReversed()
  const subjects = earlier.map((terms) => terms.filter(isSubject)).find(({ length }) => length > 0) ?? []
  const aspects = (earlier[0] ?? []).filter((term) => !isSubject(term))
  return { subjects: new Set(subjects), aspects: new Set(aspects.length <= mostTerms ? aspects : []) }
}

/** The terms of a piece of a message, with what it leaves to be understood: its subject, or what of its subject is asked. */
export function inContext(
  terms: readonly string[],
  { subjects, aspects }: Background,
  isSubject: (term: string) => boolean,
): WeightedTerms {
  const weighted = new Map(terms.map((term) => [term, 1]))
  const hasSubject = terms.some(isSubject)
  const inherited = !hasSubject && terms.length <= mostTerms ? subjects : terms.every(isSubject) ? aspects : []
  if (terms.length > 0) for (const term of inherited) weighted.set(term, weighted.get(term) ?? inheritedShare)
  return weighted
}
