import { type Amount, currencyOf, findAmounts } from './amounts.ts'
import * as cues from './budget-cues.ts'
import type { Message } from './message.ts'

type Hit = { amount: Amount; isSure: boolean; message: number }

/** Nobody pays as much, in whatever currency: a number like this is a joke or an attack. */
const absurd = 1e11
/** Who names more sums in one message sends a price list. */
const mostSums = 30
/** How far around a sum its meaning is looked for, in UTF-16 units. */
const reach = 200

/** What the visitor would pay in all, as `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named. */
export function findBudget(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    const whole = withUnitAfter(messages[at - 1], message)
    if (whole !== undefined) hits.push({ amount: whole, isSure: true, message: at })
    for (const amount of findAmounts(message.low).slice(0, mostSums)) {
      const words = around(message.low, amount)
      const isSetAside = cues.setAside.test(words.before)
      if (amount.high > absurd || isNotTheirs(words, isSetAside) || isStudioPrice(words)) continue
      if (!isSetAside && !isMoney(message.low, amount, words)) continue
      hits.push({ amount, isSure: isSetAside || cues.budgetWord.test(words.clause), message: at })
    }
  })
  const together = hits.filter((hit) => hit.message === hits.at(-1)?.message)
  const chosen = together.findLast(({ isSure }) => isSure) ?? together.at(-1)
  if (chosen === undefined) return null
  const currency =
    namedAfter(messages.slice(chosen.message)) ??
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
function namedAfter(messages: readonly Message[]): string | undefined {
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

/** The part of the sentence that says what an amount is. */
function around(text: string, amount: Amount): Around {
  const head = text.slice(Math.max(0, amount.start - reach), amount.start)
  const tail = text.slice(amount.end, amount.end + reach)
  const before = head.split(boundary).at(-1) ?? ''
  const after = tail.split(boundary)[0] ?? ''
  const sentence = `${head.split(/[.!?]\s|\n/).at(-1)}${tail.split(/(?<=[.!?])(?:\s|$)|\n/)[0]}`
  return { before, after, clause: `${before} ${after}`, sentence }
}

function isNotTheirs({ before, after, clause }: Around, isSetAside: boolean): boolean {
  if (cues.rateAfter.test(after) || cues.refused.test(before) || cues.tooMuch.test(after)) return true
  if (cues.cannot.test(before) || cues.othersSum.test(before)) return true
  return !isSetAside && !cues.budgetWord.test(before) && cues.otherMoney.test(clause)
}

function isStudioPrice({ clause, sentence }: Around): boolean {
  if (cues.takenUp.test(sentence)) return false
  return cues.studioPrice.test(clause) || (sentence.endsWith('?') && /\b(?:cost|price|charge|fee)\b/.test(clause))
}

/** A sum with a currency is money; "5k" where money is talked of or alone; a bare number only as a budget or a reply. */
function isMoney(text: string, { start, low, high, currency, hasUnit }: Amount, words: Around): boolean {
  if (currency !== undefined) return high >= 50 || /budget/.test(words.clause)
  const next = /^[+\s-]{0,3}([\p{L}']{1,20})/u.exec(words.after)?.[1] ?? ''
  if (cues.countedThing.test(words.after) && !cues.notCounted.has(next)) return false
  const isOwn = cues.ownMoney.test(words.clause)
  const isReply = isReplyAt(text, start)
  if (hasUnit) return isOwn || isReply
  const isYear = low >= 1990 && high <= 2040
  if (high < 50 || isYear) return /budget/.test(words.clause)
  return isOwn || (isReply && high >= 100 && high < 10_000_000)
}

/** A reply or a segment of a list that is nothing but the sum: "like 5k", "booking app, 5k, 6 weeks". */
function isReplyAt(text: string, start: number): boolean {
  const head = text.slice(Math.max(0, start - 60), start).split(/[.!?\n,;|]/)
  return (head.at(-1) ?? '').split(/[^\p{L}']/u).every((word) => word === '' || cues.replyWords.has(word))
}
