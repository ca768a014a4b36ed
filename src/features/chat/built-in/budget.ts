import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Answer } from './answer.ts'

type Offer = BuiltInWords['budgets']['offers'][number]
export type Budget = { written: string; sum: number; currency: 'USD' | 'INR' | 'other' }

const mostCompared = 2
const units: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  million: 1e6,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  lacs: 1e5,
  crore: 1e7,
  crores: 1e7,
}
const sumPattern =
  /(?<sign>[$₹€£]|\b(?:rs|inr|usd|eur|gbp)\b\.?)?\s?(?<digits>\d+(?:,\d{2,3})*(?:\.\d+)?)\s?(?<unit>k|thousand|grand|m|million|lakhs?|lacs?|crores?)?\b(?:\s?(?<after>\$|(?:usd|dollars?|bucks|inr|rupees?|rs|eur|euros?|gbp|pounds?)\b))?(?!\s?(?:%|percent|hours?|hrs?|days?|weeks?|months?|years?|users|people|customers|employees|pages))/giu
/** What stands around a bare number that is a sum of money. */
const beforeSum =
  /(?:budget|for|have|got|spend|afford|pay|under|below|than|about|around|only|is|of|in|at|max|upto|up to|between|[:=(-]|^)\s*$/iu
const afterSum =
  /^\s*(?:$|[.,!?)-]|(?:for|only|max|maximum|total|budget|and|to|or|enough|possible|ok|in|if|but|as|is|all)\b)/iu
const isAboutMoney = /budget|afford|spend|enough|invest|do it for|build it for|mvp for|for under|less than|how much/iu
const isOthers =
  /\bquoted\b|\bquotes? (?:of|for)\b|\b(?:they|agency|agencies|freelancers?|competitors?|somebody|someone|company) (?:wants?|asks?|asked|charges?|charged|offers?|offered)\b/iu
const isOwn = /budget|\b(?:i|we)(?:'ve| have| got| can| could| only)|afford|spend|enough|invest|my |our /iu

/**
 * The last sum of money that the visitor names; a bare number counts where the message is about money.
 * @param prices of the studio, which are asked about rather than offered
 * @param isTalkedOf whether the message before it named a sum too
 */
export function budgetOf(message: string, prices: readonly number[], isTalkedOf = false): Budget | undefined {
  if (isOthers.test(message) && !/budget|\bi(?:'ve| have) got\b/iu.test(message)) return undefined
  const budgets = [...message.matchAll(sumPattern)].flatMap(({ groups = {}, index, 0: written }) => {
    const { sign = '', digits = '', unit = '', after = '' } = groups
    const sum = sumOf(digits, unit)
    const isMarked = sign !== '' || after !== '' || /^(?:la|cr)/iu.test(unit)
    const stands = beforeSum.test(message.slice(0, index)) && afterSum.test(message.slice(index + written.length))
    const isBare = stands && (unit !== '' || (sum >= 300 && (isTalkedOf || isAboutMoney.test(message))))
    const isSum = isMarked || (isBare && !isYear(digits, unit))
    if (!isSum || (prices.includes(sum) && !isOwn.test(message))) return []
    return [{ written: written.trim(), sum, currency: currencyOf(`${sign}${after}`.toLowerCase(), unit.toLowerCase()) }]
  })
  return budgets.at(-1)
}

function isYear(digits: string, unit: string): boolean {
  return unit === '' && /^20[2-4]\d$/.test(digits)
}

function currencyOf(mark: string, unit: string): Budget['currency'] {
  if (/₹|\brs\b|inr|rupee/u.test(mark) || /^(?:la|cr)/u.test(unit)) return 'INR'
  return /€|£|eur|gbp|pound/u.test(mark) ? 'other' : 'USD'
}

/**
 * How the sum compares with the offers that are talked of: a comparison, never a yes.
 * @param isTalkedOf whether one of these words is a subject of the conversation
 */
export function budgetAnswer(
  { written, sum, currency }: Budget,
  words: BuiltInWords['budgets'],
  isTalkedOf: (about: readonly string[]) => boolean,
): Answer {
  const inCurrency = words.offers.filter((offer) => offer.currency === currency)
  const named = inCurrency.filter(({ about }) => isTalkedOf(about)).slice(0, mostCompared)
  const nearest = nearestTo(
    sum,
    inCurrency.filter(({ isGeneral }) => isGeneral),
  )
  const compared = (named.length > 0 ? named : nearest).map((offer) => {
    if (sum < offer.from) return offer.below
    return offer.to !== undefined && offer.above !== undefined && sum > offer.to ? offer.above : offer.reaches
  })
  const says = compared.length > 0 ? compared : [words.otherCurrency]
  return { says: [...says, words.says].map((text) => text.replaceAll('{budget}', written)), next: words.next }
}

/** The dearest that the sum reaches and the cheapest that it doesn't; the one to begin with first. */
function nearestTo(sum: number, offers: readonly Offer[]): Offer[] {
  const sorted = offers.toSorted((one, other) => one.from - other.from)
  const reached = sorted.findLastIndex(({ from }) => from <= sum)
  const start = Math.max(0, Math.min(reached, sorted.length - mostCompared))
  const pair = sorted.slice(start, start + mostCompared)
  return reached === sorted.length - 1 || reached === 0 ? pair.toReversed() : pair
}

/** The studio's own prices by the names of what they buy, so that “what is in it for $4,997” is understood. */
export function namePrices(message: string, offers: readonly Offer[]): string {
  return message.replaceAll(sumPattern, (written, ...rest) => {
    const { digits = '', unit = '' }: Record<string, string | undefined> = rest.at(-1)
    const sum = sumOf(digits, unit)
    const [name] = offers.find(({ from, to }) => from === sum || to === sum)?.about ?? []
    return name === undefined ? written : `${name} price`
  })
}

function sumOf(digits: string, unit: string): number {
  return Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1)
}
