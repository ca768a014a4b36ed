import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Answer } from './answer.ts'
import { type NamedSum, replaceSums, sumsIn } from './named-sums.ts'

type Offer = BuiltInWords['budgets']['offers'][number]

const mostCompared = 2
const isOwn =
  /budget|\bi(?:'ll| will) (?:pay|give)|all (?:i|we)|(?:do|build|make|get) (?:it|this|that|one|me|us)\b.{0,20}\b(?:for|under|within|below|at)\b|\b(?:i|we)(?:'ve| have| got| can| could| only)|afford|spend|enough|invest|my |our /iu
/** “A full app for 10,000 rupees”: a wish, where nothing asks what is had for it. */
const isWished =
  /\b(?:app|application|saas|mvp|platform|product|marketplace|portal|system)\b[^?]*\bfor (?:just |only |about |around )?(?:[$₹]|rs\.? ?|inr ?)?\d/iu
const asksWhat = /\b(?:what|which|who|why|how|can|could|do|is)\b/iu
/** What others ask is no budget. */
const isOthers =
  /\bquoted\b|\b(?:fiverr|upwork|toptal|freelancers?|agency|agencies|competitors?)\b.{0,40}\b(?:is|are|at|for|just|only)\b.{0,12}\d|\bquotes? (?:of|for)\b|\b(?:they|agency|agencies|freelancers?|competitors?|somebody|someone|company) (?:wants?|asks?|asked|charges?|charged|offers?|offered)\b/iu
const isOwnToo = /budget|\bi(?:'ve| have) got\b/iu

/**
 * The last sum that the visitor would pay, as far as the message says.
 * @param offers whose prices are asked about rather than offered
 * @param isAboutSums whether the message before it named a sum too
 */
export function budgetOf(message: string, offers: readonly Offer[], isAboutSums = false): NamedSum | undefined {
  if (isOthers.test(message) && !isOwnToo.test(message)) return undefined
  const isTheirs = isOwn.test(message) || (isWished.test(message) && !asksWhat.test(message))
  return sumsIn(message, isAboutSums).findLast((sum) => isTheirs || offerAt(sum, offers) === undefined)
}

/** The studio's own prices by the names of what they buy, so that “what is in it for $4,997” is understood. */
export function namePrices(message: string, offers: readonly Offer[]): string {
  return replaceSums(message, (sum) => {
    const [name] = offerAt(sum, offers)?.about ?? []
    return name && `${name} price`
  })
}

function offerAt({ sum, currency }: NamedSum, offers: readonly Offer[]): Offer | undefined {
  return offers.find((offer) => offer.currency === currency && (offer.from === sum || offer.to === sum))
}

/**
 * How the sum compares with the offers that are talked of: a comparison, never a yes.
 * @param isTalkedOf whether one of these words is a subject of the conversation
 */
export function budgetAnswer(
  { written, sum, currency }: NamedSum,
  words: BuiltInWords['budgets'],
  isTalkedOf: (about: readonly string[]) => boolean,
): Answer {
  const inCurrency = words.offers.filter((offer) => offer.currency === currency)
  const named = inCurrency.filter(({ about }) => isTalkedOf(about)).slice(0, mostCompared)
  const general = inCurrency.filter(({ isGeneral }) => isGeneral)
  const compared = (named.length > 0 ? named : nearestTo(sum, general)).map((offer) => {
    if (sum < offer.from) return offer.below
    return offer.to !== undefined && offer.above !== undefined && sum > offer.to ? offer.above : offer.reaches
  })
  const says = compared.length > 0 ? compared : [words.otherCurrency]
  return { says: [...says, words.says].map((text) => text.replaceAll('{budget}', () => written)), next: words.next }
}

/** The dearest that the sum reaches and the cheapest that it doesn't; the one to begin with first. */
function nearestTo(sum: number, offers: readonly Offer[]): Offer[] {
  const sorted = offers.toSorted((one, other) => one.from - other.from)
  const reached = sorted.findLastIndex(({ from }) => from <= sum)
  const start = Math.max(0, Math.min(reached, sorted.length - mostCompared))
  const pair = sorted.slice(start, start + mostCompared)
  return reached === sorted.length - 1 || reached === 0 ? pair.toReversed() : pair
}
