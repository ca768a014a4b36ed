import { currenciesCalled } from '../../platform/text/currencies.ts'
import { moneyParts, moneyProblem, readMoney } from '../../platform/text/money.ts'
import { readNumber } from '../../platform/text/read-number.ts'

export type Offer = NonNullable<ReturnType<typeof readOffer>>

/**
 * Parses `name, price`. The name can contain commas and numbers.
 * @returns the offer and its possible `currencies`: all those its sign can mean, or none without a sign
 */
export function readOffer(text: string, country: string | undefined, fail: (reason: string) => void = () => {}) {
  const pieces = [...text.matchAll(/, *(?:from )?/gi)].map(({ index, 0: mark }) => ({
    name: text.slice(0, index),
    price: text.slice(index + mark.length),
    isSpaced: mark !== ',',
  }))
  const piece = pieces.find(({ price }) => moneyParts(price)) ?? pieces.findLast(({ isSpaced }) => isSpaced)
  if (!piece?.name) return undefined
  const { name, price } = piece
  const read = readPrice(price, country)
  if (read !== undefined) return read.amount > 0 ? { name, price, ...read } : undefined
  const extra = wordsAfter(price, country)
  const isMultiplier = /^(?:k|l|m|lakhs?|lacs?|crores?|thousand|million)\b/i.test(extra ?? '')
  const fix = isMultiplier ? `Write the number in full, without “${extra}”.` : `Leave out “${extra}”.`
  fail(extra === undefined ? `The price ${moneyProblem(price, [])}.` : fix)
  return undefined
}

function readPrice(price: string, country: string | undefined) {
  const { digits = '', name: sign = '' } = moneyParts(price) ?? {}
  const money = readMoney(price)
  const amount = readNumber(digits)
  const called = sign === '' ? [] : currenciesCalled(sign, country)
  const currencies = called.length === 0 && money !== undefined ? [money.currency] : called
  return amount === undefined || (sign !== '' && currencies.length === 0) ? undefined : { amount, currencies }
}

/** Finds extra words after a price, like `per person`. A single word after a number is more likely a currency. */
function wordsAfter(price: string, country: string | undefined): string | undefined {
  const words = price.replaceAll('/', ' /').split(/ +/)
  const end = words.findLastIndex((_, i) => readPrice(words.slice(0, i).join(' '), country) !== undefined)
  return end > 0 && (words.length > 2 || /\D$|^\D/.test(words[0] ?? '')) ? words.slice(end).join(' ') : undefined
}

/** Returns a problem if the offer repeats another offer's name or its sign doesn't fit the other offers' currency. */
export function clashIn(offer: Offer, others: readonly Offer[], currency: string | undefined): string | undefined {
  const { name, price, currencies } = offer
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return `Another offer is called “${name}”. Enter another name.`
  if (currency === undefined || currencies.length < 2 || currencies.includes(currency)) return undefined
  return `“${price}” isn’t a price in ${currency}. Write the code of its currency, like 650 USD.`
}
