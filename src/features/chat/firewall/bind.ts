import { type Claim, findClaims } from './claims.ts'
import { foldText } from './fold-text.ts'
import type { Lexicon } from './things.ts'

/** A claim with what it is about. */
export type BoundClaim = Claim & {
  /** What is sold, one of which it must hold for; a group of several for all of which it must. Empty where nothing is named. */
  offerings: readonly (readonly string[])[]
  /** The weakly named ones, where nothing else is. */
  weak: readonly string[]
  /** `support`, `reply` …; empty for the price or lead time itself. */
  aspect: string
}

export type BoundSentence = { folded: string; claims: BoundClaim[] }

type Mentions = ReturnType<Lexicon>

const clauseEnd = /[,;:()—]|\.\s| (?:and|while|whereas|but|plus|then|or) (?!up|more|above|higher)/g
const comparison =
  /(?:\bthan|unlike|compared (?:to|with)|instead of|rather than|not|versus|vs\.?|similar to|before|beyond|without)(?: (?:a|an|the|our|your|any))?(?: [a-z-]+)? $/
const leadTime =
  /(?:\b(?:takes?|taking|ready|live|launch\w*|build|builds|built|building|deliver\w*|ship\w*|done|finish\w*|complet\w*|lead times?|timeline|turnaround|develop\w*|working on)(?: (?:it|them|is|are|of|be|your|the|mvp|up|an|a|time|times|for|in|within|about|around|roughly|just|only|typically|usually|between|from|under|product|app|application))*:?) ?$/

/**
 * Finds a sentence's claims and binds each to the thing that it is about: the one named in its own clause, else in the
 * sentence, else in `context` (the sentences before, then the visitor's words; the nearest first).
 */
export function bindClaims(sentence: string, lexicon: Lexicon, context: readonly string[]): BoundSentence {
  const folded = foldText(sentence)
  const claims = findClaims(folded)
  if (claims.length === 0) return { folded, claims: [] }
  const mentions = lexicon(folded)
  const offerings = mentions.filter(({ role, weak }) => role === 'offering' && !weak)
  const named = offerings.filter(({ start }) => !comparison.test(folded.slice(0, start)))
  const paired = pairUp(claims, named, folded)
  const outside = named.length > 0 ? [] : contextOfferings(lexicon, context)
  const weakHere = mentions.filter(({ role, weak }) => role === 'offering' && weak).flatMap(({ ids }) => ids)
  return {
    folded,
    claims: claims.map((claim) => {
      const own = paired.get(claim) ?? offeringsOf(claim, named, claims, folded)
      const found = own.length > 0 ? own : outside
      return {
        ...claim,
        offerings: found,
        weak: found.length > 0 ? [] : weakHere,
        aspect: aspectOf(claim, mentions, folded),
      }
    }),
  }
}

function contextOfferings(lexicon: Lexicon, context: readonly string[]): string[][] {
  for (const text of context) {
    const last = lexicon(foldText(text)).findLast(({ role, weak }) => role === 'offering' && !weak)
    if (last !== undefined) return [[...last.ids]]
  }
  return []
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
  return close && apart ? new Map(counted.map((claim, i) => [claim, [[...(named[i]?.ids ?? [])]]])) : new Map()
}

function offeringsOf(claim: Claim, named: Mentions, claims: readonly Claim[], folded: string): string[][] {
  const inside = named.find(({ start, end }) => start <= claim.start && end >= claim.end)
  if (inside !== undefined) return [[...inside.ids]]
  const next = named.find(({ start }) => start >= claim.end)
  if (next !== undefined) {
    const between = folded.slice(claim.end, next.start)
    const bound =
      /^(?:\+|\*)?,? ?(?:(?:is|are|or more|and up|usd|inr|each|onwards?) )*(?:for|gets|buys|covers|on|as|to build|to launch|builds|worth of)\b[\w' -]{0,40}$/.test(
        between,
      ) || /^[ -]$/.test(between)
    if (bound && !claims.some(({ start }) => start >= claim.end && start < next.start))
      return group(next, named, folded)
  }
  const last = named.findLast(({ end }) => end <= claim.start)
  if (last !== undefined) return group(last, named, folded)
  return next === undefined ? [] : group(next, named, folded)
}

/** Those that are listed beside it: what is said holds for each. */
function group(one: Mentions[number], named: Mentions, folded: string): string[][] {
  const at = named.indexOf(one)
  const all = [[...one.ids]]
  for (let i = at; i > 0; i--) {
    const [before, here] = [named[i - 1], named[i]]
    if (before === undefined || here === undefined) break
    if (!/^[\s,]*(?:(?:and|or|&|\/|as well as|both|the|an?|our)[\s,]*)*$/.test(folded.slice(before.end, here.start)))
      break
    all.push([...before.ids])
  }
  return all
}

function aspectOf(claim: Claim, mentions: Mentions, folded: string): string {
  const aspects = mentions.filter(({ role }) => role === 'aspect')
  if (aspects.length === 0) return ''
  if (claim.kind === 'duration' && leadTime.test(folded.slice(0, claim.start))) return ''
  const ends = [...folded.matchAll(clauseEnd)].map(({ index }) => index)
  const from = ends.findLast((end) => end < claim.start) ?? 0
  const to = ends.find((end) => end >= claim.end) ?? folded.length
  const distance = (mention: Mentions[number]) =>
    Math.min(Math.abs(mention.start - claim.end), Math.abs(claim.start - mention.end))
  const inClause = aspects.filter(({ start, end }) => start >= from && end <= to)
  return inClause.sort((a, b) => distance(a) - distance(b))[0]?.ids[0] ?? ''
}
