import type { Answer } from '../../../content/agent/answers.ts'
import type { TalkWords } from '../../../content/agent/talk.ts'
import type { Choice } from '../chooser/choose.ts'

type Budgets = TalkWords['budgets']
type Offer = Budgets['offers'][number]
type Currency = Offer['currency'] | 'other'

const mostCompared = 2

/**
 * How a sum that the visitor would pay compares with the offers that are talked of: a comparison, never an agreement.
 * @param budget as it is noted: `5000 USD`, `5000-9000 USD`, or `5000` where no currency was named
 * @returns undefined where no sum of the visitor's was named
 */
export function compareBudget(budget: string | null, choice: Choice, words: Budgets): Answer | undefined {
  if (budget === null) return undefined
  const [range = '', currency = 'USD'] = budget.split(' ')
  const sum = Number(range.split('-').at(-1))
  // Who names one of the studio's own prices asks about it.
  if (!Number.isFinite(sum) || words.offers.some(({ from, to }) => sum === from || sum === to)) return undefined
  const asked = new Set(choice.ids)
  const inCurrency = words.offers.filter((offer) => offer.currency === currencyOf(currency))
  const named = inCurrency.filter((offer) => offer.for.some((id) => asked.has(id)))
  const compared =
    named.length > 0
      ? named
      : nearestTo(
          sum,
          inCurrency.filter(({ isGeneral }) => isGeneral),
        )
  const says =
    compared.length > 0 ? compared.slice(0, mostCompared).map((offer) => comparison(sum, offer)) : [words.otherCurrency]
  return { id: 'budget', as: 'answer', says: [...says, words.says], next: words.next }
}

function currencyOf(code: string): Currency {
  return code === 'USD' || code === 'INR' ? code : 'other'
}

function comparison(sum: number, { from, to, below, reaches, above }: Offer): string {
  if (sum < from) return below
  return to !== undefined && above !== undefined && sum > to ? above : reaches
}

/** The dearest that the sum reaches and the cheapest that it doesn't. */
function nearestTo(sum: number, offers: readonly Offer[]): Offer[] {
  const byPrice = offers.toSorted((one, other) => one.from - other.from)
  return [byPrice.findLast(({ from }) => from <= sum), byPrice.find(({ from }) => from > sum)].flatMap(
    (offer) => offer ?? [],
  )
}
