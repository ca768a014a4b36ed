import { type Amount, currencyOf, findAmounts } from './amounts.ts'
import * as cues from './budget-cues.ts'
import type { Message } from './message.ts'

type Hit = { amount: Amount; rank: number; message: number }

/** Nobody pays as much, in whatever currency: a number like this is a joke or an attack. */
const absurd = 1e11
/** Who names more sums in one message sends a price list. */
const mostSums = 30
/** How far around a sum its meaning is looked for, in UTF-16 units. */
const reach = 200
const rank = { restated: 3, called: 2, likely: 1 } as const

/** What the visitor would pay in all, as `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named. */
export function findBudget(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    const whole = withUnitAfter(messages[at - 1], message)
    if (whole !== undefined) hits.push({ amount: whole, rank: rank.called, message: at })
    for (const amount of findAmounts(message.low).slice(0, mostSums)) {
      const meant = inheritUnit(amount, hits.at(-1)?.amount, message.low)
      const sure = meant.high > absurd ? undefined : rankOf(message.low, meant)
      if (sure !== undefined) hits.push({ amount: meant, rank: sure, message: at })
    }
  })
  const together = hits.filter((hit) => hit.message === hits.at(-1)?.message)
  const best = Math.max(...together.map((hit) => hit.rank))
  const chosen = together.findLast((hit) => hit.rank === best)
  if (chosen === undefined) return null
  const currency =
    namedAfter(messages.slice(chosen.message + 1)) ??
    chosen.amount.currency ??
    currencyOf(atTheEnd.exec(messages[chosen.message]?.low ?? '')?.[1]) ??
    hits.findLast((hit) => hit.amount.currency !== undefined)?.amount.currency
  return format({ ...chosen.amount, currency })
}

/** "like 5" and then "thousand i mean". */
function withUnitAfter(before: Message | undefined, message: Message): Amount | undefined {
  const number = /(?<!\d)\d{1,3}(?=\W{0,2}$)/.exec(before?.low.slice(-6) ?? '')?.[0]
  const unit = /^\W{0,3}(?:thousand|k|grand|lakhs?|lacs?|crores?)\b.{0,20}/.exec(message.low)?.[0]
  return number === undefined || unit === undefined ? undefined : findAmounts(`${number} ${unit}`)[0]
}

/** "max 30k for everything, usd". */
const atTheEnd = /[,(] ?(?:all )?(?:in )?((?:us )?\p{L}{2,8})\W{0,3}$/u
const onlyCurrency =
  /(?:^\W{0,3}|\b(?:in|it's|its|that's|thats|mean|meant|was|is) (?:in )?)((?:us )?\p{L}{2,8})(?=\W{0,3}$)/u

/** "oh and it's in CAD", said after the sum. */
function namedAfter(messages: readonly Message[]): string | undefined {
  return messages
    .map(({ low }) => (/\d/.test(low) ? undefined : currencyOf(onlyCurrency.exec(low.slice(-40))?.[1])))
    .findLast(Boolean)
}

function format({ low, high, currency }: Amount): string {
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
  const sum = low === high ? number(low) : `${number(low)}-${number(high)}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

/** "make it 6" after "5 lakhs" is 6 lakhs. */
function inheritUnit(amount: Amount, before: Amount | undefined, text: string): Amount {
  const isShort = !amount.hasUnit && amount.currency === undefined && amount.high < 100
  if (!before?.hasUnit || !isShort || !/\b(?:make it|actually|sorry|instead|not|rather|maybe|or)\b/.test(text))
    return amount
  const scale = [10_000_000, 100_000, 1_000].find((unit) => before.high >= unit) ?? 1
  return { ...amount, low: amount.low * scale, high: amount.high * scale, hasUnit: true }
}

const boundary =
  /[;!?\n]|\.(?!\d)|,(?!\d)|\b(?:but|though|although|whereas|while|however|includ(?:es?|ing)|excluding|except|plus|apart from|besides|without)\b/g

type Around = { before: string; after: string; clause: string; sentence: string }

/** The part of the sentence that says what an amount is. */
function around(text: string, amount: Amount): Around {
  const head = text.slice(Math.max(0, amount.start - reach), amount.start)
  const tail = text.slice(amount.end, amount.end + reach)
  const before = head.split(boundary).at(-1) ?? ''
  const after = tail.split(boundary)[0] ?? ''
  const opening = head.split(/[.!?]\s|\n/).at(-1) ?? ''
  const closing = /^(?:[^.!?\n]|\.(?=\S)){0,200}[.!?]?/.exec(tail)?.[0] ?? ''
  const sentence = opening + text.slice(amount.start, amount.end) + closing
  return { before, after, clause: `${before} ${after}`, sentence }
}

/** How sure it is that a sum is the budget: corrected, called so, or only likely; undefined for no budget at all. */
function rankOf(text: string, amount: Amount): number | undefined {
  const words = around(text, amount)
  const { before, after, clause } = words
  const isSetAside = cues.setAside.test(before) || cues.ofThat.test(after)
  if (isNotTheirs(words, isSetAside) || isStudioPrice(words)) return undefined
  if (!isMoney(text, amount, words) && !(isSetAside && amount.hasUnit)) return undefined
  if (isSetAside || cues.restated.test(before)) return rank.restated
  return cues.budgetWord.test(clause) ? rank.called : rank.likely
}

function isNotTheirs({ before, after, clause, sentence }: Around, isSetAside: boolean): boolean {
  if (cues.rateAfter.test(after) || cues.refused.test(before) || cues.tooMuch.test(after)) return true
  if (cues.cannot.test(before) && !cues.aboveAll.test(before)) return true
  if (cues.othersSum.test(before) && !cues.stillOwn.test(before)) return true
  const calledAt = before.search(cues.budgetWord)
  if (isSetAside || (calledAt >= 0 && !cues.otherMoney.test(before.slice(calledAt)))) return false
  return cues.otherMoney.test(clause) || cues.incoming.test(sentence)
}

function isStudioPrice({ clause, sentence }: Around): boolean {
  if (cues.takenUp.test(sentence)) return false
  if (cues.packages.test(clause)) return true
  if (cues.offer.test(sentence) || cues.ownMoney.test(sentence)) return false
  return cues.studioPrice.test(clause) || (sentence.endsWith('?') && /\b(?:cost|price|charge|fee)\b/.test(clause))
}

/** A sum with a currency is money; "5k" where money is talked of or alone; a bare number only as a budget or a reply. */
function isMoney(text: string, amount: Amount, { before, after, clause, sentence }: Around): boolean {
  const isReply = isReplyWith(text, amount)
  if (amount.currency !== undefined) return amount.high >= 50 || isReply || (amount.high === 0 && /budget/.test(clause))
  const next = /^[\p{L}']{1,20}/u.exec(after.replace(/^[+\s-]{0,3}/, ''))?.[0] ?? ''
  if (cues.countedThing.test(after) && !cues.notCounted.has(next)) return false
  const isOwn = cues.ownMoney.test(clause)
  if (amount.hasUnit) return isOwn || isReply || cues.offer.test(sentence) || /[,;\n|]\s?$/.test(before)
  const isYear = amount.low >= 1990 && amount.high <= 2040
  if (amount.high < 50 || isYear) return /budget/.test(clause)
  return isOwn || (isReply && amount.high >= 100 && amount.high < 10_000_000)
}

/** A reply or a segment of a list that is nothing but the sum: "like 5k", "booking app, 5k, 6 weeks". */
function isReplyWith(text: string, amount: Amount): boolean {
  const head =
    text
      .slice(Math.max(0, amount.start - 60), amount.start)
      .split(/[.!?\n,;|]\s?/)
      .at(-1) ?? ''
  return head.split(/[^\p{L}']+/u).every((word) => word === '' || cues.replyWords.has(word))
}
