import { aspectOf } from './aspect-of.ts'
import { type Claim, findClaims } from './claims.ts'
import { foldText } from './fold-text.ts'
import type { Lexicon, Mention } from './things.ts'

/** A claim with what it is about. */
export type BoundClaim = Claim & {
  /** What is sold, one of which it must hold for; a group of several for all of which it must. Empty where nothing is named. */
  offerings: readonly (readonly string[])[]
  /** The weakly named ones, where nothing else is. */
  weak: readonly string[]
  /** `support`, `reply` …; empty for the price or lead time itself. */
  aspect: string
  /** The aspect that was spoken of before, where the sentence itself names neither aspect nor offering. */
  aspectBefore: string
}

export type BoundSentence = { folded: string; claims: BoundClaim[] }

type Mentions = readonly Mention[]

const comparison =
  /(?:\bthan|unlike|compared (?:to|with)|instead of|rather than|not|versus|vs\.?|similar to|before|beyond|without)(?: (?:a|an|the|our|your|any))?(?: [a-z-]+)? $|\bas an? $/
/**
 * Finds a sentence's claims and binds each to the thing that it is about: the one named in its own clause, else in the
 * sentence, else in `context` (the sentences before, then the visitor's words; the nearest first).
 */
export function bindClaims(sentence: string, lexicon: Lexicon, context: readonly string[]): BoundSentence {
  const folded = foldText(sentence)
  const claims = findClaims(folded)
  if (claims.length === 0) return { folded, claims: [] }
  const mentions = lexicon(folded)
  return {
    folded,
    claims: claims.map((claim) => {
      const ofKind = mentions.filter(({ of }) => of?.includes(claim.kind) !== false)
      const offerings = ofKind.filter(({ role, weak }) => role === 'offering' && !weak)
      const plainly = offerings.filter(
        (one, i) => !comparison.test(folded.slice(0, one.start)) && !isPartOf(offerings[i - 1], one, folded),
      )
      const named =
        withoutWhole(plainly).length > 0
          ? withoutWhole(plainly)
          : offerings.filter(({ start }) => asKind.test(folded.slice(0, start)))
      const own =
        pairUp(claims, named, folded).get(claim) ??
        besides(claim, offerings, folded) ??
        offeringsOf(claim, named, claims, folded)
      const found = own.length > 0 ? own : named.length > 0 ? [] : contextOfferings(claim, lexicon, context)
      const weak = weakOnes(ofKind)
      const aspect = aspectOf(claim, claims, ofKind, folded)
      const aspectBefore = aspect === '' && own.length === 0 ? contextAspect(claim, lexicon, context) : ''
      return { ...claim, offerings: found, weak: found.length > 0 ? [] : weak, aspect, aspectBefore }
    }),
  }
}

/** In `the smallest package, Startup MVP` the second says which. */
function withoutWhole(named: Mentions): Mentions {
  return named.filter(({ ids, end }, i) => {
    const next = named[i + 1]
    return next === undefined || !ids.includes('packages') || next.start > end + 12 || next.ids.includes('packages')
  })
}

/** `SaaS pricing` is pricing of SaaS: the general word counts only where it stands alone. */
function weakOnes(mentions: Mentions): string[] {
  const weak = mentions.filter(({ role, weak }) => role === 'offering' && weak)
  const special = weak.filter(({ general }) => !general)
  return (special.length > 0 ? special : weak).flatMap(({ ids }) => ids)
}

function contextOfferings({ kind }: Claim, lexicon: Lexicon, context: readonly string[]): string[][] {
  for (const text of context) {
    const last = lexicon(foldText(text)).findLast(
      ({ role, weak, of }) => role === 'offering' && !weak && of?.includes(kind) !== false,
    )
    if (last !== undefined) return [[...last.ids]]
  }
  return []
}

function contextAspect({ kind }: Claim, lexicon: Lexicon, context: readonly string[]): string {
  if (kind === 'price') return ''
  const nearest = context.slice(0, 1).flatMap((text) => lexicon(foldText(text)))
  return nearest.findLast(({ role, of }) => role === 'aspect' && of?.includes(kind) !== false)?.ids[0] ?? ''
}

/** `MVP, SaaS and app cost A, B and C`: as many things as claims, all of them on one side. */
function pairUp(claims: readonly Claim[], named: Mentions, folded: string): Map<Claim, string[][]> {
  const counted = claims.filter(({ kind }) => kind === 'price')
  const [first, second] = [counted[0], counted[1]]
  if (first === undefined || second === undefined || counted.length !== named.length) return new Map()
  const listed = (from: number, to: number) => /^[\s,]*(?:(?:and|or|the|an?)[\s,]*)*$/.test(folded.slice(from, to))
  const close = counted.slice(1).every((claim, i) => listed(counted[i]?.end ?? 0, claim.start))
  const apart =
    named.every(({ end }) => end <= first.start) || named.every(({ start }) => start >= (counted.at(-1)?.end ?? 0))
  const sideBySide = named.slice(1).every(({ start }, i) => listed(named[i]?.end ?? 0, start))
  return close && apart && sideBySide
    ? new Map(counted.map((claim, i) => [claim, [[...(named[i]?.ids ?? [])]]]))
    : new Map()
}

/** `The Startup MVP Package of the 72-hour build` is the package. */
function isPartOf(whole: Mention | undefined, one: Mention, folded: string): boolean {
  return (
    whole !== undefined && /^ (?:of|for|in|from|within) (?:the|an?|our|your) $/.test(folded.slice(whole.end, one.start))
  )
}

const asKind = /\bas an? $/

/** What stands right before it, even where something else is compared with that: `unlike a full SaaS build at $5,000`. */
function besides(claim: Claim, offerings: Mentions, folded: string): string[][] | undefined {
  const last = offerings.findLast(({ end }) => end <= claim.start)
  const close =
    last !== undefined &&
    /^ ?(?:\(|,? ?(?:at|costs?|from|starts? (?:at|from)|takes|in|for|of)) ?$/.test(folded.slice(last.end, claim.start))
  const lead = folded.slice(0, last?.start ?? 0)
  return close && comparison.test(lead) && !asKind.test(lead) ? [[...last.ids]] : undefined
}

function offeringsOf(claim: Claim, named: Mentions, claims: readonly Claim[], folded: string): string[][] {
  const inside = named.find(({ start, end }) => start <= claim.start && end >= claim.end)
  if (inside !== undefined) return [[...inside.ids]]
  const next = named.find(({ start }) => start >= claim.end)
  if (next !== undefined) {
    const between = folded.slice(claim.end, next.start)
    const bound =
      /^(?:\+|\*)?,? ?(?:(?:is|are|or more|and up|usd|inr|each|onwards?) )*(?:for|gets|buys|covers|on|as|if you (?:begin|start|go|choose|want|need)(?: only)?|to build|to launch|builds|worth of)\b[\w' -]{0,40}$/.test(
        between,
      ) || /^[ -]$/.test(between)
    if (bound && !claims.some(({ start }) => start >= claim.end && start < next.start))
      return group(next, named, folded)
  }
  const last = named.findLast(({ end }) => end <= claim.start)
  if (last !== undefined) return [...group(last, named, folded), ...echoes(claim, named, folded)]
  return next === undefined ? [] : group(next, named, folded)
}

/** What the claim is said to hold for as well: `and Enterprise Launch too`. */
function echoes(claim: Claim, named: Mentions, folded: string): string[][] {
  const isEcho = ({ start, end }: Mention) =>
    start >= claim.end &&
    (/^ ?(?:too|as well|also|likewise|does too|the same)\b/.test(folded.slice(end)) ||
      /\bso (?:is|are|does|do|would|will) (?:the |an? |our |your )?$/.test(folded.slice(0, start)))
  return named.filter(isEcho).map(({ ids }) => [...ids])
}

/** Those that are listed beside it: what is said holds for each. */
function group(one: Mention, named: Mentions, folded: string): string[][] {
  const isListed = (left: Mention, right: Mention) =>
    /^[\s,]*(?:(?:and|or|&|\/|as well as|both|the|an?|our)[\s,]*)*$/.test(folded.slice(left.end, right.start))
  const at = named.indexOf(one)
  const breakBefore = named.findLastIndex((right, i) => i <= at && !isListed(named[i - 1] ?? right, right))
  const breakAfter = named.findIndex((left, i) => i >= at && !isListed(left, named[i + 1] ?? left))
  return named
    .slice(Math.max(0, breakBefore), breakAfter === -1 ? named.length : breakAfter + 1)
    .map(({ ids }) => [...ids])
}
