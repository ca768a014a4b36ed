import type { Span } from './message.ts'

/** `hasUnit`: said with k, thousand, lakh and the like; a bare 7 is another matter. */
export type Amount = Span & { low: number; high: number; currency: string | undefined; hasUnit: boolean }

type Piece = Span & { value: number; unit: number | undefined; currency: string | undefined; digits: string }

const currencies: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:us\s?\$|usd|\$us|us dollars?|dollars?|dollors?|bucks?|\$)$/i, 'USD'],
  [/^(?:₹|rs\.?|inr|rupees?|rupaye|rupee|rupes)$/i, 'INR'],
  [/^(?:€|eur|euros?)$/i, 'EUR'],
  [/^(?:£|gbp|pounds?|quid|pounds? sterling)$/i, 'GBP'],
  [/^(?:aed|dirhams?|dhs?\.?)$/i, 'AED'],
  [/^(?:ca?\$|cad|canadian dollars?)$/i, 'CAD'],
  [/^(?:au?\$|aud|australian dollars?)$/i, 'AUD'],
  [/^(?:s\$|sgd|sg\$|singapore dollars?)$/i, 'SGD'],
  [/^(?:nz\$|nzd)$/i, 'NZD'],
  [/^(?:hk\$|hkd)$/i, 'HKD'],
  [/^(?:chf|francs?|swiss francs?)$/i, 'CHF'],
  [/^(?:¥|jpy|yen)$/i, 'JPY'],
  [/^(?:sar|riyals?)$/i, 'SAR'],
  [/^(?:zar|rand)$/i, 'ZAR'],
  [/^(?:sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron)$/i, ''],
]

const sign = String.raw`us\s?\$|\$us|ca?\$|au?\$|s\$|sg\$|nz\$|hk\$|\$|₹|€|£|¥|rs\.?(?=[\s\d])|(?:usd|inr|eur|euros?|gbp|aed|cad|aud|sgd|nzd|hkd|chf|jpy|sar|zar|sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron|dhs?\.?)(?=[\s\d])`
const unitWord = String.raw`k|thousands?|thousnd|grand|grands|hundred|m|mn|mil|million|millions|lakhs?|lacs?|laks?|lkhs?|l|crores?|cr|crs|hazar|hazaar|hazār`
const currencyWord = String.raw`us\s?\$|\$|₹|€|£|¥|(?:us |canadian |australian |singapore |swiss )?(?:dollars?|dollors?|francs?)|usd|bucks?|rs\b\.?|inr|rupees?|rupee|rupaye|eur|euros?|gbp|pounds?|quid|aed|dirhams?|dhs?|cad|aud|sgd|nzd|hkd|chf|jpy|yen|sar|riyals?|zar|rand|sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron`
const digits = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)|\d+`
const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const hindiNumbers: Record<string, number> = { ek: 1, do: 2, teen: 3, char: 4, paanch: 5, panch: 5, dedh: 1.5, dhai: 2.5, das: 10, pachas: 50, half: 0.5, a: 1, an: 1, fourty: 40 }
const numberWord = String.raw`(?:${[...tens, 'fourty'].join('|')})(?:[ -](?:${smallNumbers.slice(1, 10).join('|')}))?|${smallNumbers.slice(1).reverse().join('|')}|ek|teen|char|paanch|panch|dedh|dhai|das|pachas|half an?|half|an?|do|one and a half|two and a half`

const piece = new RegExp(
  String.raw`(?<![\p{L}\d.@#/_])(?:(${sign})\s{0,2})?(?:(${digits})(?:\s{0,2}-?(${unitWord})(?![\p{L}\d]))?|(${numberWord})[ -](${unitWord.replace('k|', '').replace('|l|', '|').replace('|m|', '|')})(?![\p{L}\d])(?: (?:and )?a half)?)\+?(?:\/-)?(?:\s{0,2}(?:of\s)?(${currencyWord})(?![\p{L}\d]))?`,
  'giu',
)

/** All sums in a text, ranges put together, in the order of writing. Whether one is meant as money is not decided here. */
export function findAmounts(text: string): Amount[] {
  const pieces = [...text.matchAll(piece)].map((match) => toPiece(match)).filter((found) => found !== undefined)
  const amounts: Amount[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const [first, second] = [pieces[at], pieces[at + 1]]
    if (first === undefined) continue
    const range = second === undefined ? undefined : joinRange(text, first, second)
    amounts.push(range ?? toAmount(first))
    if (range !== undefined) at += 1
  }
  return amounts
}

function toPiece(match: RegExpExecArray): Piece | undefined {
  const [whole, sign, number = '', unit = '', word = '', wordUnit = '', after] = match
  const value = number === '' ? wordValue(word) : numberValue(number, unit)
  if (value === undefined) return undefined
  const scale = unitValue(unit || wordUnit)
  const isIndian = /^(?:la|lk|l$|cr|haz)/i.test(unit || wordUnit)
  const currency = currencyOf(sign) ?? currencyOf(after) ?? (isIndian ? 'INR' : undefined)
  return { start: match.index, end: match.index + whole.length, value, unit: scale, currency, digits: number }
}

function currencyOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const code = currencies.find(([pattern]) => pattern.test(trimmed))?.[1]
  return code === '' ? trimmed.toUpperCase() : code
}

function unitValue(unit: string): number | undefined {
  if (unit === '') return undefined
  if (/^(?:k|th|grand|haz)/i.test(unit)) return 1_000
  if (/^hundred/i.test(unit)) return 100
  if (/^m/i.test(unit)) return 1_000_000
  return /^cr/i.test(unit) ? 10_000_000 : 100_000
}

/** `5,000` `2,50,000` `5.000` `5 000` are whole; `4.5` and `3500.50` are not; `1,5` before a unit is one and a half. */
function numberValue(number: string, unit: string): number {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(number) && unit === '') return Number(number.replaceAll('.', '').replace(',', '.'))
  if (/^\d+,\d{1,2}$/.test(number)) return Number(number.replace(',', '.'))
  return Number(number.replace(/[, ]/g, ''))
}

function wordValue(words: string): number | undefined {
  const lower = words.toLowerCase()
  if (lower.startsWith('half')) return 0.5
  if (/and a half/.test(lower)) return lower.startsWith('one') ? 1.5 : 2.5
  const [first = '', second = ''] = lower.split(/[ -]/)
  const ten = tens.indexOf(first)
  if (ten >= 0) return (ten + 2) * 10 + Math.max(0, smallNumbers.indexOf(second))
  return hindiNumbers[first] ?? (smallNumbers.includes(first) ? smallNumbers.indexOf(first) : undefined)
}

const rangeLink = /^\s{0,2}(?:-|–|to|till|~|upto|up to|or|\/|and|but (?:can|could) (?:go|stretch)(?: up)? to|,? ?(?:can|could|may|might|able to)? ?(?:be )?(?:stretch(?:able|ing)?|extend(?:able)?|go|push)(?: it)?(?: up)?(?: to)?|,? ?max(?:imum)?)\s{0,2}$/i

function joinRange(text: string, first: Piece, second: Piece): Amount | undefined {
  const link = text.slice(first.end, second.start)
  if (!rangeLink.test(link) || (first.currency && second.currency && first.currency !== second.currency)) return undefined
  if (/^\s*and\s*$/i.test(link) && !/\bbetween\s{1,3}(?:about\s)?$/i.test(text.slice(0, first.start))) return undefined
  const scale = second.unit ?? first.unit
  const high = second.value * (second.unit ?? (first.unit !== undefined && second.value < 1000 ? first.unit : 1))
  const isShort = first.unit === undefined && (second.unit !== undefined ? first.value < 1000 : first.value < 100 && first.value * 1000 <= high && second.value >= 1000)
  const low = first.value * (first.unit ?? (isShort ? (second.unit ?? 1000) : 1))
  if (low >= high) return low === high ? toAmount(second) : undefined
  return { start: first.start, end: second.end, low: round(low), high: round(high), currency: first.currency ?? second.currency, hasUnit: scale !== undefined }
}

function toAmount(found: Piece): Amount {
  const value = round(found.value * (found.unit ?? 1))
  return { start: found.start, end: found.end, low: value, high: value, currency: found.currency, hasUnit: found.unit !== undefined }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
