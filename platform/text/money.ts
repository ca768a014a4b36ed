import { lazy } from '../lazy.ts'

const currencyWords: Readonly<Record<string, string>> = {
  USD: 'us$ usd $ dollar dollars dollors dolars dollers buck bucks',
  INR: '₹ rs inr rupee rupees rupaye rupes ruppees rupess rupis',
  EUR: '€ eur euro euros',
  GBP: '£ gbp pound pounds quid',
  AED: 'aed dirham dirhams dhs dh',
  BRL: 'r$ brl',
  CAD: 'c$ ca$ cad',
  AUD: 'a$ au$ aud',
  SGD: 's$ sg$ sgd',
  PLN: 'zł zl pln',
  JPY: '¥ 円 yen jpy',
  KRW: '₩ krw',
}
/** Words that mean a price only if the studio has this currency: `Fr. 9` can be a Friday. */
const localWords: Readonly<Record<string, string>> = { CHF: 'chf fr sfr franken', ZAR: 'rand rands', NGN: 'naira' }
const otherCodes =
  'nzd hkd sar zar huf sek ngn ils myr thb bdt nok dkk mxn kes pkr lkr php idr qar kwd omr bhd egp cny czk'
const currencies = new Map([
  ...Object.entries({ ...currencyWords, ...localWords }).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code] as const),
  ),
  ...otherCodes.split(' ').map((word) => [word, word.toUpperCase()] as const),
])
const hundredths = new Map(Object.entries({ rappen: 'CHF', pence: 'GBP', paise: 'INR' }))

export function findCurrency(word: string): string | undefined {
  return currencies.get(word)
}

/** Whether people write this currency with a name or symbol. Bare codes can mean other things: `PHP 8`, `TOP 10`. */
export function isNamedCurrency(currency: string): boolean {
  return Object.hasOwn(currencyWords, currency)
}

/** Currencies by code, symbol, and name, in English and in their country's language: `swiss francs`, `francs`, `franc`. */
const currenciesByName = lazy(() => {
  const entries = Intl.supportedValuesOf('currency').flatMap((code) => {
    const country = code.slice(0, 2)
    const local = `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`
    const kinds = ['symbol', 'narrowSymbol', 'name'] as const
    const full = ['en', local].flatMap((locale) => kinds.map((kind) => plainName(nameIn(locale, code, kind))))
    const names = [plainName(code), ...full].flatMap((name) =>
      name.split(' ').map((_, i, words) => words.slice(i).join(' ')),
    )
    const forms = new Set(names.flatMap((name) => [name, name.replace(/(?<=..)s$/, '')]))
    return [...forms].map((name) => ({ name, code }))
  })
  return Map.groupBy(entries, ({ name }) => name)
})

function nameIn(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/**
 * Currencies with this code, symbol, or name. If more than one has it, like `$`, `kr`, or `dollars`, the country decides:
 * there, only its own has that symbol, and others are like `US$`.
 */
export function currenciesCalled(text: string, country: string | undefined): readonly string[] {
  const word = plainName(text)
  const found = (currenciesByName().get(word) ?? []).map(({ code }) => code)
  if (found.length === 0) return [findCurrency(word)].flatMap((code) => code ?? [])
  if (found.length === 1 || country === undefined) return found
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const local = found.filter((code) => {
    const symbol = plainName(nameIn(`${language}-${country}`, code, 'symbol'))
    return symbol !== plainName(code) && symbol === plainName(nameIn('en', code, 'narrowSymbol'))
  })
  return local.length === 1 ? local : found
}

/** `Kr.` becomes `kr`, and Japan's wide yen sign `¥`. */
function plainName(symbol: string): string {
  return symbol.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '')
}

export type Money = { amount: number; currency: string }

/**
 * Reads a price in any currency of ISO 4217: `₹1,00,000`, `116 USD`, `1.200 €`, `Fr. 1'250.–`, `900 Kč`.
 * @param own the studio's currencies. A name or sign that others share (`kr`, `$`) is theirs, and so is `900,-`.
 */
export function readMoney(text: string, own: readonly string[] = []): Money | undefined {
  const { digits = '', name = '', mark } = moneyParts(text) ?? {}
  const amount = readNumber(digits)
  const currency = hundredths.get(name) ?? (name === '' && mark ? own[0] : currencyNamed(name, own))
  if (amount === undefined || currency === undefined) return undefined
  return { amount: hundredths.has(name) ? amount / 100 : amount, currency }
}

function currencyNamed(name: string, own: readonly string[]): string | undefined {
  const called = currenciesCalled(name, undefined)
  const known = own.find((code) => called.includes(code)) ?? findCurrency(name)
  // `real` is only part of a name: “one real customer” isn't a price.
  const isWhole = (code: string) =>
    [code, nameIn('en', code, 'narrowSymbol'), nameIn('en', code, 'name')].some((whole) => plainName(whole) === name)
  const [only, ...others] = known === undefined ? called.filter(isWhole) : [known]
  return others.length === 0 ? only : undefined
}

/** Says what's wrong with a price and how to write it. @param own the studio's currencies, if known */
export function moneyProblem(text: string, own: readonly string[]): string {
  const { digits, name = '' } = moneyParts(text) ?? {}
  const number = digits === undefined ? undefined : readNumber(digits)
  const example = `like ${formatMoney({ amount: number || 1_200, currency: own[0] ?? 'USD' })}`
  const words = text.split(' ')
  const end = [1, 2].find((count) => count < words.length && readMoney(words.slice(0, count).join(' '), own))
  if (end !== undefined) return `has more than a price. Write “per: ${words.slice(end).join(' ')}” on its own line`
  if (digits === undefined) return `must be a price, ${example}`
  if (number === undefined) return `has an unclear number. Write it ${example}`
  if (name === '') return `needs a currency, ${example}`
  const kind = currenciesCalled(name, undefined).length > 1 ? 'ambiguous' : 'unknown'
  return `has an ${kind} currency, “${name}”. Write its code, ${example}`
}

export function formatMoney({ amount, currency }: Money): string {
  const price = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  return new Intl.NumberFormat('en', price).format(amount).replaceAll('\u00a0', ' ')
}

/** Splits a price into its number, currency, and final mark (`900,-`, `90.–`, `900:-`), if it's shaped like a price. */
export function moneyParts(text: string) {
  const [, prefix = '', digits = '', mark, suffix = ''] =
    /^((?:[^\d\s,]+(?: [^\d\s,]+){0,2} ?)?)(\d+(?:[.,'’]\d+)*)([.,:/][-–—]{1,2})?((?: ?[^\d\s,.:/–—-][^\d\s,]*(?: [^\d\s,]+){0,2})?)$/u.exec(
      normalize(text),
    ) ?? []
  return digits === '' || (prefix && suffix) ? undefined : { digits, name: plainName(prefix || suffix), mark }
}

/** Reads `1,200`, `1.200,50`, `1'200`, or `0,5`: three digits after the last separator are thousands. */
export function readNumber(text: string): number | undefined {
  const digits = normalize(text)
  const [, integer = digits, point = '', decimals = '0'] = /^(.*)([.,])(\d{1,2}|(?<=^0[.,])\d+)$/.exec(digits) ?? []
  const groups = integer.split(/[.,'’]/)
  const isNumber = /^\d+$/.test(groups.join('')) && areGroups(groups, integer.replaceAll(/\d/g, ''), point)
  return isNumber ? Number(`${groups.join('')}.${decimals}`) : undefined
}

/** Whether groups have three digits, or two above the thousands (1,00,000), and one separator other than `point`. */
function areGroups([first = '', ...rest]: readonly string[], marks: string, point: string): boolean {
  if (rest.length === 0) return true
  const isOneMark = new Set(marks).size === 1 && (point === '' || !marks.includes(point))
  const areSized = rest.every(({ length }) => length === 2 || length === 3) && rest.at(-1)?.length === 3
  return isOneMark && areSized && first.length <= 3
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/(?<=\d) (?=\d{3})/g, '')
}
