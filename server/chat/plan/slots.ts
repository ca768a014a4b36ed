import { formatMoney } from '../../../platform/text/money.ts'
import { readNumberWords } from '../../../platform/text/read-number.ts'
import type { Budget } from '../details/budget.ts'
import type { Details } from '../details/extract.ts'
import type { ChatState } from '../state.ts'
import { tokenize } from '../understand/model.ts'
import type { Understood } from '../understand/understand.ts'
import { wordSet } from '../understand/words.ts'
import { type HeardPhrases, phrasesIn } from './phrases.ts'

/** Kinds of values that can fill a sentence's slot. */
export type SlotKind = 'product' | 'users' | 'budget' | 'date' | 'name' | 'offer' | 'titles'

/**
 * Details from this message in the chat's own words, which come from lists or are formatted by code. The chat never
 * quotes visitors verbatim.
 */
export type Slots = Partial<Record<SlotKind, string>>

/** Fills the slots from a message's clauses and its new details. */
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

/** Names the first known product and business: “a booking system for a dental clinic”. */
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

// Word lists are in the form that `tokenize` returns: lowercase, without accents and apostrophes. Hindi is in Latin letters.

/** Words before a product the visitor wants: “I need a booking system”. */
const productWishes = wordSet(`
  about after banana banwana banwani build building create creating design develop developing for get idea launch like
  looking love make making need needs planning replace thinking want wanted wants`)

/** Hindi words after a product the visitor wants: “website banwana hai”. */
const wantedAfterProduct = wordSet('banana banani banwana banwani chahiye mangta')

/** Words before a product the visitor doesn't want: “I don't need an app”. */
const productDenials = wordSet('dont instead isnt nahi neither never no not stop without')

/** Words right before a product the visitor already has: “our site is slow”. */
const possessives = wordSet('current existing her his my old our that the their this ur your')

/** If all words before a product are in this list, the visitor wants it: “Hi, just a simple website”. */
const productStarters = wordSet(`
  a an basic ek hello hey hi is it its just maybe new ok online simple sir small so the well yes`)

/** Words between a wish and the product: “I want to build a simple online booking system”. */
const maxWishDistance = 7
const maxWishDistanceAfter = 5

/** Whether the visitor wants the product at `start`, rather than already having it: “our site”, “in a notes app”. */
function isWished(words: readonly string[], start: number): boolean {
  if (possessives.has(words[start - 1] ?? '')) return false
  const before = words.slice(Math.max(0, start - maxWishDistance), start)
  if (before.some((word) => productDenials.has(word))) return false
  const isFirst = start <= 1 || before.every((word) => productStarters.has(word))
  const after = words.slice(start, start + maxWishDistanceAfter)
  return isFirst || before.some((word) => productWishes.has(word)) || after.some((word) => wantedAfterProduct.has(word))
}

/** A longer list of people would be a tedious sentence. */
const maxGroups = 4
const smallNumbers = 'zero one two three four five six seven eight nine'.split(' ')

/** Words that add the visitor to the people who would use the product: “me and two hygienists”. */
const firstPersonPronouns = wordSet('i me myself us we')

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
  const includesSelf = words.some((word) => firstPersonPronouns.has(word)) && !found.includes('you')
  const groups = includesSelf ? ['you', ...found] : found
  // “300 students” and “students” are the same group.
  const distinct = groups.filter((group) => !groups.some((other) => other.endsWith(` ${group}`)))
  return new Intl.ListFormat('en').format([...new Set(distinct)])
}

/** `$6,000`, `$5,000 to $9,000`, or `6,000` if the visitor named no currency. */
function budgetText({ from, to, currency }: Budget): string {
  const format = (amount: number) =>
    currency === undefined ? amount.toLocaleString('en') : formatMoney({ amount, currency })
  return from === to ? format(from) : `${format(from)} to ${format(to)}`
}

/** Maximum length of a first name. Longer matches often aren't names. */
const maxNameCharacters = 20

/** A first name made only of letters. The chat doesn't repeat any other name. */
function firstName(name: string | null): string | undefined {
  const [first = ''] = (name ?? '').split(/\s+/)
  if (!/^[\p{L}\p{M}'’-]{2,}$/u.test(first) || first.length > maxNameCharacters) return undefined
  return capitalized(first === first.toUpperCase() ? first.toLowerCase() : first)
}

/** Months, days, and holidays, which start with a capital letter: “by the end of March”. */
const capitalizedDates = wordSet(`
  april august christmas december february friday january july june march may monday november october saturday september
  sunday thursday tuesday wednesday`)

function capitalized(text: string): string {
  const words = text.split(' ').map((word) => (capitalizedDates.has(word.toLowerCase()) ? upperFirst(word) : word))
  return upperFirst(words.join(' '))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
