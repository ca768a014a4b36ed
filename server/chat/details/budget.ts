import { findCurrency } from '../../../platform/text/money.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { type Clause, spanOf } from './clauses.ts'
import { has, type Token, wordList } from './tokens.ts'

/** The newest valid budget. Without a currency, the chat asks for it. */
export type Budget = { from: number; to: number; currency: string | undefined; text: string }
/** With the unit that a correction borrows. */
export type KnownBudget = Budget & { scale: number }

/** A sum beside one of these isn't what the visitor would pay in all. */
export const budgetVetoes = wordList(
  // “last dev charged me 9k”, “I've got quotes for 12k”, “an agency offered to do it for €9,000”
  'charged charges charge quote quotes quoted paid offered agency agencies freelancer freelancers last dev cousin competitor competitors',
  // “we raised 500k”, “$2M in revenue”, “my rent is 2000”, “insurance of 1 million”, “2400 sq ft”, “ISO 27001”
  'raised funding revenue turnover profit sales rent insurance loan salary earn makes made sold worth lost saved save sq iso gdpr phone number whatsapp',
  // “$400 a month”, “hourly rate of $50”, “500 extra for a rush”, “3 installments of 1000”, “20 %”
  'per month monthly mo week weekly hour hourly hr year yearly annual annually daily rate extra installments instalments upfront deposit % percent each',
  // “is $2,999 the package price?”, “marketing budget of 2000”, “their budget is 5k”, “customers would pay $20”
  'package includes include marketing ad ads their his her they hosting subscription fee fees tax vat refund products items users customers clients visitors employees',
)
const cues = wordList(
  'budget budgeted spend spending invest afford set_aside put_aside willing_to_pay can_pay could_pay happy_to_pay ready_to_pay able_to_pay',
  'go_over go_to go_up_to go_above go_beyond stretch_to',
)
const shortCues = new Map([...cues, ...wordList('max maximum tops')])
/** “can you do it for $3,400?” */
const offers = wordList('you_do you_build you_make you_create you_develop')
/** “would 1200 pounds be enough?” */
const questions = wordList('ok okay enough doable possible feasible sufficient realistic jayega chalega')
/** “I have 6000 for a members app”, but not “we have $400 in costs” */
const owned = /^(?:(?:but|so|and) )?(?:i|we|she|he)(?: (?:have|has)|(?: |')?(?:ve|s)? ?got)$/
const fillers = wordList(
  "about around approx approximately roughly maybe say like max maximum total in all ~ thinking up to . , - tops only just ok so or it's at most",
)
/** What may follow a number without a currency. In “50 employees”, the word after it says what it counts. */
const followers = wordList(
  ', . ? ! ) - – ( : / ok okay max maximum total tops for is or and but budget would should be could enough maybe if so to in at still right now because kya tak',
  "me mein hai only please pls lol not i we by before though just can its it's it all set",
)
const [minSum, maxSum, maxBareSum] = [50, 1e9, 1e7]

/** @param known the budget so far, which a correction replaces */
export function findBudget(clause: Clause, asked: string | undefined, known?: KnownBudget): KnownBudget | undefined {
  const [amount, ...others] = amountsIn(clause.tokens).filter((each) => isSum(clause.tokens, each))
  if (amount === undefined) return withCurrency(clause, asked, known)
  if (others.length > 0 || has(budgetVetoes, clause.tokens)) return undefined
  const isCorrected = known !== undefined && clause.isCorrection
  const { from, to, scale, currency } = isCorrected ? borrowed(amount, known) : amount
  const isSaid = isCorrected || (asked === 'budget' && clause.isShort) || hasCue(clause, amount)
  if (!isSaid || (from > 0 && from < minSum) || to > maxSum) return undefined
  return { from, to, scale, currency, text: spanOf(clause, amount.start, amount.end) }
}

/** `5000 USD`, `5000-9000 USD`, or `5000`. */
export function budgetText({ from, to, currency }: Budget): string {
  const sum = from === to ? `${from}` : `${from}-${to}`
  return currency === undefined ? sum : `${sum} ${currency}`
}

/** Not a date, a phone number, or a count. */
function isSum(tokens: readonly Token[], { start, end, isBare, currency, to }: Amount): boolean {
  const [before, after, next] = [tokens[start - 1], tokens[end], tokens[end + 1]]
  const isRate = after?.lower === '/' && next?.kind === 'word'
  const isPart = before?.kind === 'number' || /^[/.:+#*_-]$/.test(before?.lower ?? '') || after?.kind === 'number'
  const isFree = !isPart && (after === undefined || followers.has(after.lower)) && !(isBare && to >= maxBareSum)
  return !isRate && (currency !== undefined || isFree)
}

function hasCue({ tokens, isShort, isQuestion }: Clause, { start, end, isBare }: Amount): boolean {
  const before = tokens.slice(0, start).filter(({ lower }) => !fillers.has(lower))
  const rest = [...before, ...tokens.slice(end)]
  const isAlone = !isBare && rest.every(({ lower }) => fillers.has(lower))
  const isOffer = !isBare && has(offers, before) && /^(?:for|under|within|below)$/.test(before.at(-1)?.lower ?? '')
  const isFor = !isBare || rest.some(({ lower }) => lower === 'for')
  const isAsked = isFor && (isShort || isQuestion) && has(questions, rest)
  const owner = before.slice(-3).map(({ lower }) => lower)
  const isOwned = owned.test(owner.join(' ')) && /^(?:|,|for|to|max|in|set)$/.test(tokens[end]?.lower ?? '')
  return isAlone || isOffer || isAsked || isOwned || has(isShort ? shortCues : cues, tokens)
}

/** “make that 6” after “4k” */
function borrowed(amount: Amount, known: KnownBudget): Amount {
  const unit = amount.scale === 1 && amount.to * 50 < known.to ? known.scale : 1
  const { currency = known.currency, from, to, scale } = amount
  return { ...amount, from: from * unit, to: to * unit, scale: unit * scale, currency }
}

/** “dollars”, after we asked for the currency, or “i said dollars not rupees”. */
function withCurrency({ tokens, isShort }: Clause, asked: string | undefined, known: KnownBudget | undefined) {
  const named = tokens.flatMap(({ lower }, at) => (tokens[at - 1]?.lower === 'not' ? [] : (findCurrency(lower) ?? [])))
  const [currency, ...others] = named
  const isSaid =
    asked === 'currency' || (known?.currency === undefined && /^(?:i|in|sorry|us)$/.test(tokens[0]?.lower ?? ''))
  return known && currency && others.length === 0 && isShort && isSaid ? { ...known, currency } : undefined
}
