import { oneToNineteen, tensInWords } from '../../../lib/number-words.ts'
import { allMatches } from './all-matches.ts'
import type { Span } from './message.ts'

/** `hasUnit`: said with k, thousand, lakh and the like; a bare 7 is another matter. */
export type Amount = Span & { low: number; high: number; currency: string | undefined; hasUnit: boolean }

type Piece = Span & { value: number; unit: number | undefined; currency: string | undefined }

const currencies: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:us\s?\$|usd|\$us|us dollars?|dollars?|dollors?|dolars?|dollers?|bucks?|\$)$/, 'USD'],
  [/^(?:₹|rs\.?|inr|rupees?|rupaye|rupes|ruppees?|rupess?|rupis?)$/, 'INR'],
  [/^(?:€|eur|euros?)$/, 'EUR'],
  [/^(?:£|gbp|pounds?|quid|pounds? sterling)$/, 'GBP'],
  [/^(?:aed|dirhams?|dhs?\.?)$/, 'AED'],
  [/^(?:ca?\$|cad|canadian dollars?)$/, 'CAD'],
  [/^(?:au?\$|aud|australian dollars?)$/, 'AUD'],
  [/^(?:s\$|sgd|sg\$|singapore dollars?)$/, 'SGD'],
  [/^(?:nz\$|nzd)$/, 'NZD'],
  [/^(?:hk\$|hkd)$/, 'HKD'],
  [/^(?:chf|francs?|swiss francs?)$/, 'CHF'],
  [/^(?:¥|jpy|yen)$/, 'JPY'],
  [/^(?:sar|riyals?)$/, 'SAR'],
  [/^(?:zł|zl|zloty|pln)$/, 'PLN'],
  [/^(?:zar|rand)$/, 'ZAR'],
  [/^forints?$/, 'HUF'],
  [/^kronor$/, 'SEK'],
  [/^naira$/, 'NGN'],
  [/^shekels?$/, 'ILS'],
  [/^ringgit$/, 'MYR'],
  [/^baht$/, 'THB'],
  [/^reais$/, 'BRL'],
  [/^taka$/, 'BDT'],
  [
    /^(?:sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron)$/,
    '',
  ],
]

const sign = String.raw`us\s?\$|\$us|ca?\$|au?\$|s\$|sg\$|nz\$|hk\$|\$|₹|€|£|¥|rs\.?(?=[\s\d])|(?:usd|inr|eur|euros?|gbp|aed|cad|aud|sgd|nzd|hkd|chf|jpy|sar|zar|sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron|dhs?\.?)(?=[\s\d])`
const unitWord = `k|thousands?|thousnd|grand|grands|hundred|m|mn|mil|million|millions|lakhs?|lacs?|laks?|lkhs?|l|crores?|cr|crs|hazar|hazaar|hazār`
const currencyWord = String.raw`us\s?\$|\$|₹|€|£|¥|(?:us |canadian |australian |singapore |swiss )?(?:dollars?|dollors?|dolars?|dollers?|francs?)|usd|bucks?|rs\b\.?|inr|rupees?|rupaye|rupes|ruppees?|rupess?|rupis?|eur|euros?|gbp|pounds?|quid|aed|dirhams?|dhs?|cad|aud|sgd|nzd|hkd|chf|jpy|yen|sar|riyals?|zar|rand|forints?|kronor|naira|shekels?|ringgit|baht|reais|taka|zł|zl|zloty|sek|nok|dkk|pln|mxn|brl|ngn|kes|pkr|bdt|lkr|php|idr|myr|thb|qar|kwd|omr|bhd|egp|ils|krw|cny|rmb|czk|huf|ron`
const digits = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)|\d+`
const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  half: 0.5,
  ...oneToNineteen,
  ...tensInWords,
  ek: 1,
  do: 2,
  teen: 3,
  char: 4,
  paanch: 5,
  panch: 5,
  das: 10,
  bees: 20,
  pachas: 50,
  dedh: 1.5,
  dhai: 2.5,
}
const scaleWord = 'hundred|thousand|grand|million|lakhs?|lacs?|crores?|hazar|hazaar'
const spoken = `(?:${Object.keys(numberWords).join('|')})`
const numberInWords = `${spoken}(?:[ -]and[ -]a[ -]half|[ -]${spoken}){0,3}[ -](?:${scaleWord})(?![a-z])(?:[ -](?:and[ -])?(?:${spoken}|${scaleWord})(?![a-z])){0,5}`

const piece = new RegExp(
  String.raw`(?<![\p{L}\d.@#/_])(?:(${sign})\s{0,2})?(?:(${digits})(?:\s{0,2}-?(${unitWord})(?![\p{L}\d]))?|(zero(?= (?:budget|dollars?|rupees|euros?|usd|money))|(?<=budget (?:is |= ?|of |: ?)?)zero|${numberInWords}|${spoken}(?=(?: to | or | and |-)${spoken} (?:${scaleWord}))))\+?(?:\/-|,-+)?(?:(?:\s{0,2}(?:of\s)?|,\s(?=\p{L}+(?:$|\s*[^\s\d])))(${currencyWord})(?![\p{L}\d]))?`,
  'gu',
)

/** All sums in a text, ranges put together, in the order of writing. Whether one is meant as money is not decided here. */
export function findAmounts(text: string): Amount[] {
  const pieces = allMatches(text, piece).map((match) => toPiece(match))
  const amounts: Amount[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const [first, second] = [pieces[at], pieces[at + 1]]
    if (first === undefined) continue
    if (second !== undefined && isContinued(text, first, second)) {
      amounts.push(
        toAmount({
          ...first,
          end: second.end,
          value: first.value * (first.unit ?? 1) + second.value * (second.unit ?? 1),
          unit: 1,
          currency: first.currency ?? second.currency,
        }),
      )
      at += 1
      continue
    }
    const range = second === undefined ? undefined : joinRange(text, first, second)
    amounts.push(range ?? toAmount(first))
    if (range !== undefined) at += 1
  }
  return amounts
}

function toPiece(match: RegExpExecArray): Piece {
  const [whole, sign, number = '', unit = '', words = '', after] = match
  const ownScale = number === '' ? scaleOf(words) : unitValue(unit)
  const value = number === '' ? wordsValue(words) / (ownScale ?? 1) : numberValue(number, unit)
  const isIndian = /^(?:la|lk|l$|cr|haz)/.test(unit) || /\b(?:la[ck]|crore|haz)/.test(words)
  const currency =
    (sign === '$' ? currencyOf(after) : undefined) ??
    currencyOf(sign) ??
    currencyOf(after) ??
    (isIndian ? 'INR' : undefined)
  return { start: match.index, end: match.index + whole.length, value, unit: ownScale, currency }
}

/** `$` alone is USD; undefined when the text names no currency. */
export function currencyOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const code = currencies.find(([pattern]) => pattern.test(trimmed))?.[1]
  return code === '' ? trimmed.toUpperCase() : code
}

function unitValue(unit: string): number | undefined {
  if (unit === '') return undefined
  if (/^(?:k$|thous|grand|haz)/.test(unit)) return 1_000
  if (/^hundred/.test(unit)) return 100
  if (/^m(?:$|n|il)/.test(unit)) return 1_000_000
  if (/^cr/.test(unit)) return 10_000_000
  return /^l(?:$|a|k)/.test(unit) ? 100_000 : undefined
}

/** `5,000` `2,50,000` `5.000` `5 000` are whole; `4.5` and `3500.50` are not; `1,5` before a unit is one and a half. */
function numberValue(number: string, unit: string): number {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(number) && unit === '')
    return Number(number.replaceAll('.', '').replace(',', '.'))
  if (/^\d+,\d{1,2}$/.test(number)) return Number(number.replace(',', '.'))
  return Number(number.replace(/[, ]/g, ''))
}

/** What the number before a range's end is multiplied by too: "five to seven thousand". */
function scaleOf(words: string): number | undefined {
  return words
    .split(/[ -]/)
    .map((word) => unitValue(word))
    .find((scale) => scale !== undefined && scale > 100)
}

/** "two thousand five hundred", "one and a half lakh". */
function wordsValue(words: string): number {
  let total = 0
  let current = 0
  for (const word of words.split(/[ -]/)) {
    const scale = unitValue(word)
    if (scale === 100) current = (current || 1) * 100
    else if (scale !== undefined) [total, current] = [total + (current || 1) * scale, 0]
    else if (word !== 'and' && !(/^an?$/.test(word) && current > 0)) current += numberWords[word] ?? 0
  }
  return total + current
}

/** "2 lakh 50 thousand". */
function isContinued(text: string, first: Piece, second: Piece): boolean {
  return (
    (first.unit ?? 1) > (second.unit ?? 1) &&
    second.unit !== undefined &&
    first.unit !== undefined &&
    /^ (?:and )?$/.test(text.slice(first.end, second.start))
  )
}

const rangeLink =
  /^\s{0,2}(?:-|–|to|till|~|upto|up to|or|\/|and|[.,?] ?or|but (?:can|could) (?:go|stretch)(?: up)? to|,? ?(?:can|could|may|might|able to)? ?(?:be )?(?:stretch(?:able|ing)?|extend(?:able)?|go|push)(?: it)?(?: up)?(?: to)?|[?.,;]? ?(?:but |and |maybe )?(?:(?:i|we) )?(?:can|could|may|might) (?:be )?(?:stretch(?:ed)?|go|push|extend)(?: it)?(?: up)? to|,? ?max(?:imum)?|, ?(?:maybe |or )?(?=$))\s{0,2}$/

/** "max 15k, prefer 12k": from what is liked to what is possible. */
const preferred =
  /^\s*(?:is (?:our|my|the) (?:absolute )?)?(?:max(?:imum)?|limit|ceiling|tops|at most)?[,;.]?\s*(?:but\s+)?(?:(?:i|we)(?:'d| would)?\s+)?(?:prefer(?:red|ably)?|ideally|rather|better|ideal)(?:\s+(?:is|around|about|closer to|to (?:spend|pay|stay (?:at|under))|to))?\s*$/

function joinRange(text: string, first: Piece, second: Piece): Amount | undefined {
  const link = text.slice(first.end, second.start)
  const isPreferred =
    preferred.test(link) &&
    /\b(?:max(?:imum)?|up ?to|most|tops|limit|cap)\b/.test(text.slice(Math.max(0, first.start - 20), second.start))
  if (
    !(rangeLink.test(link) || isPreferred) ||
    (first.currency && second.currency && first.currency !== second.currency)
  )
    return undefined
  if (
    /^\s*,\s*(?:maybe|or)?\s*$/.test(link) &&
    !/^ (?:at (?:the (?:very )?)?most|max|tops|maximum|at a (?:push|stretch)|if (?:needed|necessary|i must|we must|pushed))\b/.test(
      text.slice(second.end, second.end + 20),
    )
  )
    return undefined
  if (/^\s*and\s*$/.test(link) && !/\bbetween\s{1,3}(?:about\s)?$/.test(text.slice(0, first.start))) return undefined
  const scale = second.unit ?? first.unit
  const high = second.value * (second.unit ?? (first.unit !== undefined && second.value < 1000 ? first.unit : 1))
  const isShort =
    first.unit === undefined &&
    (second.unit !== undefined
      ? first.value < 1000
      : first.value < 100 && first.value * 1000 <= high && second.value >= 1000)
  const low = first.value * (first.unit ?? (isShort ? (second.unit ?? 1000) : 1))
  if (low <= high ? low === high : !isPreferred) return low === high ? toAmount(second) : undefined
  return {
    start: first.start,
    end: second.end,
    low: round(Math.min(low, high)),
    high: round(Math.max(low, high)),
    currency: first.currency ?? second.currency,
    hasUnit: scale !== undefined,
  }
}

function toAmount(found: Piece): Amount {
  const value = round(found.value * (found.unit ?? 1))
  return {
    start: found.start,
    end: found.end,
    low: value,
    high: value,
    currency: found.currency,
    hasUnit: found.unit !== undefined,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
