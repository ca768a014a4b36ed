import { oneToNineteen, tensInWords } from '../../../lib/number-words.ts'

/** A sum of money in a message, as it was written there. */
export type NamedSum = { written: string; sum: number; currency: 'USD' | 'INR' | 'other' }

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
/** Numbers in words, where a unit of money follows them: “fifteen thousand”, “a grand”. */
const spelled: Readonly<Record<string, number>> = { a: 1, ...oneToNineteen, ...tensInWords, hundred: 100 }
const sumPattern =
  /(?<![\p{L}\d.,])(?<sign>[$₹€£]|(?:rs|inr|usd|eur|gbp)\.?)?\s?(?:(?<digits>\d+(?:,\d{2,3})*(?:\.\d+)?)\s?(?<unit>k|thousand|grand|m|million|lakhs?|lacs?|crores?)?|(?<word>a|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\s(?<wordUnit>thousand|grand|lakhs?|lacs?|crores?))\b(?:\s?(?<after>\$|(?:usd|dollars?|bucks|inr|rupees?|rs|eur|euros?|gbp|pounds?)\b))?(?!\s?(?:%|percent|hours?|hrs?|days?|weeks?|months?|years?|users|people|customers|employees|pages))/giu

/** What stands around a bare number that is a sum of money. */
const beforeSum =
  /(?:budget|for|have|got|spend|afford|pay|under|below|than|about|around|only|is|of|in|at|max|upto|up to|to|between|[:=(-]|^)\s*$/iu
const afterSum =
  /^\s*(?:$|[.,!?)-]|(?:for|only|max|maximum|total|budget|and|to|or|enough|possible|ok|in|if|but|as|is|all)\b)/iu
const isAboutMoney =
  /budget|\bi(?:'ll| will) pay|afford|spend|enough|invest|do it for|build it for|mvp for|for under|less than|how much|go down|come down|down to/iu
/** A smaller bare number counts something else. */
const leastBare = 300

/** @param isAboutSums whether a bare number may be a sum, because the talk is of sums already */
export function sumsIn(message: string, isAboutSums: boolean): NamedSum[] {
  return [...message.matchAll(sumPattern)].flatMap(({ groups = {}, index, 0: written }) => {
    const { sign = '', after = '' } = groups
    const { digits, unit } = numberIn(groups)
    const isMarked = sign !== '' || after !== '' || unit === 'grand' || /^(?:la|cr)/iu.test(unit)
    const stands = beforeSum.test(message.slice(0, index)) && afterSum.test(message.slice(index + written.length))
    const isLarge = sumOf(digits, unit) >= leastBare && !/^20[2-4]\d$/.test(digits)
    const isBare = stands && (unit !== '' || (isLarge && (isAboutSums || isAboutMoney.test(message))))
    return isMarked || isBare ? [namedSum(written, groups)] : []
  })
}

/** @param nameOf what a sum is to be called; undefined leaves it as it is */
export function replaceSums(message: string, nameOf: (sum: NamedSum) => string | undefined): string {
  return message.replaceAll(sumPattern, (written: string, ...rest) => nameOf(namedSum(written, rest.at(-1))) ?? written)
}

function namedSum(written: string, groups: Record<string, string | undefined>): NamedSum {
  const { sign = '', after = '' } = groups
  const { digits, unit } = numberIn(groups)
  const mark = `${sign}${after}`.toLowerCase()
  const isIndian = /₹|\brs\b|inr|rupee/u.test(mark) || /^(?:la|cr)/iu.test(unit)
  const currency = isIndian ? 'INR' : /€|£|eur|gbp|pound/u.test(mark) ? 'other' : 'USD'
  return { written: written.trim(), sum: sumOf(digits, unit), currency }
}

function numberIn({ digits = '', unit = '', word, wordUnit = '' }: Record<string, string | undefined>) {
  const value = word === undefined ? undefined : spelled[word.toLowerCase()]
  return value === undefined ? { digits, unit } : { digits: String(value), unit: wordUnit }
}

function sumOf(digits: string, unit: string): number {
  return Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1)
}
