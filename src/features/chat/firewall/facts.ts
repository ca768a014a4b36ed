import { type BoundClaim, bindClaims } from './bind.ts'
import { foldText } from './fold-text.ts'
import type { Lexicon } from './things.ts'

/** A true sentence of the content; `about` names what it speaks of where it doesn't say so itself. */
export type FactSentence = { text: string; about?: readonly string[]; topic?: string }

export type Fact = BoundClaim & { sentence: string; folded: string }

/** Kinds of things: what holds for one of the right holds for the left one too, prices aside. */
export type Kinship = ReadonlyMap<string, readonly string[]>

/** The claims of true sentences, each bound to its thing. One that is about nothing known is bound to its own topic alone. */
export function findFacts(sentences: readonly FactSentence[], lexicon: Lexicon): Fact[] {
  return sentences.flatMap(({ text, about = [], topic }) => {
    const { folded, claims } = bindClaims(text, lexicon, [])
    const around = about.flatMap((name) =>
      lexicon(foldText(name)).flatMap(({ role, weak, ids }) => (role === 'offering' && !weak ? [ids] : [])),
    )
    return claims.flatMap((claim) => {
      if (claim.offerings.length > 0) return [{ ...claim, sentence: text, folded }]
      if (around.length > 0) return [{ ...claim, offerings: [around.flat()], sentence: text, folded }]
      const free = claim.aspect !== ''
      const weak = topic === undefined ? claim.weak : [...claim.weak, topicThing(topic)]
      return free || weak.length > 0 ? [{ ...claim, weak: free ? [] : weak, sentence: text, folded }] : []
    })
  })
}

/** What a topic's numbers belong to where its `about` names nothing that is sold. */
export function topicThing(topic: string): string {
  return `topic:${topic}`
}

/** Whether a fact says what the claim says, of the same thing. */
export function bearsOut(fact: Fact, claim: BoundClaim, kinship: Kinship): boolean {
  return (
    fact.kind === claim.kind &&
    fact.aspect === claim.aspect &&
    sameThing(fact, claim, kinship) &&
    sameValue(fact, claim)
  )
}

export function sameThing(fact: Fact, claim: BoundClaim, kinship: Kinship): boolean {
  const held = new Set([...fact.offerings.flat(), ...fact.weak])
  if (held.size === 0) return true
  const kin = (id: string) => (claim.kind === 'price' ? [] : (kinship.get(id) ?? []))
  const isHeld = (id: string) => [id, ...kin(id)].some((one) => held.has(one))
  if (claim.offerings.length > 0) return claim.offerings.every((ids) => ids.some(isHeld))
  return claim.weak.some(isHeld)
}

function countsAlike(fact: Fact, claim: BoundClaim): boolean {
  const words = fact.unit.split(' ').filter((word) => word.length > 3)
  return claim.unit.split(' ').some((word) => words.includes(word))
}

function sameValue(fact: Fact, claim: BoundClaim): boolean {
  if (fact.unit !== claim.unit && !(fact.kind === 'price' && claim.unit === '') && fact.kind !== 'count') return false
  if (fact.kind === 'date') return true
  if (fact.kind === 'count' && fact.aspect === '' && !countsAlike(fact, claim)) return false
  const is = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b)
  const { qualifier } = claim
  if (claim.from !== claim.to)
    return is(claim.from, fact.from) && is(claim.to, fact.to) && /exact|about/.test(qualifier)
  if (fact.from !== fact.to) {
    return (qualifier === 'from' && is(claim.to, fact.from)) || (qualifier === 'upTo' && is(claim.to, fact.to))
  }
  if (!is(claim.from, fact.from)) return false
  const allowed: Record<string, readonly string[]> = {
    from: ['from'],
    upTo: fact.kind === 'percent' ? ['upTo'] : ['upTo', 'exact', 'about', 'under'],
    under: ['under', 'upTo'],
    over: ['over', 'from', 'exact'],
    about: ['about', 'exact'],
    exact:
      fact.kind === 'duration'
        ? ['exact', 'about', 'upTo']
        : fact.kind === 'price'
          ? ['exact', 'about', 'from']
          : ['exact'],
  }
  return allowed[fact.qualifier]?.includes(qualifier) ?? false
}
