import { findCurrency, readNumber } from '../../../platform/text/money.ts'
import { oneToNineteen, tensInWords } from '../../../platform/text/number-words.ts'
import type { Span } from './message.ts'

export type Amount = Span & { min: number; max: number; currency: string | undefined; hasUnit: boolean }

type NumberSpan = Span & { value: number; unit: number | undefined; currency: string | undefined }

/** Every amount in a text, in order, whether or not it means money. A range counts as one. */
export function findAmounts(text: string): Amount[] {
  const written = [...text.matchAll(digits)].flatMap(({ index, 0: number }) => writtenNumber(text, index, number))
  const numbers = [...written, ...spelledOutNumbers(text)].sort((one, other) => one.start - other.start)
  const amounts: Amount[] = []
  let last: NumberSpan | undefined
  for (const number of numbers) {
    const range = last === undefined ? undefined : joinRange(text, last, number)
    if (range !== undefined) amounts.pop()
    amounts.push(range ?? toAmount(number))
    last = range === undefined ? number : undefined
  }
  return amounts
}

const digits =
  /(?<!\d|\d\.|[@#/_])(?:\d{1,3}(?:,\d{2,3}){1,4}(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,2})?(?!\d)|\d{1,3}(?:'\d{3}){1,4}(?:\.\d{1,2})?(?!\d)|\d{1,3}(?: \d{3}){1,4}(?!\d)|\d{1,15}(?:[.,]\d{1,2})?(?!\d))/g

const unitWords: ReadonlyArray<readonly [number, string]> = [
  [100, 'hundred'],
  [1_000, 'k thousand thousands thousnd grand grands hazar hazaar'],
  [100_000, 'l lakh lakhs lac lacs lak laks lkh lkhs'],
  [1_000_000, 'm mn mil million millions'],
  [10_000_000, 'crore crores cr crs'],
]
const units = new Map(unitWords.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)))
const otherNumbers = { a: 1, an: 1, half: 0.5, ek: 1, do: 2, teen: 3, char: 4, paanch: 5, das: 10, bees: 20 }
const smallNumbers = new Map(Object.entries({ ...oneToNineteen, ...tensInWords, ...otherNumbers }))

function writtenNumber(text: string, index: number, number: string): NumberSpan[] {
  const head = text.slice(Math.max(0, index - 8), index)
  const before = /(?:[a-z]{0,3}[$₹€£¥]|(?<![a-z])(?:(?:rs|s?fr)\.|(?!fr)[a-z]{2,4}))\s{0,2}$/.exec(head)?.[0] ?? ''
  const currency = currencyOf(before)
  const start = currency === undefined ? index : index - before.length
  const end = index + number.length
  // Not "+49 151" or "50/50".
  if (/[\p{L}\d.@#/_+]/u.test(text[start - 1] ?? '') || /^\/\d{1,2}(?![\d.,]|\s?k)/.test(text.slice(end, end + 6)))
    return []
  const value = readNumber(number)
  if (value === undefined) return []
  const word = /^\s{0,2}-?([a-z]{1,9})(?![\p{L}\d])/u.exec(text.slice(end, end + 14))
  const unit = units.get(word?.[1] ?? '')
  const unitLength = unit === undefined ? 0 : (word?.[0].length ?? 0)
  return [withCurrency(text, { start, end: end + unitLength, value, unit, currency })]
}

/** Adds the currency after the number: "$5k CAD", "5000 rupees", "5000/-". */
function withCurrency(text: string, number: NumberSpan): NumberSpan {
  const rest = text.slice(number.end, number.end + 27)
  const match =
    /^(?:\+|[/.,]--?)?,?\s{0,2}(?:of )?((?:us |canadian |australian |singapore )?(?:[a-z]{0,2}[$₹€£¥]|(?!fr [a-z])\p{L}{2,8}))(?![\p{L}\d])/u.exec(
      rest,
    )
  const after = currencyOf(match?.[1])
  const mark = (after === undefined ? /^(?:\+|[/.,]--?)/.exec(rest)?.[0] : match?.[0]) ?? ''
  const before = after !== undefined && number.currency === 'USD' ? undefined : number.currency
  const currency = before ?? after ?? ([100_000, 10_000_000].includes(number.unit ?? 0) ? 'INR' : undefined)
  return { ...number, end: number.end + mark.length, currency }
}

/** "two thousand five hundred", "one and a half lakh"; "five" only if "to seven thousand" follows. */
function spelledOutNumbers(text: string): NumberSpan[] {
  const runs: Span[] = []
  for (const { index, 0: word } of text.matchAll(/\p{L}{1,12}/gu)) {
    const last = runs.at(-1)
    const end = index + word.length
    const isNumeral = word === 'and' || smallNumbers.has(word) || (word.length > 2 && units.has(word))
    if (isNumeral && last?.end === index - 1 && / |-/.test(text[last.end] ?? '')) last.end = end
    else if (smallNumbers.has(word)) runs.push({ start: index, end })
  }
  return runs.flatMap(({ start, end }) => {
    const words = text.slice(start, end).split(/[ -]/)
    const unitWord = words.findLast((word) => units.has(word))
    if (unitWord === undefined && !/^(?: to | or |-)\p{L}/u.test(text.slice(end, end + 5))) return []
    const unit = units.get(unitWord ?? '')
    const value = wordsValue(words) / (unit ?? 1)
    return [withCurrency(text, { start, end, value, unit, currency: undefined })]
  })
}

function wordsValue(words: readonly string[]): number {
  let total = 0
  let current = 0
  for (const word of words) {
    const unit = units.get(word)
    if (unit === 100) current = (current || 1) * 100
    else if (unit !== undefined) [total, current] = [total + (current || 1) * unit, 0]
    else if (current === 0 || !/^an?$/.test(word)) current += smallNumbers.get(word) ?? 0
  }
  return total + current
}

const rangeLink =
  /^\s{0,2}(?:-|to|till|~|upto|up to|or|\/|[,.?] ?or|(?:[?.,;] ?|but |and |maybe |i |we |can |could |may |might |be |able to ){0,5}(?:stretch(?:able|ed|ing)?|extend|go|push)(?: it)?(?: up)?(?: to)?|,? ?max(?:imum)?)\s{0,2}$/

function joinRange(text: string, first: NumberSpan, second: NumberSpan): Amount | undefined {
  const link = text.slice(first.end, second.start)
  const isBetween = link.trim() === 'and' && /\bbetween (?:about )?$/.test(text.slice(0, first.start).slice(-20))
  if (!(isBetween || rangeLink.test(link))) return undefined
  const max = second.value * (second.unit ?? (second.value < 1000 ? (first.unit ?? 1) : 1))
  const isShort = first.value < 1000 && (second.unit !== undefined || (first.value < 100 && max >= 1000))
  const min = first.value * (first.unit ?? (isShort ? (second.unit ?? 1000) : 1))
  if (min > max) return undefined
  const hasUnit = (first.unit ?? second.unit) !== undefined
  const currency = first.currency ?? second.currency
  return { start: first.start, end: second.end, min: round(min), max: round(max), currency, hasUnit }
}

function toAmount({ start, end, value, unit, currency }: NumberSpan): Amount {
  const amount = round(value * (unit ?? 1))
  return { start, end, min: amount, max: amount, currency, hasUnit: unit !== undefined }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

const dollars: Readonly<Record<string, string>> = { us: 'USD', canadian: 'CAD', australian: 'AUD', singapore: 'SGD' }

export function currencyOf(text: string | undefined): string | undefined {
  const [first = '', second] = (text ?? '').trim().replace('.', '').split(' ')
  return second === undefined ? findCurrency(first) : (dollars[first] ?? findCurrency(second))
}
