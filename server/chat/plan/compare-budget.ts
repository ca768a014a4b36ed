import type { Offer } from '../../../platform/content/chat/talk.ts'
import { type Answers, comparisonId, comparisonIds } from '../answers.ts'
import type { Budget } from '../details/budget.ts'

type Price = { offer: Offer; index: number; budget: Offer['budgets'][number] }
/** Sentences about prices in a reply. */
const maxCompared = 2

/**
 * Picks the sentences that compare the visitor's sum with prices: those of the offer they mentioned, or else the most
 * expensive general offer that the sum covers and the cheapest offer that it doesn't. No sentence agrees to a price.
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
  const ofMentioned = comparable.filter(({ offer }) => offer.id === mentioned?.id)
  const compared = ofMentioned.length > 0 ? ofMentioned : closestPrices(sum, comparable)
  if (compared.length === 0) return [comparisonIds.otherCurrency]
  return compared.slice(0, maxCompared).map((price) => comparisonId(price.offer, price.index, resultOf(sum, price)))
}

/** The currency of all prices. A sum without a currency is in this currency. */
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

/** How a sum compares with a price, as in the IDs of the sentences. */
function resultOf(sum: number, { budget: { from, to, above } }: Price): 'below' | 'reaches' | 'above' {
  if (sum < from.amount) return 'below'
  return to !== undefined && above !== undefined && sum > to.amount ? 'above' : 'reaches'
}
