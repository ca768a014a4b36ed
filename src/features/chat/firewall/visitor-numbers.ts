import { type Claim, findClaims } from './claims.ts'
import { foldText } from './fold-text.ts'
import { cutSentences } from './sentence-cutter.ts'

const theirs =
  /\b(?:you(?:'ve|'d|'re)?|your|yours)\b|\b(?:a|the|that|with) (?:budget|figure|deadline|timeline|offer|amount) (?:of|like|around|near)\b/
const took =
  /\b(?:works|work for|fits?|fine|we can|i can|can do|can be (?:done|built|made|launched)|we'll|i'll|we will|i will|we would|deal|agreed?|accept\w*|sure|absolutely|yes|yeah|of course|definitely|certainly|cover(?:s|ed)?|sufficient|suffices?|doable|possible|feasible|acceptable|realistic|reasonable|achievable|manageable|plenty|perfect(?:ly)?|is (?:great|good|ok|okay|right|enough|within|in range|all|plenty|ideal)|enough|within reach|get you|gets you|buys?|should do|comfortabl\w*|ideal|in line|meets?|exactly|precisely|the same|match(?:es)?|qualif\w+|confirm(?:ed)?|noted as agreed|happy to|glad to|start (?:from|at|for)|costs?|priced?|you(?:'ll| will| would) (?:pay|get)|you pay|for only|for just|allows? (?:for|us|you)|build (?:it|that|this|your)|deliver|launch (?:it|that|in|by|on)|ready (?:by|in|on)|finish\w*|starting)\b/
const denied =
  /\b(?:not|no|cannot|can't|isn't|won't|doesn't|don't|wouldn't|never|unable|below|under|less than|short of|lower than|too (?:low|little|short|tight|soon))\b/
const refused =
  /\b(?:can't|cannot|can not|rather not|not able to|unable to|won't|couldn't|wouldn't) (?:\w+ ){0,3}?(?:agree|convert|do|offer|accept|confirm|match|promise|build|deliver|go|give|grant|take)\b[^,;]*$/
const ruledOut =
  /^[^,;]{0,12},? ?[^,;]{0,40}\b(?:isn't|is not|not|won't be|wouldn't be) (?:possible|enough|feasible|realistic|doable)\b|^ (?:would be|is) (?:far |much |a bit )?too (?:low|little|small|tight)\b/
const undecided = /\b(?:whether|can't say|cannot say|can't tell|hard to say)\b/
const differs = /^[\w' ]{0,12}\b(?:shorter|longer|faster|slower|less|more|tighter|sooner|later) than\b/
const ours = /\b(?:we|our|us|i|studio|kitewright|founder)\b/
const lower =
  /\b(?:below|under|less than|lower than|short of|beneath|falls short|not be enough|won't be enough|isn't sufficient|not sufficient|not enough|isn't enough|wouldn't cover|doesn't cover|too low|smaller than)\b/
const notLower = /\b(?:not|n't) (?:below|under|less than|lower than|beneath)\b/
const inRange = /\b(?:in|within|inside) (?:that|this|the|its) (?:\w+ )?range\b/
const higher = /\b(?:above|over|more than|higher than|exceeds?|beyond|greater than)\b/
const leadsWithHigher = new RegExp(`${higher.source}[\\w' ]{0,16}$`)
const leadsWithLower = new RegExp(`${lower.source}[\\w' ]{0,16}$`)

const kept = new WeakMap<readonly string[], Claim[]>()

/** The numbers that a visitor named, of all kinds; read once for a list of messages. */
export function numbersOf(visitor: readonly string[]): Claim[] {
  const numbers =
    kept.get(visitor) ??
    visitor.flatMap((message) => cutSentences(message).flatMap((sentence) => findClaims(foldText(sentence))))
  kept.set(visitor, numbers)
  return numbers
}

/**
 * Whether a claim only repeats a number of the visitor's as theirs: "you mentioned a budget of $3,000", or compares it
 * rightly: "$2,000 is below that". Never where it is offered or taken up: "we can do it for $3,000".
 * @param rightPrices the true prices of what is talked of, for a comparison
 */
export function repeatsVisitor(
  claim: Claim,
  folded: string,
  visitor: readonly Claim[],
  rightPrices: readonly Claim[],
): boolean {
  const named = visitor.some((own) => isSame(own, claim))
  if (!named) return false
  const agrees = /\b(?:yes|sure|absolutely|deal|works|fits|no problem)\b/.test(folded)
  if (claim.kind === 'price' && compares(claim, folded, rightPrices)) return !agrees
  if (claim.kind === 'duration' && differs.test(folded.slice(claim.end, claim.end + 40))) return !agrees
  const isPrice = visitor.some((own) => own.kind === 'price' && isSame(own, claim))
  if (claim.kind === 'count' && !isPrice && !ours.test(folded)) return true
  const turnsDown = refused.test(folded.slice(0, claim.start)) || ruledOut.test(folded.slice(claim.end))
  if ((turnsDown || undecided.test(folded)) && !/\bbut (?:we|i|you)\b/.test(folded)) return !agrees
  if (!theirs.test(folded)) return false
  const wish =
    /\b(?:you(?:'d| would) (?:like|love|prefer)|you (?:would like|asked|mentioned|said|named|wrote|suggested|proposed|want\w*|wish\w*|hop(?:e|ed)|wanted|offered|have|had|need|are (?:hoping|looking|aiming|thinking))|your (?:\w+ )?(?:budget|deadline|figure|offer|timeline|goal|target|number|amount|date|limit|range|users?|customers?|team|company|clients?)|(?:with )?an? (?:budget|deadline|timeline) of)\b/.test(
      folded,
    )
  if (!wish) return false
  return !took.test(rest(folded, claim)) || denied.test(folded)
}

/** The sentence without the claim and what names it as the visitor's own. */
function rest(folded: string, { start, end }: Claim): string {
  return `${folded.slice(0, start)} ${folded.slice(end)}`.replaceAll(
    /\b(?:you(?:'d| would)? (?:like|want|need|hope|wish|plan|aim|love|prefer)\w*(?: it| to)? [\w ]{0,30}|your\b[^,;]{0,40}\bcosts? you|you (?:can|could|would) (?:tell|share|say)|thanks for [\w' ]{1,20}|what (?:would|should|must|does)[^?]*\?)/g,
    ' ',
  )
}

function isSame(own: Claim, claim: Claim): boolean {
  const kinds = own.kind === claim.kind || /price|count/.test(own.kind + claim.kind)
  if (claim.kind === 'date') return own.kind === 'date' && own.unit === claim.unit
  const units =
    own.kind !== 'price' || claim.kind !== 'price' || own.unit === claim.unit || own.unit === '' || claim.unit === ''
  const within = own.from === claim.from && own.to === claim.to
  const oneEnd = claim.from === claim.to && (own.from === claim.from || own.to === claim.to)
  return kinds && units && (within || oneEnd)
}

function compares(claim: Claim, folded: string, rightPrices: readonly Claim[]): boolean {
  const known = rightPrices.filter(({ unit }) => unit === claim.unit || claim.unit === '')
  const isKnown = known.length > 0
  const least = Math.min(...known.map(({ from }) => from))
  const most = Math.max(...known.map(({ to }) => to))
  const lead = folded.slice(Math.max(0, claim.start - 30), claim.start)
  // "above your $800" says that theirs is the lower one.
  if (leadsWithHigher.test(lead)) return claim.to < least && isKnown
  if (leadsWithLower.test(lead)) return claim.from > least && isKnown
  const around = folded.slice(Math.max(0, claim.start - 60), claim.end + 60)
  if (notLower.test(around)) return claim.from >= least && isKnown
  if (inRange.test(around)) return claim.from >= least && claim.to <= most
  if (lower.test(around)) return claim.to < least
  return higher.test(around) && claim.from > least && isKnown
}
