import type { Offer } from '../../../platform/content/chat/talk.ts'
import { type Answers, comparisonId, comparisonIds } from '../answers.ts'
import type { Budget } from '../details/budget.ts'

type Price = { offer: Offer; index: number; budget: Offer['budgets'][number] }
/** Maximum number of comparisons in a reply. */
const maxCompared = 2

/**
 * Picks the sentences that compare the visitor's budget with prices. If the visitor mentioned an offer, they're about
 * that offer. Otherwise, they're about the most expensive general offer the budget covers and the cheapest it doesn't.
 * None of them agrees to a price.
 * @returns IDs. Empty if the currency is unknown, or if the sum is one of the studio's own prices, which is a question.
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

/** The currency, if all prices share one. Applies to budgets without a currency. */
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

/** Compares a budget with a price. The result is part of the sentence's ID. */
function resultOf(sum: number, { budget: { from, to, above } }: Price): 'below' | 'reaches' | 'above' {
  if (sum < from.amount) return 'below'
  return to !== undefined && above !== undefined && sum > to.amount ? 'above' : 'reaches'
}
