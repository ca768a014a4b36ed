import type { Heard, Offer } from '../../../platform/content/chat/talk.ts'
import { formatMoney } from '../../../platform/text/money.ts'
import { readNumberWords } from '../../../platform/text/number-words.ts'
import { type Answers, comparisonId, comparisonIds } from '../answers.ts'
import type { Budget } from '../details/budget.ts'
import type { Details } from '../details/extract.ts'
import type { ChatState } from '../state.ts'
import { tokenize } from '../understand/model.ts'
import type { Understood } from '../understand/understand.ts'
import {
  capitalizedDates,
  foreignWords,
  productDenials,
  productOwners,
  productStarters,
  productWishes,
  productWishesAfter,
  selves,
} from './words.ts'

/** What a sentence can have a slot for. */
export type SlotKind = 'product' | 'users' | 'budget' | 'date' | 'name' | 'offer' | 'titles'

/**
 * What the visitor said in this message, in the chat's own words: from lists, or formatted by code. The chat never repeats a
 * visitor's words as they are.
 */
export type Slots = Partial<Record<SlotKind, string>>

export type HeardPhrases = Readonly<Record<'products' | 'businesses' | 'people', ReadonlyMap<string, string>>>

export function heardPhrases({ products, businesses, people }: Heard): HeardPhrases {
  return { products: phraseMap(products), businesses: phraseMap(businesses), people: phraseMap(people) }
}

export function slotsOf(
  { clauses }: Pick<Understood, 'clauses'>,
  { asked }: Pick<ChatState, 'asked'>,
  { newest, budget }: Pick<Details, 'newest' | 'budget'>,
  heard: HeardPhrases,
): Slots {
  const describing = clauses.filter(({ act, text }) => {
    const isAnswer = act === 'respond' && asked?.expects === 'product'
    const isRequirement = newest.requirements !== null && text.includes(newest.requirements)
    return act === 'describe' || isAnswer || isRequirement
  })
  const namingUsers = clauses.filter(({ act }) => act === 'respond' && asked?.expects === 'users')
  const slots: Slots = {}
  const product = productIn(textOf(describing), heard)
  const users = peopleIn(textOf(namingUsers), heard)
  const name = firstName(newest.name)
  if (product !== undefined) slots.product = product
  if (users !== undefined) slots.users = users
  if (newest.budget !== null && budget !== null) slots.budget = budgetText(budget)
  if (newest.timeline !== null) slots.date = capitalized(newest.timeline)
  if (name !== undefined) slots.name = name
  return slots
}

function textOf(clauses: readonly { text: string }[]): string {
  return clauses.map(({ text }) => text).join(' ')
}

/** “a booking system for a dental clinic”: the first product and the first business of the lists. */
function productIn(text: string, { products, businesses, people }: HeardPhrases): string | undefined {
  const words = tokenize(text)
  const product = phrasesIn(text, products).find(({ start }) => isWished(words, start))
  if (product === undefined) return undefined
  const [business] = phrasesIn(text, businesses)
  const users = phrasesIn(text, people).find(({ start }) => words[start - 1] === 'for')
  const customer = business ?? users
  if (customer === undefined || customer.said === product.said) return product.said
  return `${product.said} for ${customer.said}`
}

const maxWishDistance = 7
const maxWishDistanceAfter = 5

/** Whether the product at `start` is what they want, rather than what they have: “our site”, “in a notes app”. */
function isWished(words: readonly string[], start: number): boolean {
  if (productOwners.has(words[start - 1] ?? '')) return false
  const before = words.slice(Math.max(0, start - maxWishDistance), start)
  if (before.some((word) => productDenials.has(word))) return false
  const isFirst = start <= 1 || before.every((word) => productStarters.has(word))
  const after = words.slice(start, start + maxWishDistanceAfter)
  return isFirst || before.some((word) => productWishes.has(word)) || after.some((word) => productWishesAfter.has(word))
}

const maxGroups = 4
const smallNumbers = 'zero one two three four five six seven eight nine'.split(' ')

/** “you, two hygienists, and the front desk”; undefined if the lists know none of the people. */
function peopleIn(text: string, { people }: HeardPhrases): string | undefined {
  const words = tokenize(text)
  const found = phrasesIn(text, people).map(({ said, start }) => {
    const count = words[start - 1] ?? ''
    const number = /^\d{1,5}$/.test(count) ? Number(count) : readNumberWords(count)
    if (number === undefined || number < 2) return said
    return `${smallNumbers[number] ?? number.toLocaleString('en')} ${said}`
  })
  if (found.length === 0 || found.length > maxGroups) return undefined
  const includesSelf = words.some((word) => selves.has(word)) && !found.includes('you')
  const groups = includesSelf ? ['you', ...found] : found
  // “300 students” are the students.
  const distinct = groups.filter((group) => !groups.some((other) => other.endsWith(` ${group}`)))
  return new Intl.ListFormat('en').format([...new Set(distinct)])
}

/** `$6,000`, `$5,000 to $9,000`, or `6,000` if the visitor named no currency. */
function budgetText({ from, to, currency }: Budget): string {
  const format = (amount: number) =>
    currency === undefined ? amount.toLocaleString('en') : formatMoney({ amount, currency })
  return from === to ? format(from) : `${format(from)} to ${format(to)}`
}

const maxNameCharacters = 20

/** A first name of plain letters. The chat doesn't say others. */
function firstName(name: string | null): string | undefined {
  const [first = ''] = (name ?? '').split(/\s+/)
  if (!/^[\p{L}\p{M}'’-]{2,}$/u.test(first) || first.length > maxNameCharacters) return undefined
  return capitalized(first === first.toUpperCase() ? first.toLowerCase() : first)
}

function capitalized(text: string): string {
  const words = text.split(' ').map((word) => (capitalizedDates.has(word.toLowerCase()) ? upperFirst(word) : word))
  return upperFirst(words.join(' '))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The longest phrases in the lists. */
const maxPhraseWords = 5

type FoundPhrase = { phrase: string; said: string; start: number; end: number }

/** Finds the list's longest phrases in text, from left to right, without overlaps. Linear in the text. */
export function phrasesIn(text: string, phrases: ReadonlyMap<string, string>): FoundPhrase[] {
  const tokens = tokenize(text)
  const found: FoundPhrase[] = []
  for (let start = 0; start < tokens.length; start++) {
    for (let length = Math.min(maxPhraseWords, tokens.length - start); length > 0; length--) {
      const phrase = tokens.slice(start, start + length).join(' ')
      const said = phrases.get(phrase)
      if (said === undefined) continue
      found.push({ phrase, said, start, end: start + length })
      start += length - 1
      break
    }
  }
  return found
}

/** Keys are what `phrasesIn` looks up. */
function phraseMap(entries: Iterable<readonly [string, string]>): Map<string, string> {
  return new Map([...entries].map(([phrase, said]) => [tokenize(phrase).join(' '), said]))
}

const minForeignWords = 2

/** Whether a message is in another language, or mostly in another script. */
export function isForeign(text: string): boolean {
  const words = tokenize(text).filter((word) => /\p{L}/u.test(word))
  const foreign = words.filter((word) => foreignWords.has(word) || !/^\p{Script=Latin}+$/u.test(word))
  const isEnough = foreign.length >= Math.min(minForeignWords, words.length)
  return words.length > 0 && isEnough && foreign.length * 4 >= words.length
}

type Price = { offer: Offer; index: number; budget: Offer['budgets'][number] }
const maxCompared = 2

/**
 * The sentences that compare the visitor's sum with prices: with those of the offer that was mentioned or, without one, with the
 * most expensive general offer that the sum covers and the cheapest one that it doesn't. Never an agreement.
 * @returns IDs; none if the currency isn't known, or the sum is one of the studio's own prices (that asks about it)
 */
export function compareBudget(budget: Budget | null, mentioned: Offer | undefined, { talk }: Answers): string[] {
  const prices = talk.offers.flatMap((offer) =>
    offer.budgets.map((each, index): Price => ({ offer, index, budget: each })),
  )
  const currency = budget?.currency ?? onlyCurrency(prices)
  if (budget === null || currency === undefined) return []
  const sum = budget.to
  const comparable = prices.filter((price) => price.budget.from.currency === currency)
  if (comparable.some(({ budget: { from, to } }) => from.amount === sum || to?.amount === sum)) return []
  const own = comparable.filter(({ offer }) => offer.id === mentioned?.id)
  const compared = own.length > 0 ? own : closestPrices(sum, comparable)
  if (compared.length === 0) return [comparisonIds.otherCurrency]
  return compared.slice(0, maxCompared).map((price) => comparisonId(price.offer, price.index, resultOf(sum, price)))
}

/** A sum without a currency is in the studio's own, if all its prices are. */
function onlyCurrency(prices: readonly Price[]): string | undefined {
  const [currency, ...others] = new Set(prices.map(({ budget }) => budget.from.currency))
  return others.length === 0 ? currency : undefined
}

function closestPrices(sum: number, prices: readonly Price[]): Price[] {
  const general = prices.filter(({ offer }) => offer.isGeneral)
  const sorted = general.toSorted((a, b) => a.budget.from.amount - b.budget.from.amount)
  const covered = sorted.findLast(({ budget }) => budget.from.amount <= sum)
  const next = sorted.find(({ budget }) => budget.from.amount > sum)
  return [covered, next].filter((price) => price !== undefined)
}

function resultOf(sum: number, { budget: { from, to, above } }: Price): 'below' | 'reaches' | 'above' {
  if (sum < from.amount) return 'below'
  return to !== undefined && above !== undefined && sum > to.amount ? 'above' : 'reaches'
}
