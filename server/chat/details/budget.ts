import { findCurrency } from '../../../platform/text/money.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { type Clause, spanOf } from './clauses.ts'
import { has, type Token, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

/** The newest valid budget. Without a currency, the chat asks for it. */
export type Budget = { from: number; to: number; currency: string | undefined; text: string }
/** With the unit that a correction borrows. */
export type KnownBudget = Budget & { scale: number }

const cues =
  wordList(`budget budget's budget-wise budgeted spending_more_than as_high_as my_limit our_limit to_spend can_spend could_spend would_spend will_spend to_invest can_invest afford set_aside put_aside willing_to_pay can_pay could_pay happy_to_pay
  ready_to_pay able_to_pay go_over go_to go_up_to go_above go_beyond stretch_to is_what_i is_what_i've is_what_we is_what_we've is_all_i is_all_we my_range our_range the_range buy_me buy_us get_me get_us`)
const shortCues = new Map([...cues, ...wordList('max maximum tops')])
/** “can you do it for $3,400?” */
const offers = wordList(
  'you_do u_do you_build u_build you_make u_make you_create you_develop u_develop do_it make_it get_it',
)
/** “would 1200 pounds be enough?” */
const questions = wordList(
  'ok okay enough cover doable possible feasible sufficient realistic would_do will_do jayega chalega',
)
/** “I have 6000 for a members app”, but not “we have $400 in costs” */
const owned = /^(?:(?:but|so|and) )?(?:i|we|she|he)(?: (?:have|has)|(?: |')?(?:ve|s)? ?got| ?'?ve)$/
const fillers =
  wordList(`about around approx approximately roughly maybe say like max maximum total in all ~ thinking up to . , - tops only just ok so or it's
  at most`)
/** What may follow a number without a currency. In “50 employees”, the word after it says what it counts. */
const followers =
  wordList(`, . ? ! ) - – ( : / ok okay max maximum total tops for is do buy get like as or and but budget would should be could enough maybe if so to in at still
  right now because kya tak me mein hai only please pls lol not i we by before though just can its it's it all set`)
const currencyFillers = wordList("in us , . i said meant mean not yes it's please")
const [minSum, maxSum, maxBareSum] = [50, 1e9, 1e7]

/** @param known the budget so far, which a correction replaces */
export function findBudget(clause: Clause, asked: string | undefined, known?: KnownBudget): KnownBudget | undefined {
  const [amount, ...others] = amountsIn(clause.tokens).filter((each) => isSum(clause.tokens, each))
  if (amount === undefined) return withCurrency(clause, asked, known)
  if (others.length > 0 || has(vetoes.budget, clause.tokens)) return undefined
  const isCorrected = known !== undefined && clause.isCorrection
  const { from, to, scale, currency } = isCorrected ? borrowed(amount, known) : amount
  const isSaid = isCorrected || (asked === 'budget' && (clause.isShort || !amount.isBare)) || hasCue(clause, amount)
  if (!isSaid || (from > 0 && from < minSum) || to > maxSum) return undefined
  return { from, to, scale, currency, text: spanOf(clause, amount.start, amount.end) }
}

/** `5000 USD`, `5000-9000 USD`, or `5000`. */
export function budgetText({ from, to, currency = '' }: Budget): string {
  const [low, high] = [from, to].map((sum) => (Number.isInteger(sum) ? `${sum}` : sum.toFixed(2)))
  return `${low === high ? low : `${low}-${high}`} ${currency}`.trim()
}

/** Not a date, a phone number, or a count. */
function isSum(tokens: readonly Token[], { start, end, isBare, currency, to }: Amount): boolean {
  const [before, after] = [tokens[start - 1], tokens[end]]
  const isRate = after?.lower === '/' && tokens[end + 1]?.kind === 'word'
  const isPart = before?.kind === 'number' || /^[/.:+#*_-]$/.test(before?.lower ?? '') || after?.kind === 'number'
  const isOther = isBare && (to >= maxBareSum || /^20[23]\d$/.test(`${to}`))
  const isFree = !isPart && !isOther && (after === undefined || followers.has(after.lower))
  return !isRate && (currency !== undefined || isFree)
}

function hasCue({ tokens, isShort, isQuestion }: Clause, { start, end, isBare }: Amount): boolean {
  const before = tokens.slice(0, start).filter(({ lower }) => !fillers.has(lower))
  const rest = [...before, ...tokens.slice(end)]
  const isAlone = !isBare && rest.every(({ lower }) => fillers.has(lower))
  const isOffer = !isBare && has(offers, before) && /^(?:for|under|within|below)$/.test(before.at(-1)?.lower ?? '')
  const isFor = !isBare || rest.some(({ lower }) => lower === 'for')
  const isAsked = (!isBare || (isFor && (isShort || isQuestion))) && has(questions, rest)
  const owner = before.slice(-3).map(({ lower }) => lower)
  const isOwned =
    owned.test(owner.join(' ')) && /^(?:|,|for|to|max|in|set|saved|kept|left|from|aside)$/.test(wordAt(tokens, end))
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
  const named = tokens.flatMap(({ lower }, at) =>
    wordAt(tokens, at - 1) === 'not' || wordAt(tokens, at + 1) === '?' ? [] : (findCurrency(lower) ?? []),
  )
  const isAlone = tokens.every(({ lower }) => currencyFillers.has(lower) || findCurrency(lower) !== undefined)
  if (known && asked === 'currency' && has(vetoes.budget, tokens)) return { ...known, currency: undefined }
  const isSaid = (asked === 'currency' && isShort) || (isAlone && known?.currency === undefined)
  return known && named.length === 1 && isSaid ? { ...known, currency: named[0] } : undefined
}
