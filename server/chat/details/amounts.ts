import { findCurrency, readNumber } from '../../../platform/text/money.ts'
import { readNumberWords } from '../../../platform/text/number-words.ts'
import { type Token, wordAt } from './tokens.ts'

type Sum = { value: number; scale: number; currency: string | undefined; isBare: boolean }
/** A sum or a range at these tokens. `scale` is 1000 in “6k”. Bare ones have neither a scale nor a currency. */
export type Amount = Omit<Sum, 'value'> & { start: number; end: number; from: number; to: number }

const thousands = { k: 1e3, grand: 1e3, thousand: 1e3, hazar: 1e3, hazaar: 1e3, m: 1e6, mil: 1e6, million: 1e6 }
/** They are in rupees. “50 hazar” may be anything. */
const rupees = { l: 1e5, lakh: 1e5, lakhs: 1e5, lac: 1e5, lacs: 1e5, cr: 1e7, crore: 1e7, crores: 1e7 }
const scales = new Map(Object.entries({ ...thousands, ...rupees }))
/** One letter per token: `$` for a currency, `n3` for “40 000”, `w` for words, `k` for a scale, `j` joins a range. */
const sum = '(\\$\\.?)?(n3*|w+)(k?)(\\$?)'
const amount = new RegExp(`${sum}(?:j${sum})?`, 'dg')

const vague = new Set(['few', 'couple', 'several', 'some'])

export function amountsIn(tokens: readonly Token[]): Amount[] {
  const letters = tokens.map((_, at) => letterAt(tokens, at)).join('')
  const textOf = (range: readonly [number, number]) => tokens.slice(...range).map(({ lower }) => lower)
  return [...letters.matchAll(amount)].flatMap(({ 0: { length }, index, indices = [] }) => {
    const texts = indices.map((range) => (range ? textOf(range).join(' ') : ''))
    const first = readSum(texts.slice(1, 5))
    const second = texts[6] ? readSum(texts.slice(5)) : first
    // “A few hundred” is more than a hundred.
    const isVague = vague.has(wordAt(tokens, index - 1))
    return first && second && !isVague ? toAmount(first, second, { start: index, end: index + length }) : []
  })
}

function readSum([prefix = '', number = '', unit = '', suffix = '']: readonly string[]): Sum | undefined {
  const digits = readNumber(number)
  const value = digits ?? readNumberWords(number) ?? 0
  const scale = scales.get(unit) ?? 1
  const written = findCurrency(suffix) ?? findCurrency(prefix.split(' ')[0] ?? '')
  const currency = written ?? (Object.hasOwn(rupees, unit) ? 'INR' : undefined)
  const isBare = scale === 1 && currency === undefined
  const isCount = digits === undefined && (value === 0 || (isBare && value < 1e3))
  return isCount ? undefined : { value: Math.round(value * scale * 100) / 100, scale, currency, isBare }
}

/** “5-9k” or “between 4 and 6k usd”; nothing if the second is smaller or in another currency. */
function toAmount(first: Sum, second: Sum, span: { start: number; end: number }): Amount | [] {
  const unit = first.scale === 1 && first.value * 50 < second.value ? second.scale : 1
  const from = first.value * unit
  const { currency = second.currency } = first
  const isRange = from <= second.value && (second.currency ?? currency) === currency
  return isRange ? { ...second, ...span, from, to: second.value, currency, isBare: first.isBare && second.isBare } : []
}

function letterAt(tokens: readonly Token[], at: number): string {
  const lower = wordAt(tokens, at)
  const isAfterNumber = tokens[at - 1]?.kind === 'number'
  if (tokens[at]?.kind === 'number') return isAfterNumber && /^\d{3}$/.test(lower) ? '3' : 'n'
  if (findCurrency(lower)) return '$'
  const isWord = readNumberWords(lower) !== undefined
  if (scales.has(lower) && (isAfterNumber || !isWord)) return 'k'
  const isBetween = lower === 'and' && tokens.slice(Math.max(0, at - 5), at).some((each) => each.lower === 'between')
  return isWord ? 'w' : isBetween || /^(?:[-–—]|to|or)$/.test(lower) ? 'j' : lower === '.' ? '.' : ' '
}
