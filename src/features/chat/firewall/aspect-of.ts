import type { Claim } from './claims.ts'
import type { Mention } from './things.ts'

const clauseEnd = /[,;:()—]|\.\s| (?:and|while|whereas|but|plus|then|or) (?!up|more|above|higher)/g
/** Right before a length of time: it is the time until the thing is there. */
const leadTime =
  /(?:\b(?:takes?|taking|ready|live|launch\w*|build|builds|built|building|deliver\w*|ship\w*|done|finish\w*|complet\w*|lead times?|timeline|turnaround|develop\w*|working on)(?: (?:it|them|is|are|of|be|your|the|mvp|up|an|a|time|times|for|in|within|about|around|roughly|just|only|typically|usually|between|from|under|product|app|application))*:?) ?$/
/** In `within a week of the call`, `a week once the scope is clear` the call and the scope are not what takes a week. */
const reference =
  /\b(?:of|after|before|from|since|following|once|when|as soon as) (?:the|your|our|a|that|this|first|free|each) (?:first |free )?$/

/** Which side of the work a claim speaks of: the nearest in its clause. Empty for the price or the lead time itself. */
export function aspectOf(claim: Claim, claims: readonly Claim[], mentions: readonly Mention[], folded: string): string {
  if (mentions.some((one) => isSold(one) && one.start <= claim.start && one.end >= claim.end)) return ''
  const isNamed = mentions.some(isSold)
  const ends = claim.kind === 'date' ? [] : [...folded.matchAll(clauseEnd)].map(({ index }) => index)
  const from = ends.findLast((end) => end < claim.start) ?? 0
  const to = ends.find((end) => end >= claim.end) ?? folded.length
  const isInClause = ({ start, end }: Mention) => start >= from && end <= to
  const isLeadTime = claim.kind === 'duration' && leadTime.test(folded.slice(0, claim.start))
  if (isLeadTime && mentions.some((one) => isSold(one) && isInClause(one))) return ''

  const aspects = mentions.filter((one) => one.role === 'aspect' && isApart(one, claim))
  const isMeant = (one: Mention) => !reference.test(folded.slice(claim.end, one.start))
  const isOthers = (one: Mention) =>
    claim.kind !== 'date' && claims.some((other) => other !== claim && liesBetween(other, one, claim))
  const near = aspects
    .filter((one) => isInClause(one) && isMeant(one) && !isOthers(one))
    .sort((a, b) => distance(a, claim) - distance(b, claim))[0]
  const before = isNamed || isLeadTime ? undefined : aspects.findLast((one) => one.end <= claim.start)
  return (near ?? before)?.ids[0] ?? ''
}

function isSold({ role, weak }: Mention): boolean {
  return role === 'offering' && !weak
}

function isApart({ start, end }: Mention, claim: Claim): boolean {
  return end <= claim.start || start >= claim.end
}

function liesBetween(other: Claim, one: Mention, claim: Claim): boolean {
  if (one.start >= claim.end) return other.start >= claim.end && other.end <= one.start
  return other.start >= one.end && other.end <= claim.start
}

function distance(one: Mention, claim: Claim): number {
  return Math.max(one.start - claim.end, claim.start - one.end)
}
