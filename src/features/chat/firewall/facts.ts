import { type BoundClaim, bindClaims } from './bind.ts'
import { foldText } from './fold-text.ts'
import type { Lexicon } from './things.ts'

/** A true sentence of the content. */
export type FactSentence = {
  text: string
  /** Whose words or whose description it is: all its numbers belong to that. */
  of?: string
  /** A topic's sentence: what it is about where it doesn't say so itself. */
  topic?: { id: string; about: readonly string[] }
}

export type Fact = BoundClaim & { sentence: string; folded: string }

/** Kinds of things: what holds for one of the right holds for the left one too, prices aside. */
export type Kinship = ReadonlyMap<string, readonly string[]>

/**
 * The claims of true sentences, each bound to its thing. What a topic repeats from the sentences before it stays bound as
 * it was there; what is about nothing known is bound to its topic alone.
 */
export function findFacts(sentences: readonly FactSentence[], lexicon: Lexicon): Fact[] {
  const facts: Fact[] = []
  for (const { text, of, topic } of sentences) {
    const { folded, claims } = bindClaims(text, lexicon, [])
    const around = (topic?.about ?? [of ?? '']).flatMap((name) => soldIn(name, lexicon))
    for (const claim of claims) {
      if (topic !== undefined && facts.some((fact) => isSameNumber(fact, claim))) continue
      const own = of === undefined ? claim.offerings : []
      const isFree = claim.aspect !== '' && own.length === 0 && around.length === 0
      const offerings = own.length > 0 || around.length === 0 ? own : [around]
      const weak = isFree || offerings.length > 0 ? [] : [...claim.weak, ...(topic ? [topicThing(topic.id)] : [])]
      if (isFree || offerings.length + weak.length > 0)
        facts.push({ ...claim, offerings, weak, sentence: text, folded })
    }
  }
  return facts
}

function soldIn(text: string, lexicon: Lexicon): string[] {
  return lexicon(foldText(text)).flatMap(({ role, weak, ids }) => (role === 'offering' && !weak ? ids : []))
}

function isSameNumber(fact: Fact, claim: BoundClaim): boolean {
  return (
    fact.kind === claim.kind &&
    fact.kind !== 'count' &&
    fact.from === claim.from &&
    fact.to === claim.to &&
    fact.unit === claim.unit
  )
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
    return (
      is(claim.from, fact.from) &&
      is(claim.to, fact.to) &&
      (/exact|about/.test(qualifier) || (fact.kind === 'duration' && qualifier === 'upTo'))
    )
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
