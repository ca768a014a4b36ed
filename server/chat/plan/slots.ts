import type { Heard } from '../../../platform/content/chat/talk.ts'
import { formatMoney } from '../../../platform/text/money.ts'
import { readNumberWords } from '../../../platform/text/number-words.ts'
import type { Budget, Details } from '../details/extract.ts'
import type { TalkState } from '../state.ts'
import { tokenize } from '../understand/model.ts'
import { phraseMap, phrasesIn } from '../understand/phrases-in.ts'
import type { Understood } from '../understand/understand.ts'

/** What a sentence may have a slot for. */
export type SlotKind = 'product' | 'users' | 'budget' | 'date' | 'name' | 'offer' | 'titles'

/**
 * What the visitor said in this message, in the chat's own words: from lists, or formatted by code. A visitor's words are
 * never repeated as they are.
 */
export type Slots = Partial<Record<SlotKind, string>>

export type HeardPhrases = Readonly<Record<'products' | 'businesses' | 'people', ReadonlyMap<string, string>>>

export function heardPhrases({ products, businesses, people }: Heard): HeardPhrases {
  return { products: phraseMap(products), businesses: phraseMap(businesses), people: phraseMap(people) }
}

export function slotsOf(
  { clauses }: Pick<Understood, 'clauses'>,
  { asked }: Pick<TalkState, 'asked'>,
  { newest, budget }: Pick<Details, 'newest' | 'budget'>,
  heard: HeardPhrases,
): Slots {
  const isDescribed = (text: string) => newest.requirements !== null && text.includes(newest.requirements)
  const describing = clauses.filter(
    ({ act, text }) => act === 'describe' || (act === 'respond' && asked?.expects === 'product') || isDescribed(text),
  )
  const responding = clauses.filter(({ act }) => act === 'respond' && asked?.expects === 'users')
  const product = productIn(textOf(describing), heard)
  const users = peopleIn(textOf(responding), heard)
  const name = firstName(newest.name)
  return {
    ...(product !== undefined && { product }),
    ...(users !== undefined && { users }),
    ...(newest.budget !== null && budget !== null && { budget: budgetText(budget) }),
    ...(newest.timeline !== null && { date: capitalized(newest.timeline) }),
    ...(name !== undefined && { name }),
  }
}

function textOf(clauses: readonly { text: string }[]): string {
  return clauses.map(({ text }) => text).join(' ')
}

/** “a booking system for a dental clinic”: the first product and the first business of the lists. */
function productIn(text: string, { products, businesses, people }: HeardPhrases): string | undefined {
  const words = tokenize(text)
  const product = phrasesIn(text, products).find(({ start }) => isWished(words, start))
  const [business] = phrasesIn(text, businesses)
  const users = phrasesIn(text, people).find(({ start }) => words[start - 1] === 'for')
  const customer = business ?? users
  if (product === undefined) return undefined
  return customer === undefined || customer.said === product.said
    ? product.said
    : `${product.said} for ${customer.said}`
}

const maxWishDistance = 7
const wishes = new Set(
  (
    'need needs want wants wanted build building make making create creating looking like love get develop developing design idea ' +
    'thinking launch replace planning after for about banwana banana banwani'
  ).split(' '),
)
const denials = new Set('dont not no never without isnt instead stop neither nahi'.split(' '))
const wishesBehind = new Set('chahiye banwana banwani banana banani mangta'.split(' '))

/** Whether the product at `start` is what they want, rather than what they have: “our site”, “in a notes app”. */
function isWished(words: readonly string[], start: number): boolean {
  if (owners.has(words[start - 1] ?? '')) return false
  const before = words.slice(Math.max(0, start - maxWishDistance), start)
  if (before.some((word) => denials.has(word))) return false
  const isFirst = start <= 1 || before.every((word) => starters.has(word))
  return (
    isFirst ||
    before.some((word) => wishes.has(word)) ||
    words.slice(start, start + 5).some((word) => wishesBehind.has(word))
  )
}

const starters = new Set(
  'a an the hi hello hey sir ek its it is just simple small basic new online yes ok so well maybe'.split(' '),
)
const owners = new Set('my our the your ur current existing old this that their his her'.split(' '))
const selves = new Set(['me', 'myself', 'i', 'us', 'we'])
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
  const groups = words.some((word) => selves.has(word)) && !found.includes('you') ? ['you', ...found] : found
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

/** A first name of plain letters; others aren't spoken. */
function firstName(name: string | null): string | undefined {
  const [first = ''] = (name ?? '').split(/\s+/)
  if (!/^[\p{L}\p{M}'’-]{2,}$/u.test(first) || first.length > maxNameCharacters) return undefined
  return capitalized(first === first.toUpperCase() ? first.toLowerCase() : first)
}

const months = 'january february march april may june july august september october november december'.split(' ')
const names = new Set([
  ...months,
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'christmas',
])

function capitalized(text: string): string {
  const words = text.split(' ').map((word) => (names.has(word.toLowerCase()) ? upperFirst(word) : word))
  return upperFirst(words.join(' '))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
