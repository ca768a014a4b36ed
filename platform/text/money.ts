import { currenciesCalled, currencyName, findCurrency, plainName } from './currencies.ts'
import { normalizeDigits, readNumber } from './read-number.ts'

export type Money = { amount: number; currency: string }

/** Names of hundredths, with their currencies. */
const hundredths = new Map(Object.entries({ rappen: 'CHF', pence: 'GBP', paise: 'INR' }))

/**
 * Reads a price in any currency of ISO 4217: `₹1,00,000`, `116 USD`, `1.200 €`, `Fr. 1'250.–`, `900 Kč`.
 * @param own the studio's currencies, which decide about shared names and signs (`kr`, `$`) and about `900,-`.
 */
export function readMoney(text: string, own: readonly string[] = []): Money | undefined {
  const parts = moneyParts(text)
  const amount = readNumber(parts?.digits ?? '')
  if (parts === undefined || amount === undefined) return undefined
  const { name, mark } = parts
  const wholeCurrency = hundredths.get(name)
  if (wholeCurrency !== undefined) return { amount: amount / 100, currency: wholeCurrency }
  const currency = name === '' && mark ? own[0] : currencyNamed(name, own)
  return currency === undefined ? undefined : { amount, currency }
}

const digitGroups = String.raw`\d+(?:[.,'’]\d+)*`
/** Matches the end of a price without cents (`.–` or `,-`) and India's `/-`. */
const finalMark = '[.,:/][-–—]{1,2}'
/** Matches up to three words, like `US dollars`. */
const namePrefix = String.raw`[^\d\s,]+(?: [^\d\s,]+){0,2} ?`
const nameSuffix = String.raw` ?[^\d\s,.:/–—-][^\d\s,]*(?: [^\d\s,]+){0,2}`
const price = new RegExp(`^((?:${namePrefix})?)(${digitGroups})(${finalMark})?((?:${nameSuffix})?)$`, 'u')

/** Splits a price into its number, currency, and final mark (`900,-`, `90.–`, `900:-`). @returns undefined for other text */
export function moneyParts(text: string) {
  const [, prefix = '', digits = '', mark, suffix = ''] = price.exec(normalizeDigits(text)) ?? []
  return digits === '' || (prefix && suffix) ? undefined : { digits, name: plainName(prefix || suffix), mark }
}

function currencyNamed(name: string, own: readonly string[]): string | undefined {
  const candidates = currenciesCalled(name, undefined)
  const known = own.find((code) => candidates.includes(code)) ?? findCurrency(name)
  if (known !== undefined) return known
  // Require the whole name: `real` is only part of one, and “one real customer” isn't a price.
  const isWholeName = (code: string) =>
    [code, currencyName('en', code, 'narrowSymbol'), currencyName('en', code, 'name')].map(plainName).includes(name)
  const [only, ...others] = candidates.filter(isWholeName)
  return others.length === 0 ? only : undefined
}

/** Describes the problem with a price and how to fix it. @param own the studio's currencies, if known */
export function moneyProblem(text: string, own: readonly string[]): string {
  const { digits, name = '' } = moneyParts(text) ?? {}
  const number = digits === undefined ? undefined : readNumber(digits)
  const example = `like ${formatMoney({ amount: number || 1_200, currency: own[0] ?? 'USD' })}`
  const words = text.split(' ')
  const priceWords = [1, 2].find((count) => count < words.length && readMoney(words.slice(0, count).join(' '), own))
  if (priceWords !== undefined)
    return `has more than a price. Write “per: ${words.slice(priceWords).join(' ')}” on its own line`
  if (digits === undefined) return `must be a price, ${example}`
  if (number === undefined) return `has an unclear number. Write it ${example}`
  if (name === '') return `needs a currency, ${example}`
  const kind = currenciesCalled(name, undefined).length > 1 ? 'ambiguous' : 'unknown'
  return `has an ${kind} currency, “${name}”. Write its code, ${example}`
}

export function formatMoney({ amount, currency }: Money): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  return new Intl.NumberFormat('en', style).format(amount).replaceAll('\u00a0', ' ')
}
