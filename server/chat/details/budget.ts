import { findCurrency } from '../../../platform/text/money.ts'
import { oneToNineteen, tensInWords } from '../../../platform/text/number-words.ts'
import type { Message, Span } from './message.ts'
import { words } from './words.ts'

type Hit = { amount: Amount; isSure: boolean; message: number }

const maxAmount = 1e11
const maxSums = 30
const reach = 200

/** What the visitor would pay in total, as `5000 USD`, `5000-9000 USD`, or `5000` without a currency. */
export function findBudget(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, index) => {
    const whole = withUnitAfter(messages[index - 1], message)
    if (whole !== undefined) hits.push({ amount: whole, isSure: true, message: index })
    for (const amount of findAmounts(message.low).slice(0, maxSums)) {
      const words = around(message.low, amount)
      const isSetAside = setAside.test(words.before)
      if (amount.high > maxAmount || isNotTheirs(words, isSetAside) || isStudioPrice(words)) continue
      if (!isSetAside && !isMoney(message.low, amount, words)) continue
      hits.push({ amount, isSure: isSetAside || budgetWord.test(words.clause), message: index })
    }
  })
  const together = hits.filter((hit) => hit.message === hits.at(-1)?.message)
  const chosen = together.findLast(({ isSure }) => isSure) ?? together.at(-1)
  if (chosen === undefined) return null
  const currency =
    currencyNamedLater(messages.slice(chosen.message)) ??
    chosen.amount.currency ??
    hits.findLast((hit) => hit.amount.currency !== undefined)?.amount.currency
  return format({ ...chosen.amount, currency })
}

/** "like 5" and then "thousand i mean". */
function withUnitAfter(before: Message | undefined, message: Message): Amount | undefined {
  const number = /(?<!\d)\d{1,3}(?=\W{0,2}$)/.exec(before?.low.slice(-6) ?? '')?.[0]
  const unit = /^\W{0,3}(?:thousand|k|grand|lakhs?|lacs?|crores?)\b.{0,20}/.exec(message.low)?.[0]
  return number === undefined || unit === undefined ? undefined : findAmounts(`${number} ${unit}`)[0]
}

/** "max 30k for everything, usd", "oh and it's in CAD". */
function currencyNamedLater(messages: readonly Message[]): string | undefined {
  const named = /(?:^\W{0,3}|[,(] ?|\b(?:in|it's|its|that's|thats|mean|meant|was|is) )((?:us )?\p{L}{2,8})(?=\W{0,3}$)/u
  return messages.map(({ low }) => currencyOf(named.exec(low.slice(-40))?.[1])).findLast(Boolean)
}

function format({ low, high, currency }: Amount): string {
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
  const sum = low === high ? number(low) : `${number(low)}-${number(high)}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

const boundary =
  /[;!?\n]|\.(?!\d)|,(?!\d)|\b(?:but|though|although|whereas|while|however|includ(?:es?|ing)|excluding|except|plus|apart from|besides|without)\b/

type Around = { before: string; after: string; clause: string; sentence: string }

function around(text: string, amount: Amount): Around {
  const head = text.slice(Math.max(0, amount.start - reach), amount.start)
  const tail = text.slice(amount.end, amount.end + reach)
  const before = head.split(boundary).at(-1) ?? ''
  const after = tail.split(boundary)[0] ?? ''
  const sentence = `${head.split(/[.!?]\s|\n/).at(-1)}${tail.split(/(?<=[.!?])(?:\s|$)|\n/)[0]}`
  return { before, after, clause: `${before} ${after}`, sentence }
}

function isNotTheirs({ before, after, clause }: Around, isSetAside: boolean): boolean {
  if (rateAfter.test(after) || refused.test(before) || tooMuch.test(after)) return true
  if (cannot.test(before) || othersSum.test(before)) return true
  return !isSetAside && !budgetWord.test(before) && otherMoney.test(clause)
}

function isStudioPrice({ clause, sentence }: Around): boolean {
  if (takenUp.test(sentence)) return false
  return studioPrice.test(clause) || (sentence.endsWith('?') && /\b(?:cost|price|charge|fee)\b/.test(clause))
}

/**
 * A sum with a currency is money. So is "5k" as a reply or beside words about money, and a bare number beside a word like
 * budget, or as a round reply.
 */
function isMoney(text: string, { start, low, high, currency, hasUnit }: Amount, words: Around): boolean {
  if (currency !== undefined) return high >= 50 || /budget/.test(words.clause)
  const next = /^[+\s-]{0,3}([\p{L}']{1,20})/u.exec(words.after)?.[1] ?? ''
  if (countedThing.test(words.after) && !notCounted.has(next)) return false
  const isOwn = ownMoney.test(words.clause) || isReplyAt(text, start)
  if (hasUnit) return isOwn
  const isYear = low >= 1990 && high <= 2040
  if (high < 50 || isYear) return /budget/.test(words.clause)
  // Budgets are round sums; 98200, 27001, 404, and 5550134 are something else.
  return moneyWord.test(words.clause) || (isOwn && low >= 300 && high < 1_000_000 && high % 50 === 0)
}

/** A reply or list item that is just the sum: "like 5k", "booking app, 5k, 6 weeks". */
function isReplyAt(text: string, start: number): boolean {
  const head = text.slice(Math.max(0, start - 60), start).split(/[.!?\n,;|]/)
  return (head.at(-1) ?? '').split(/[^\p{L}']/u).every((word) => word === '' || replyWords.has(word))
}

const budgetWord =
  /\b(?:bud?ge?t(?:s|ed)?|bugdet|spend|set aside|invest|allocated|in total|total|all[- ]in|limit|ceiling|max(?:imum)?)\b/
const moneyWord = /\b(?:bud?ge?t(?:s|ed)?|bugdet|spend|invest|afford|allocated|set aside)\b/
const ownMoney =
  /\b(?:bud?ge?t|bugdet|spend|invest|afford|pay|allocated|set aside|limit|max|total|go (?:with|for|over|above)|can (?:\w+ )?(?:do|offer|manage|go)|could (?:\w+ )?(?:do|offer|manage|go)|more than|gave (?:me|us)|okayed|approved|given|of which|settle|consider|accept|thinking|exceed|left|remaining|got|have|sound|more like|make (?:it|this)|stick (?:to|with)|for under|in under)\b/
/** "our grant allows up to $5k", "$5k of it": part of money that is also for other things. */
const setAside =
  /\b(?:grants?|funds?|donors?|council|board|committee) (?:will |has |have )?(?:allows?|covers?|gives?|provides?|voted|approved|granted|allocated)\b[^.!?;]{0,30}$|\b(?:set|put|setting|putting) aside\b[^.!?;]{0,30}$|\b(?:earmarked|allocated|allotted|reserved|budgeted)\b[^.!?;]{0,30}$|\bof which (?:about |up to )?$/
const rateAfter =
  /^\s{0,2}(?:(?:usd|inr|eur|gbp) )?(?:\/(?!-)\s?\p{L}|per\b(?! project)|down\b(?! to)|an? (?:hour|month|day|week|year|mo|user|seat|piece|night|person|lead)|p\.?\s?m\b|p\.?\s?a\b|monthly|hourly|weekly|yearly|annually|annual|every (?:month|week|year|day)|each\b|mrr|arr|lpa|ctc|salary|in (?:revenue|sales|funding)|revenue|turnover|seed\b|(?:of )?funding)/u
const otherMoney =
  /\b(?:rais(?:ed|ing)|revenue|mrr|arr|turnover|funding|funded|valuation|valued|sales|profits?|earn(?:s|ed|ing)?|(?:we|it|company|business) makes?|salary|hourly|per hour|monthly|retainer|subscriptions?|hosting|running costs?|costs (?:us|me)|rent|maintenance|seed round|series a|grant(?:ed)?|prize|debt|loan|charge[sd]?|priced|ticket|fee of|invoice[sd]?|worth|commission|per (?:user|seat|month|year)|order value|(?:customers?|users?|clients?|people|members?|students?|guests?) (?:[a-z]+ ){0,2}(?:spend|pay|buy))\b/
const othersSum =
  /\b(?:quoted?|quotes|quotation|competitors?|(?:an)?other|freelancer|friend|fiverr|upwork|spent|paid|asked|wanted|demanded|wasted|burn(?:ed|t)|lost|(?:we|i) pay|currently pay|paying|cost us|billed|used to)\b|\b(?:agency|dev|developer|firm|vendor|studio|it|that|this|which)\b[^.!?;]{0,20}\b(?:charged|asked|took|cost|offered)\b/
const refused =
  /(?:\b(?:not|isn't|wasn't|no longer|instead of|rather than|never|forget)|(?:don't|do not|dont) have) (?:(?:the|a|full|whole) ){0,2}$/
const cannot =
  /\b(?:can't|cannot|cant|can not|couldn't|won't|unable to|don't want to|not going to|no way)\b(?!.{0,60}\b(?:above|over|beyond|exceed(?:ing)?|more than|past|higher than) (?:the |about )?$)/
const tooMuch = /\b(?:too (?:much|high|expensive|steep|pricey)|expensive|steep|out of (?:my|our)|is a lot|overpriced)\b/
const studioPrice =
  /\b(?:packages?|plans?|tiers?|starts? (?:at|from)|starting (?:at|from|price)|your (?:\p{L}{1,15} )?(?:price|rate|fee|quote|offer|site|website)|you (?:charge|say|quote|ask|want|said|mention(?:ed)?|told|offer)|negotiable|on (?:your|the|ur) (?:site|website|page)|advertised|listed|price of|(?:site|page|website) says|really|how come)\b/u
const takenUp =
  /\b(?:(?:i|we)(?:'ll|'d| will) (?:take|go|have|get|book|buy|do|like)|take the|go(?:ing)? (?:with|for|ahead)|want the|like the|choos(?:e|ing)|pick|opt(?:ing)?|sign (?:me|us) up|let'?s (?:do|go|take|start)|prefer|works for (?:me|us)|is fine|sounds (?:good|fine)|count me in|interested in|need the|(?:our|my) plan|plan (?:says|allows|foresees))\b/
/** "5k users", "30 employees". */
const countedThing = /^\+?\s?-?\s?[\p{L}%°:]/u
const notCounted = words(
  "towards into package plan me mein tak ho ke ka to for or and in is max as with but at on total budget only if now right all maybe from by ish tops approx range would should can could work works per of i we my our the this that not so left remaining remains sounds ok okay enough please pls plus minimum maximum upfront first initially depending available set hai before until saved most around about will may how what no then it it's need name email asap timeline one flat fixed ballpark instead when once just because company deadline",
)
const replyWords = words(
  "prob probs idk honestly guess roughly have got ideally lets final hi hello then wise limit my mera hamara hai is yes ok sure hmm well so maybe like say price cost amount money probably i think budget around about approx approximately max maximum upto up to under at least minimum min i'd let's somewhere between actually sorry make it not it's its our of the thinking can do we in range ballpark total no more than less below from be would",
)

type Amount = Span & { low: number; high: number; currency: string | undefined; hasUnit: boolean }

type Piece = Span & { value: number; unit: number | undefined; currency: string | undefined }

const dollars: Readonly<Record<string, string>> = { us: 'USD', canadian: 'CAD', australian: 'AUD', singapore: 'SGD' }

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

const digits =
  /(?<!\d|\d\.|[@#/_])(?:\d{1,3}(?:,\d{2,3}){1,4}(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,2})?(?!\d)|\d{1,3}(?: \d{3}){1,4}(?!\d)|\d{1,15}(?:[.,]\d{1,2})?(?!\d))/g

/** Every amount in a text, in order, whether or not it means money. A range counts as one. */
export function findAmounts(text: string): Amount[] {
  const written = [...text.matchAll(digits)].flatMap(({ index, 0: number }) => pieceOf(text, index, number))
  const pieces = [...written, ...spokenPieces(text)].sort((one, other) => one.start - other.start)
  const amounts: Amount[] = []
  let last: Piece | undefined
  for (const piece of pieces) {
    const joined = last === undefined ? undefined : joinRange(text, last, piece)
    if (joined !== undefined) amounts.pop()
    amounts.push(joined ?? toAmount(piece))
    last = joined === undefined ? piece : undefined
  }
  return amounts
}

function currencyOf(text: string | undefined): string | undefined {
  const [first = '', second] = (text ?? '').trim().replace('.', '').split(' ')
  return second === undefined ? findCurrency(first) : (dollars[first] ?? findCurrency(second))
}

function pieceOf(text: string, index: number, number: string): Piece[] {
  const head = text.slice(Math.max(0, index - 8), index)
  const before = /(?:[a-z]{0,3}[$₹€£¥]|(?<![a-z])(?:rs\.|[a-z]{2,4}))\s{0,2}$/.exec(head)?.[0] ?? ''
  const currency = currencyOf(before)
  const start = currency === undefined ? index : index - before.length
  const end = index + number.length
  // +49 151, 50/50
  if (/[\p{L}\d.@#/_+]/u.test(text[start - 1] ?? '') || /^\/\d{1,2}(?![\d.,]|\s?k)/.test(text.slice(end, end + 6)))
    return []
  const word = /^\s{0,2}-?([a-z]{1,9})(?![\p{L}\d])/u.exec(text.slice(end, end + 14))
  const unit = units.get(word?.[1] ?? '')
  const unitLength = unit === undefined ? 0 : (word?.[0].length ?? 0)
  return [finish(text, { start, end: end + unitLength, value: numberValue(number), unit, currency })]
}

function finish(text: string, piece: Piece): Piece {
  const rest = text.slice(piece.end, piece.end + 27)
  const named =
    /^(?:\+|\/-|,-)?,?\s{0,2}(?:of )?((?:us |canadian |australian |singapore )?(?:[a-z]{0,2}[$₹€£¥]|\p{L}{2,8}))(?![\p{L}\d])/u.exec(
      rest,
    )
  const after = currencyOf(named?.[1])
  const mark = (after === undefined ? /^(?:\+|\/-|,-)/.exec(rest)?.[0] : named?.[0]) ?? ''
  const before = after !== undefined && piece.currency === 'USD' ? undefined : piece.currency
  const currency = before ?? after ?? ([100_000, 10_000_000].includes(piece.unit ?? 0) ? 'INR' : undefined)
  return { ...piece, end: piece.end + mark.length, currency }
}

/** `5,000` `2,50,000` `5.000` `5 000` are whole; `4.5` and `1,5` are not. */
function numberValue(number: string): number {
  if (/^\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,2})?$/.test(number)) return Number(number.replaceAll('.', '').replace(',', '.'))
  if (/^\d+,\d{1,2}$/.test(number)) return Number(number.replace(',', '.'))
  return Number(number.replace(/[, ]/g, ''))
}

/** "two thousand five hundred", "one and a half lakh"; "five" only if "to seven thousand" follows. */
function spokenPieces(text: string): Piece[] {
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
    const unit = words.findLast((word) => units.has(word))
    if (unit === undefined && !/^(?: to | or |-)\p{L}/u.test(text.slice(end, end + 5))) return []
    const scale = units.get(unit ?? '')
    const value = wordsValue(words) / (scale ?? 1)
    return [finish(text, { start, end, value, unit: scale, currency: undefined })]
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

function joinRange(text: string, first: Piece, second: Piece): Amount | undefined {
  const link = text.slice(first.end, second.start)
  const isBetween = link.trim() === 'and' && /\bbetween (?:about )?$/.test(text.slice(0, first.start).slice(-20))
  if (!(isBetween || rangeLink.test(link))) return undefined
  const high = second.value * (second.unit ?? (second.value < 1000 ? (first.unit ?? 1) : 1))
  const isShort = first.value < 1000 && (second.unit !== undefined || (first.value < 100 && high >= 1000))
  const low = first.value * (first.unit ?? (isShort ? (second.unit ?? 1000) : 1))
  if (low > high) return undefined
  const hasUnit = (first.unit ?? second.unit) !== undefined
  const currency = first.currency ?? second.currency
  return { start: first.start, end: second.end, low: round(low), high: round(high), currency, hasUnit }
}

function toAmount({ start, end, value, unit, currency }: Piece): Amount {
  const sum = round(value * (unit ?? 1))
  return { start, end, low: sum, high: sum, currency, hasUnit: unit !== undefined }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
