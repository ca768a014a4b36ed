import { type BoundClaim, bindClaims } from './bind.ts'
import { isHarmlessCount, isShown, type Shown } from './counts.ts'
import { bearsOut, type Fact, type Kinship, sameThing } from './facts.ts'
import { foldText } from './fold-text.ts'
import { withoutLinks } from './forbidden.ts'
import type { Lexicon } from './things.ts'
import { numbersOf, repeatsVisitor } from './visitor-numbers.ts'

type Knowledge = {
  facts: readonly Fact[]
  lexicon: Lexicon
  kinship: Kinship
  packages: readonly string[]
  shown: Shown
  promotionIsOver: boolean
}
/** As many of the visitor's messages say what is talked of, the newest first. */
const lastMessages = 3

type Context = { visitor: readonly string[]; before: readonly string[] }

/** A claim that no fact bears out, and the right fact of the same thing, where there is one. */
type WrongClaim = { kind: BoundClaim['kind']; right: string | undefined }

const nowOn =
  /\b(?:get|gets|save|use|enjoy|claim|grab|now|today|currently|current|still|available|there(?:'s| is| are)|is running|we offer|i offer|offers|apply|applies|we have|we give|is valid|are valid|active|ongoing|yours|for you|is on|extend\w*|renew\w*|prolong\w*|reopen\w*|don't miss|hurry|qualif\w+|eligible|you can|you'll|we can|i can|will)\b/
/** A lower end is no last word. */
const final =
  /\b(?:final|all[- ]in(?:clusive)?|in total|total|flat|nothing more|no more|everything included|all included|and not a cent)\b/
const noLonger =
  /\b(?:no (?:discount|promotion|offer)|can't|cannot|can not|no longer|not|isn't|aren't|don't|doesn't|won't|unable)\b[^,;.]*/g
const setIn =
  /\b(?:ready|launch\w*|deliver\w*|start\w*|begin\w*|call you|reply|answer|book\w*|sign|discount|offer|price|valid|slots?|send|sent|done|live|finish\w*|get it|have it|we'll|i'll|we will|i will|we can|i can)\b/

/** Finds the first claim of a folded sentence that is not borne out by the facts for the thing that it is about. */
export function findWrongClaim(
  folded: string,
  { visitor, before }: Context,
  knowledge: Knowledge,
): WrongClaim | undefined {
  const context = [...before.toReversed(), ...visitor.slice(-lastMessages).toReversed()]
  const { folded: text, claims } = bindClaims(withoutLinks(folded), knowledge.lexicon, context)
  if (claims.length === 0) return undefined
  const own = numbersOf(visitor)
  const wrong = claims.find((claim) => {
    if (
      claim.kind === 'count' &&
      !isStray(claim, claims, text) &&
      (isHarmlessCount(claim, text) || isShown(claim, text, knowledge.shown))
    )
      return false
    if (claim.kind === 'date' && isHarmlessDate(claim, text)) return false
    if (isBorneOut(claim, claims, text, knowledge)) return false
    return !repeatsVisitor(claim, text, own, pricesOf(claim, knowledge))
  })
  if (wrong === undefined) return undefined
  const right = isAskedFor(wrong, visitor, knowledge) ? rightFact(wrong, knowledge) : undefined
  return { kind: wrong.kind, right }
}

/** Who asked how long something takes is told no other time. */
function isAskedFor({ kind, aspect }: BoundClaim, visitor: readonly string[], { lexicon }: Knowledge): boolean {
  if (kind !== 'duration' || aspect === '') return true
  const asked = lexicon(foldText(visitor.at(-1) ?? ''))
  return !asked.some(({ role, weak }) => role === 'offering' && !weak) || asked.some(({ ids }) => ids.includes(aspect))
}

/** A number that counts nothing, beside a price or a time: `2-4 weeks, sometimes 1`. */
function isStray({ unit, start, end }: BoundClaim, claims: readonly BoundClaim[], text: string): boolean {
  const pointsBack =
    /\b(?:the|this|that|which|right|only|first|small|smaller|larger|each|every|last) $/.test(text.slice(0, start)) ||
    /\b(?:for|like|than|of|as|with) one$/.test(text.slice(0, end))
  return unit === '' && !pointsBack && claims.some((other) => other.end < end && /price|duration/.test(other.kind))
}

function isBorneOut(claim: BoundClaim, all: readonly BoundClaim[], text: string, knowledge: Knowledge): boolean {
  const { facts, kinship, promotionIsOver } = knowledge
  const spokenOf = { ...claim, aspect: claim.aspectBefore }
  const fact =
    facts.find((known) => bearsOut(known, claim, kinship)) ??
    (claim.aspectBefore === '' ? undefined : facts.find((known) => bearsOut(known, spokenOf, kinship)))
  if (fact === undefined) return isMember(claim, all, text, knowledge) || isSmallest(claim, text, knowledge)
  if (fact.qualifier === 'from' && final.test(text.slice(Math.max(0, claim.start - 30), claim.end + 40))) return false
  if (claim.aspect === 'promotion' && promotionIsOver && nowOn.test(text.replaceAll(noLonger, ' '))) return false
  // A discount and a free place are true only together with their date.
  const dated = claim.aspect === 'promotion' || claim.aspect === 'slots'
  return (
    !dated ||
    claim.kind === 'date' ||
    all.some((other) => other.kind === 'date' && facts.some((known) => bearsOut(known, other, kinship)))
  )
}

/** `The packages cost $4,997, $7,997 and $12,997`: each price is that of one of them. */
function isMember(
  claim: BoundClaim,
  all: readonly BoundClaim[],
  text: string,
  { facts, packages }: Knowledge,
): boolean {
  if (!claim.offerings.flat().includes('packages') || claim.kind !== 'price' || claim.qualifier !== 'exact')
    return false
  if (/\b(?:each|every|any|all|both|either)\b/.test(text)) return false
  const prices = all.filter(({ kind }) => kind === 'price')
  return (
    prices.length > 1 &&
    packages.some((id) => facts.some((fact) => bearsOut(fact, { ...claim, offerings: [[id]] }, new Map())))
  )
}

/** The shortest time holds for an MVP only where it is said to be a small one, or a way among others. */
function isSmallest(claim: BoundClaim, text: string, { facts, kinship }: Knowledge): boolean {
  if (claim.kind !== 'duration' || !claim.offerings.flat().includes('mvp') || /^(?:from|over)$/.test(claim.qualifier))
    return false
  const small =
    /\b(?:small|smallest|tiny|minimal|simple enough|option|if (?:the|your) (?:idea|scope)|small enough|special case|exception|only the smallest)\b/.test(
      text,
    )
  return small && facts.some((fact) => bearsOut(fact, { ...claim, offerings: [['sprint']] }, kinship))
}

function isHarmlessDate({ unit, start, end }: BoundClaim, text: string): boolean {
  const asked =
    /\?["')]*$/.test(text) && /\byou(?:r|'re|'d)?\b/.test(text) && !/^(?:shall|should|can|could) (?:we|i)\b/.test(text)
  const onward =
    /^(?:today|tonight|tomorrow|.*(?:day|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|eod|eow|eom))$/.test(
      unit,
    ) && !/\d/.test(unit)
  if (
    onward &&
    asked &&
    !setIn.test(
      text.replaceAll(/\b(?:to|you) (?:start|launch|begin|go live|have it|get it)|(?:launch|start) date|ready/g, ''),
    )
  )
    return true
  if (unit === 'today' && asked && /^(?:how|what|which|who|where|why|do|does|is|are)\b/.test(text)) return true
  if (unit === 'today') return !setIn.test(text)
  return /days$/.test(text.slice(start, end)) && /\bon $/.test(text.slice(0, start))
}

function pricesOf(claim: BoundClaim, { facts, kinship }: Knowledge): Fact[] {
  return facts.filter((fact) => fact.kind === 'price' && claim.offerings.length > 0 && sameThing(fact, claim, kinship))
}

/** A sentence of the content that says it rightly. */
function rightFact(claim: BoundClaim, { facts, kinship }: Knowledge): string | undefined {
  const ofKind = facts.filter(({ kind, aspect }) => kind === claim.kind && aspect === claim.aspect)
  const named = claim.offerings.flat()
  const first = { ...claim, offerings: named.slice(0, 1).map((id) => [id]) }
  const same = ofKind.find((fact) => fact.offerings.flat().some((id) => named.includes(id)))
  if (claim.aspect === 'promotion' || (claim.kind === 'date' && claim.aspect === '')) return undefined
  if (same !== undefined) return same.sentence
  if (named.length === 0 && claim.aspect === '') return undefined
  return ofKind.find((fact) => sameThing(fact, first, kinship))?.sentence
}
