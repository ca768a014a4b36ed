import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Answer } from './answer.ts'

type Budget = { written: string; sum: number; currency: 'USD' | 'INR' | 'other' }

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
  /(?<sign>[$₹€£]|\b(?:rs|inr|usd|eur|gbp)\b\.?)?\s?(?<digits>\d+(?:,\d{2,3})*(?:\.\d+)?)\s?(?<unit>k|thousand|grand|m|million|lakhs?|lacs?|crores?)?\b(?:\s?(?<after>usd|dollars?|bucks|inr|rupees?|rs|eur|euros?|gbp|pounds?)\b)?(?!\s?(?:%|percent|hours?|hrs?|days?|weeks?|months?|years?|users|people|customers|employees|pages))/giu
const isAboutMoney =
  /budget|afford|spend|enough|pay|cost|price|quote|offer|have|got|invest|do it for|build it for|mvp for|for under|less than|deal/iu

const isOwn = /budget|\b(?:i|we)(?:'ve| have| got| can| could| only)|afford|spend|enough|invest|my |our /iu

/**
 * The last sum of money that the visitor names; a bare number counts where the message is about money.
 * @param prices of the studio, which are asked about rather than offered
 * @param isTalkedOf whether the message before it named a sum too
 */
export function budgetOf(message: string, prices: readonly number[], isTalkedOf = false): Budget | undefined {
  const budgets = [...message.matchAll(sumPattern)].flatMap(({ groups = {}, 0: written }) => {
    const { sign = '', digits = '', unit = '', after = '' } = groups
    const sum = Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1)
    const isMarked = sign !== '' || after !== '' || /^(?:la|cr)/iu.test(unit)
    const isSum =
      isMarked || ((isTalkedOf || isAboutMoney.test(message)) && (unit !== '' || sum >= 300) && !isYear(digits, unit))
    if (!isSum || (prices.includes(sum) && !isOwn.test(message))) return []
    return [{ written: written.trim(), sum, currency: currencyOf(`${sign}${after}`.toLowerCase(), unit.toLowerCase()) }]
  })
  return budgets.at(-1)
}

function isYear(digits: string, unit: string): boolean {
  return unit === '' && /^20[2-4]\d$/.test(digits)
}

function currencyOf(mark: string, unit: string): Budget['currency'] {
  if (/₹|rs|inr|rupee/u.test(mark) || /^(?:la|cr)/u.test(unit)) return 'INR'
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
  const named = inCurrency.filter(({ about }) => isTalkedOf(about))
  const compared = (named.length > 0 ? named : inCurrency).slice(0, 2).map((offer) => {
    if (sum < offer.from) return offer.below
    return offer.to !== undefined && offer.above !== undefined && sum > offer.to ? offer.above : offer.reaches
  })
  const says = compared.length > 0 ? compared : [words.otherCurrency]
  return { says: [...says, words.says].map((text) => text.replaceAll('{budget}', written)), next: words.next }
}
