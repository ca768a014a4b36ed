import { allMatches } from './all-matches.ts'
import { type Amount, currencyOf, findAmounts } from './amounts.ts'
import {
  aboveAll,
  bareSum,
  budgetWord,
  cannot,
  contrast,
  countedThing,
  forOthers,
  given,
  incoming,
  offer,
  ofThat,
  otherMoney,
  otherPeople,
  othersSpend,
  othersSum,
  ownMoney,
  ownPlan,
  rateAfter,
  refusedBefore,
  restated,
  setAside,
  share,
  studioPrice,
  takenUp,
  theyPay,
  tooMuch,
} from './budget-cues.ts'
import type { Message } from './message.ts'

type Hit = { amount: Amount; rank: number; message: number }

/** Nobody pays as much, in whatever currency: a number like this is a joke or an attack. */
const absurd = 1e11

/** What the visitor would pay in all, as `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named. */
export function findBudget(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    const whole = withUnitBefore(messages[at - 1], message)
    if (whole !== undefined) hits.push({ amount: whole, rank: rank.called, message: at })
    for (const amount of findAmounts(message.low).slice(0, mostSums)) {
      if (amount.high > absurd) continue
      const meant = inheritUnit(amount, hits.at(-1)?.amount, message.low)
      const sure = rankOf(message.low, meant)
      if (sure !== undefined) hits.push({ amount: meant, rank: sure, message: at })
    }
  })
  const last = hits.at(-1)
  if (last === undefined) return null
  const together = hits.filter((hit) => hit.message === last.message)
  const best = Math.max(...together.map((hit) => hit.rank))
  const chosen = together.findLast((hit) => hit.rank === best) ?? last
  const currency =
    namedAfter(messages.slice(chosen.message + 1)) ??
    chosen.amount.currency ??
    currencyOf(atTheEnd.exec(messages[chosen.message]?.low ?? '')?.[1]) ??
    hits.findLast((hit) => hit.amount.currency !== undefined)?.amount.currency
  return format({ ...chosen.amount, currency })
}

const rank = { restated: 4, called: 3, own: 2, likely: 1 } as const

const onlyUnit =
  /^\W*(?:(?:in|i mean|sorry|that's|thats|its|it's|obviously|of course)\W+)*(thousands?|k|grand|lakhs?|lacs?|crores?|cr)\b(?! ?\p{L}{3,} \p{L}{3,} \p{L})/u

/** "like 5" and then "thousand i mean". */
function withUnitBefore(before: Message | undefined, message: Message): Amount | undefined {
  const unit = onlyUnit.exec(message.low)?.[1]
  if (unit === undefined || before === undefined || /\d/.test(message.low)) return undefined
  const bare = findAmounts(before.low).at(-1)
  if (bare === undefined || bare.hasUnit || bare.high >= 1000) return undefined
  return findAmounts(`${before.low.slice(bare.start, bare.end)} ${message.low.slice(message.low.indexOf(unit))}`)[0]
}

const onlyCurrency =
  /\b(?:in|it's|its|that's|thats|mean|meant|was|is) (?:in )?(usd|us dollars|dollars|cad|aud|inr|rupees|eur|euros?|gbp|pounds|aed|dirhams|sgd|chf)\b/

const bareCurrency =
  /^\W*(?:in )?(usd|us dollars|dollars|cad|aud|inr|rupees|rs|eur|euros?|gbp|pounds|aed|dirhams|sgd|chf)\W*$/

/** "max 30k for everything, usd". */
const atTheEnd =
  /[,(] ?(?:in |all in )?(usd|us dollars|dollars|cad|aud|inr|rupees|rs|eur|euros?|gbp|pounds|aed|dirhams|sgd|chf)\W*$/

/** "oh and it's in CAD", said after the sum. */
function namedAfter(messages: readonly Message[]): string | undefined {
  const code = messages
    .map(({ low }) =>
      low.length < 60 && !/\d/.test(low) ? (onlyCurrency.exec(low)?.[1] ?? bareCurrency.exec(low)?.[1]) : undefined,
    )
    .findLast(Boolean)
  return code === undefined ? undefined : currencyOf(code)
}

function format({ low, high, currency }: Amount): string {
  const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
  const sum = low === high ? number(low) : `${number(low)}-${number(high)}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

/** "make it 6" after "5 lakhs" is 6 lakhs. */
function inheritUnit(amount: Amount, before: Amount | undefined, text: string): Amount {
  if (before === undefined || amount.hasUnit || amount.currency !== undefined || amount.high >= 100) return amount
  if (
    !before.hasUnit ||
    !/\b(?:make it|actually|sorry|instead|not|rather|well|maybe|or|perhaps|ok|okay|fine)\b/.test(text)
  )
    return amount
  const scale = [10_000_000, 100_000, 1_000].find((unit) => before.high >= unit) ?? 1
  return { ...amount, low: amount.low * scale, high: amount.high * scale, hasUnit: true }
}

/** Who names more sums in one message sends a price list. */
const mostSums = 30

/** How far around a sum its meaning is looked for, in UTF-16 units. */
const reach = 200

const boundary =
  /[;!?\n]|\.(?!\d)|,(?!\d)|\b(?:but|though|although|whereas|while|however|if|includ(?:es?|ing)|incl|excluding|excl|except|plus|apart from|besides|without|not counting)\b/g

/** The part of the sentence that says what an amount is. */
function clauseOf(text: string, amount: Amount): { before: string; after: string; sentence: string } {
  const from = Math.max(0, amount.start - reach)
  const window = text.slice(from, amount.end + reach)
  let start = from
  let end = from + window.length
  for (const { index: at, 0: mark } of allMatches(window, boundary)) {
    const index = from + at
    if (index + mark.length <= amount.start && mark !== 'if') start = index + mark.length
    if (index >= amount.end) {
      end = mark === '?' ? index + 1 : index
      break
    }
  }
  return {
    before: text.slice(start, amount.start),
    after: text.slice(amount.end, end),
    sentence: sentenceAt(text, amount),
  }
}

function sentenceAt(text: string, amount: Amount): string {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?](?=\s)|\n/)
      .at(-1) ?? ''
  const tail = /^(?:[^.!?\n]|[.](?=\S))*[.!?]?/.exec(text.slice(amount.end, amount.end + reach))?.[0] ?? ''
  return head + text.slice(amount.start, amount.end) + tail
}

/** How sure it is that a sum is the budget: corrected, called so, their own money, or only likely; undefined for no budget at all. */
function rankOf(text: string, amount: Amount): number | undefined {
  const { before, after, sentence } = clauseOf(text, amount)
  const clause = `${before} ${after}`
  const isSetAside =
    given.test(before) ||
    setAside.test(before) ||
    (/\b(?:grant|fund\w*|budget)\b/.test(before) && share.test(after)) ||
    ofThat.test(after) ||
    /\bof which\s*(?:about |around |up to |some )?$/.test(before)
  const isOwn = isSetAside || ownMoney.test(clause)
  if (/\byou\s*:\s*$/.test(before) || (/^\s*which (?:is|was|means)\b/.test(before) && otherMoney.test(sentence)))
    return undefined
  if (rateAfter.test(after) || refusedBefore.test(before)) return undefined
  if (amount.high < 500 && /\b(?:per hour|hourly|an hour)\b/.test(text.slice(0, amount.start))) return undefined
  if (/\b(?:hourly|monthly|per month|per hour|annual|yearly)\s+(?:\p{L}+\s+){0,3}$/u.test(before)) return undefined
  if (othersSum.test(before) || othersSpend.test(before)) return undefined
  const isCalled = budgetWord.test(clause)
  if (cannot.test(before) && !aboveAll.test(before)) return undefined
  if (/\b(?:used to be|was|were|originally|initially|previously|earlier)\s+(?:about |around |only |at )?$/.test(before))
    return undefined
  if (tooMuch.test(after) || (!isOwn && tooMuch.test(sentence)) || contrast.test(before)) return undefined
  if (
    !isSetAside &&
    otherMoney.test(clause) &&
    !(isCalled && !otherMoney.test(before.slice(before.search(budgetWord))))
  )
    return undefined
  if (
    otherPeople.test(before) &&
    !/\b(?:budget|we (?:can|could|have|would)|i (?:can|could|have|would)|instead|comfortable|approved|agreed|sanctioned|indicated|now (?:it's|we have|i have|at))\b/.test(
      before,
    ) &&
    !(forOthers.test(text) && theyPay.test(before))
  )
    return undefined
  if (
    !/\b(?:i|we)(?:'ve| have| got|'ve got| have got) (?:about |around )?$/.test(before) &&
    /^\s*(?:,?\s*(?:was|from)\s+(?:another|other|the|an?|our|my)\b|by (?:another|other|(?:our|my) (?:last|old|previous|friend))\b|\s*(?:quote|quotation|already)\b)/.test(
      after,
    )
  )
    return undefined
  if (/\brais(?:e|ing)\b/.test(before) && !/\bbudget\b/.test(before)) return undefined
  if (!isSetAside && !isCalled && incoming.test(sentence) && !/\b(?:spend|afford|can)\b/.test(clause)) return undefined
  if (amount.high === 0 && amount.currency === undefined && !/\bbudget\b/.test(clause)) return undefined
  if (isStudioPrice(clause, sentence, isOwn)) return undefined
  return isMoney(text, amount, { clause, after, sentence }, isOwn)
    ? restated.test(before) ||
      /\b(?:scratch that|no wait|wait no|make that|correction|i mean)\W*$/.test(text.slice(0, amount.start)) ||
      share.test(after) ||
      /\bof which\b[^,]*$/.test(before)
      ? rank.restated
      : isCalled
        ? rank.called
        : isOwn
          ? rank.own
          : rank.likely
    : undefined
}

function isStudioPrice(clause: string, sentence: string, isOwn: boolean): boolean {
  if (takenUp.test(sentence) && !/\bwhat|\bwhy|\bwhich|\bdoes\b/.test(sentence)) return false
  if (ownPlan.test(sentence) && !/\byour\b/.test(sentence)) return false
  if (/\b(?:packages?|plans?|tiers?)\b/.test(clause)) return true
  if (offer.test(sentence) || /\b(?:budget|my price|our price|we have|i have|afford|spend)\b/.test(sentence))
    return false
  if (/^\s*(?:so |and |but |then )*(?:it's|its|that's|it is|that is) [$₹€£]?\d[^?]{0,14}\?/.test(sentence)) return true
  if (/^\s*(?:so |and |but )?is [^?]{2,12} (?:the|your) (?:\w+ )?(?:total|final|full|price|cost|fee)\b/.test(sentence))
    return true
  if (
    /^\s*(?:so |and |but )?(?:does|do|is|are|why|will)\b.*\b(?:includ|come with|contain|negotiable|fixed|final|firm)/.test(
      sentence,
    )
  )
    return true
  if (/\?/.test(sentence) && /\b(?:cost|price|charge|fee)\b/.test(clause) && !/\b(?:keep|under|below)\b/.test(clause))
    return true
  return studioPrice.test(clause) && !(isOwn && !/\?|\byour?\b/.test(sentence))
}

/** A sum with a currency is money; "5k" where money is talked of or alone; a bare number only as a budget or a reply. */
function isMoney(
  text: string,
  amount: Amount,
  { clause, after, sentence }: { clause: string; after: string; sentence: string },
  isOwn: boolean,
): boolean {
  const isReply = isReplyWith(text, amount)
  if (amount.currency !== undefined) return amount.hasUnit || amount.high >= 50 || isOwn || isReply
  if (
    (countedThing.test(after) && !/grand$/.test(text.slice(amount.start, amount.end))) ||
    /^\s*(?:%|:|\/\d|-(?!ish)\p{L}|st\b|nd\b|rd\b|th\b|am\b|pm\b|x\b)/u.test(after)
  )
    return false
  const isBudget =
    (takenUp.test(text) && /^\s*(?:package|plan|one)\b/.test(after)) ||
    /\b(?:budget|bugdet|buget|budgt|spend|invest|afford|pay|allocated|set aside|(?:do|make|build|finish|complete|fix) (?:it|this|that|everything|the \S+) (?:in|for|within|under)|limit|go with|go for|(?:can't|cannot|can not|cant|won't) (?:do|pay|go|spend) (?:more than|over|above)|(?:can|could) (?:\w+ )?(?:do|pay|offer|manage|go)|gave (?:me|us)|okayed|signed off on|given|of which|settle (?:on|for)|consider|accept|thinking|exceed|approved for|left|remaining|got|have|sound|more like|make it|stick (?:to|with)|keep it (?:at|under|below))\b/.test(
      clause,
    )
  if (amount.hasUnit) return isBudget || isOwn || isReply || offer.test(sentence) || isListed(text, amount)
  if (isYear(amount) && !isBudget) return false
  return (isBudget && !isNumberOfOther(clause, amount)) || (isReply && amount.high >= 100 && amount.high < 10_000_000)
}

function isYear(amount: Amount): boolean {
  return amount.low >= 1990 && amount.low <= 2040 && amount.low === amount.high
}

function isNumberOfOther(clause: string, amount: Amount): boolean {
  return amount.high < 50 && !/\bbudget\b/.test(clause)
}

function isReplyWith(text: string, amount: Amount): boolean {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?\n]\s|\n/)
      .at(-1) ?? ''
  const tail = text.slice(amount.end, amount.end + reach).split(/(?<=[.!?])\s/)[0] ?? ''
  return (
    bareSum.test(head) &&
    /^\s*(?:\+|-?ish|max|or so|works(?: for (?:me|us))?|tops|approx|total|only|range|minimum|is fine|is (?:my|our) (?:max|limit|budget)|ok|all in|maybe|i think|is what|would be|for (?:this|it|the|now|everything)|in total|one[- ]?time|flat|fixed|hai|lol|tak|final|please|pls|at most|not \S+|(?:if|when|in case) .{1,60})?(?<!\w(?=\w))[\s.,!?]*(?:$|\n)/.test(
      tail,
    )
  )
}

/** A segment of a list of answers: "booking app, 5k, 6 weeks". */
function isListed(text: string, amount: Amount): boolean {
  const head =
    text
      .slice(Math.max(0, amount.start - reach), amount.start)
      .split(/[.!?,;\n|]\s*|\s-\s/)
      .at(-1) ?? ''
  const tail = text.slice(amount.end, amount.end + reach).split(/[.!?,;\n|]|\s-\s/)[0] ?? ''
  return head.trim() === '' && tail.trim() === ''
}
