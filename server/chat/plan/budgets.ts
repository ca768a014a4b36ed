import type { Offer } from '../../../platform/content/chat/talk.ts'
import { type Answers, comparisonId, comparisonIds } from '../answers.ts'
import type { Budget } from '../details/extract.ts'

type Compared = { offer: Offer; index: number }
const maxCompared = 2

/**
 * The sentences that compare the visitor's sum with prices: with those of the offer that was mentioned or, without one, with the
 * most expensive general offer that the sum covers and the cheapest one that it doesn't. Never an agreement.
 * @returns ids; none if the currency isn't known, or the sum is one of the studio's own prices (that asks about it)
 */
export function compareBudget(budget: Budget | null, mentioned: Offer | undefined, answers: Answers): string[] {
  const currency = budget?.currency ?? onlyCurrency(answers)
  if (budget === null || currency === undefined) return []
  const { to: sum } = budget
  const { offers } = answers.talk
  const all = offers.flatMap((offer) => offer.budgets.map((_, index): Compared => ({ offer, index })))
  const priced = all.filter((each) => priceOf(each).from.currency === currency)
  if (priced.some((each) => [priceOf(each).from.amount, priceOf(each).to?.amount].includes(sum))) return []
  const own = priced.filter(({ offer }) => offer.id === mentioned?.id)
  const compared = own.length > 0 ? own : closest(sum, priced)
  if (compared.length === 0) return [comparisonIds.otherCurrency]
  return compared.slice(0, maxCompared).map((each) => comparisonId(each.offer, each.index, resultOf(sum, each)))
}

/** A sum without a currency is in the studio's own, if all its prices are. */
function onlyCurrency({ talk }: Answers): string | undefined {
  const own = new Set(talk.offers.flatMap(({ budgets }) => budgets.map(({ from }) => from.currency)))
  return own.size === 1 ? [...own][0] : undefined
}

function closest(sum: number, priced: readonly Compared[]): Compared[] {
  const general = priced
    .filter(({ offer }) => offer.isGeneral)
    .toSorted((one, other) => priceOf(one).from.amount - priceOf(other).from.amount)
  const covered = general.findLast((each) => priceOf(each).from.amount <= sum)
  const next = general.find((each) => priceOf(each).from.amount > sum)
  return [covered, next].flatMap((each) => each ?? [])
}

function priceOf({ offer, index }: Compared) {
  const price = offer.budgets[index]
  if (price === undefined) throw new Error(`${offer.id} has no budget ${index}`)
  return price
}

function resultOf(sum: number, compared: Compared): 'below' | 'reaches' | 'above' {
  const { from, to, above } = priceOf(compared)
  if (sum < from.amount) return 'below'
  return to !== undefined && above !== undefined && sum > to.amount ? 'above' : 'reaches'
}
