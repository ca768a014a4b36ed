import { findCurrency } from '../../../platform/text/currencies.ts'
import { readNumber, readNumberWords } from '../../../platform/text/read-number.ts'
import { type Clause, hasPhrase, kindPattern, spanOf, type Token, wordAt } from './clauses.ts'
import {
  amountClosers,
  amountFillers,
  budgetCues,
  budgetOffers,
  budgetQuestions,
  currencyFillers,
  shortBudgetCues,
  vagueAmounts,
  vetoes,
} from './words.ts'

/** The newest valid budget. Without a currency, the chat asks for it. */
export type Budget = { from: number; to: number; currency: string | undefined; text: string }
/** A budget with its scale, which a correction inherits: after “4k”, “make that 6” means 6,000. */
export type KnownBudget = Budget & { scale: number }

/** Sums below this are prices of something else, except for 0. */
const minSum = 50
/** Sums above this are jokes or typos. */
const maxSum = 1e9
/** Numbers above this without a currency are phone numbers or IDs. */
const maxBareSum = 1e7

/** Finds the budget in a clause. @param known the budget so far, which a correction replaces */
export function findBudget(clause: Clause, asked: string | undefined, known?: KnownBudget): KnownBudget | undefined {
  const { tokens, isShort, isCorrection } = clause
  const [amount, ...others] = amountsIn(tokens).filter((each) => isSum(tokens, each))
  if (amount === undefined) return budgetWithCurrency(clause, asked, known)
  if (others.length > 0 || hasPhrase(vetoes.budget, tokens)) return undefined
  const isAnswer = asked === 'budget' && (isShort || !amount.isBare)
  const isBudget = (known !== undefined && isCorrection) || isAnswer || hasCue(clause, amount)
  const { from, to, scale, currency } = known !== undefined && isCorrection ? correctAmount(amount, known) : amount
  if (!isBudget || (from > 0 && from < minSum) || to > maxSum) return undefined
  return { from, to, scale, currency, text: spanOf(clause, amount.start, amount.end) }
}

/** `5000 USD`, `5000-9000 USD`, or `5000`. */
export function budgetText({ from, to, currency = '' }: Budget): string {
  const [low, high] = [from, to].map((sum) => (Number.isInteger(sum) ? `${sum}` : sum.toFixed(2)))
  return `${low === high ? low : `${low}-${high}`} ${currency}`.trim()
}

type Sum = { value: number; scale: number; currency: string | undefined; isBare: boolean }
/** A sum or a range in a clause's tokens. `scale` is 1000 in “6k”. `isBare`: neither a scale nor a currency. */
type Amount = Omit<Sum, 'value'> & { start: number; end: number; from: number; to: number }

const plainScales = { k: 1e3, grand: 1e3, thousand: 1e3, hazar: 1e3, hazaar: 1e3, m: 1e6, mil: 1e6, million: 1e6 }
/** Scales that imply rupees. “Hazar” (thousand) doesn't. */
const rupeeScales = { l: 1e5, lakh: 1e5, lakhs: 1e5, lac: 1e5, lacs: 1e5, cr: 1e7, crore: 1e7, crores: 1e7 }
const scales = new Map(Object.entries({ ...plainScales, ...rupeeScales }))

/** One letter per kind of word, for `kindPattern`. `triple` is the “000” of “40 000”, and `joint` joins a range. */
const amountKinds = {
  currency: 'c',
  period: 'p',
  number: 'n',
  triple: 't',
  numberWord: 'w',
  scale: 's',
  joint: 'j',
  other: 'o',
}
const sumPattern = '(currency period?)? (number triple* | numberWord+) (scale?) (currency?)'
/** Groups 1 to 4 are the first sum's parts, and 5 to 8 the second's. */
const amountPattern = new RegExp(kindPattern(amountKinds, `${sumPattern} (?: joint ${sumPattern})?`), 'dg')

function amountsIn(tokens: readonly Token[]): Amount[] {
  const kinds = tokens.map((_, i) => amountKinds[amountKindAt(tokens, i)]).join('')
  const amounts: Amount[] = []
  for (const { 0: matched, index: start, indices = [] } of kinds.matchAll(amountPattern)) {
    const textOf = (group: number) => {
      const [from = 0, to = 0] = indices[group] ?? []
      const words = tokens.slice(from, to).map(({ lower }) => lower)
      return words.join(' ')
    }
    const first = readSum([1, 2, 3, 4].map(textOf))
    const second = textOf(6) === '' ? first : readSum([5, 6, 7, 8].map(textOf))
    const isVague = vagueAmounts.has(wordAt(tokens, start - 1))
    if (first === undefined || second === undefined || isVague) continue
    const range = rangeOf(first, second)
    if (range !== undefined) amounts.push({ ...range, start, end: start + matched.length })
  }
  return amounts
}

function amountKindAt(tokens: readonly Token[], i: number): keyof typeof amountKinds {
  const lower = wordAt(tokens, i)
  const isAfterNumber = tokens[i - 1]?.kind === 'number'
  if (tokens[i]?.kind === 'number') return isAfterNumber && /^\d{3}$/.test(lower) ? 'triple' : 'number'
  if (findCurrency(lower) !== undefined) return 'currency'
  const isNumberWord = readNumberWords(lower) !== undefined
  if (scales.has(lower) && (isAfterNumber || !isNumberWord)) return 'scale'
  if (isNumberWord) return 'numberWord'
  const isBetween = lower === 'and' && tokens.slice(Math.max(0, i - 5), i).some((each) => each.lower === 'between')
  if (isBetween || /^(?:[-–—]|to|or)$/.test(lower)) return 'joint'
  return lower === '.' ? 'period' : 'other'
}

/** Parses a sum's parts. @returns undefined for a count in words, like “two” */
function readSum([prefix = '', number = '', unit = '', suffix = '']: readonly string[]): Sum | undefined {
  const digits = readNumber(number)
  const value = digits ?? readNumberWords(number) ?? 0
  const scale = scales.get(unit) ?? 1
  const written = findCurrency(suffix) ?? findCurrency(prefix.split(' ')[0] ?? '')
  const currency = written ?? (Object.hasOwn(rupeeScales, unit) ? 'INR' : undefined)
  const isBare = scale === 1 && currency === undefined
  const isCount = digits === undefined && (value === 0 || (isBare && value < 1e3))
  return isCount ? undefined : { value: Math.round(value * scale * 100) / 100, scale, currency, isBare }
}

/** If the first number is this many times smaller, it shares the second number's scale: “5-9k” starts at 5,000. */
const minScaleGap = 50

/** Joins two sums into a range, like “5-9k”. @returns undefined if the second is smaller or in another currency */
function rangeOf(first: Sum, second: Sum): Omit<Amount, 'start' | 'end'> | undefined {
  const lacksScale = first.scale === 1 && first.value * minScaleGap < second.value
  const from = lacksScale ? first.value * second.scale : first.value
  const currency = first.currency ?? second.currency
  if (from > second.value || (second.currency ?? currency) !== currency) return undefined
  return { from, to: second.value, scale: second.scale, currency, isBare: first.isBare && second.isBare }
}

/** Whether an amount is money, rather than a date, a phone number, a count, or a rate. */
function isSum(tokens: readonly Token[], { start, end, isBare, currency, to }: Amount): boolean {
  const [before, after] = [tokens[start - 1], tokens[end]]
  const isRate = after?.lower === '/' && tokens[end + 1]?.kind === 'word'
  if (isRate) return false
  if (currency !== undefined) return true
  const isPartOfNumber =
    before?.kind === 'number' || /^[/.:+#*_-]$/.test(before?.lower ?? '') || after?.kind === 'number'
  const isYearOrCode = isBare && (to >= maxBareSum || /^20[23]\d$/.test(`${to}`))
  return !isPartOfNumber && !isYearOrCode && (after === undefined || amountClosers.has(after.lower))
}

/** Words before a sum the visitor has: “I have 6000 for a members app”. */
const ownedBefore = /^(?:(?:but|so|and) )?(?:i|we|she|he)(?: (?:have|has)|(?: |')?(?:ve|s)? ?got| ?'?ve)$/
/** Words that can follow such a sum. Any other word means it isn't money: “we have 6000 customers”. */
const ownedAfter = /^(?:|,|for|to|max|in|set|saved|kept|left|from|aside)$/
const offerPreposition = /^(?:for|under|within|below)$/

/** Whether a clause presents an amount as the budget. */
function hasCue({ tokens, isShort, isQuestion }: Clause, { start, end, isBare }: Amount): boolean {
  if (hasPhrase(budgetCues, tokens) || (isShort && hasPhrase(shortBudgetCues, tokens))) return true
  const before = tokens.slice(0, start).filter(({ lower }) => !amountFillers.has(lower))
  const after = tokens.slice(end)
  const rest = [...before, ...after]
  if (!isBare) {
    const isAlone = rest.every(({ lower }) => amountFillers.has(lower))
    const isOffer = hasPhrase(budgetOffers, before) && offerPreposition.test(before.at(-1)?.lower ?? '')
    if (isAlone || isOffer) return true
  }
  const canBeAsked = !isBare || ((isShort || isQuestion) && rest.some(({ lower }) => lower === 'for'))
  if (canBeAsked && hasPhrase(budgetQuestions, rest)) return true
  const lastWords = before.slice(-3).map(({ lower }) => lower)
  return ownedBefore.test(lastWords.join(' ')) && ownedAfter.test(wordAt(tokens, end))
}

/** Applies the known budget's scale to a correction: after “4k”, “make that 6” means 6,000. */
function correctAmount(amount: Amount, known: KnownBudget): Amount {
  const lacksScale = amount.scale === 1 && amount.to * minScaleGap < known.to
  const factor = lacksScale ? known.scale : 1
  return {
    ...amount,
    from: amount.from * factor,
    to: amount.to * factor,
    scale: amount.scale * factor,
    currency: amount.currency ?? known.currency,
  }
}

/**
 * The known budget, with the currency this clause names: “dollars” after the chat asked, or “i said dollars not
 * rupees”. Amounts aren't converted.
 */
function budgetWithCurrency({ tokens, isShort }: Clause, asked: string | undefined, known: KnownBudget | undefined) {
  if (known === undefined) return undefined
  if (asked === 'currency' && hasPhrase(vetoes.budget, tokens)) return { ...known, currency: undefined }
  const named = tokens.flatMap(({ lower }, i) => {
    const isDenied = wordAt(tokens, i - 1) === 'not' || wordAt(tokens, i + 1) === '?'
    return isDenied ? [] : (findCurrency(lower) ?? [])
  })
  const isAlone = tokens.every(({ lower }) => currencyFillers.has(lower) || findCurrency(lower) !== undefined)
  const isCurrency = (asked === 'currency' && isShort) || (isAlone && known.currency === undefined)
  return named.length === 1 && isCurrency ? { ...known, currency: named[0] } : undefined
}
