import { once } from '../once.ts'

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
const otherCodes =
  'nzd chf hkd sar zar huf sek ngn ils myr thb bdt nok dkk mxn kes pkr lkr php idr qar kwd omr bhd egp cny czk'
const currencies = new Map([
  ...Object.entries(currencyWords).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
  ...otherCodes.split(' ').map((word) => [word, word.toUpperCase()] as const),
])

export function findCurrency(word: string): string | undefined {
  return currencies.get(word)
}

/** Whether texts use a name or symbol for a currency. In other currencies, `PHP 8` or `TOP 10` may not be a price. */
export function isNamedCurrency(currency: string): boolean {
  return Object.hasOwn(currencyWords, currency)
}

/** Every currency's code, symbol, and English name: `USD`, `$`, and `US dollars`. The code can also be the symbol. */
const currencyNames = once(() =>
  Intl.supportedValuesOf('currency').flatMap((code) => {
    const names = new Set([code, nameIn('en', code, 'narrowSymbol'), nameIn('en', code, 'name')])
    return [...names].map((name) => ({ code, name }))
  }),
)
const currenciesByName = once(() => Map.groupBy(currencyNames(), ({ name }) => name))

function nameIn(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/**
 * Currencies with this code, symbol, or name. If more than one has it, like `$`, `kr`, or `dollars`, the country decides:
 * there, only its own has that symbol, and others are like `US$`.
 */
export function currenciesCalled(text: string, country: string | undefined): readonly string[] {
  const word = ` ${withoutDot(text.toLowerCase())}`
  const named = currencyNames().filter(({ name }) =>
    [word, `${word}s`].some((end) => ` ${name.toLowerCase()}`.endsWith(end)),
  )
  const found = [...new Set(named.map(({ code }) => code))]
  if (found.length === 0) return [findCurrency(word.trim())].flatMap((code) => code ?? [])
  if (found.length === 1 || country === undefined) return found
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const local = found.filter((code) => {
    const symbol = withoutDot(nameIn(`${language}-${country}`, code, 'symbol'))
    return symbol !== code && symbol === nameIn('en', code, 'narrowSymbol')
  })
  return local.length === 1 ? local : found
}

/** `kr.` becomes `kr`, and Japan's wide yen sign `¥`. */
function withoutDot(symbol: string): string {
  return symbol.normalize('NFKC').replace(/\.$/, '')
}

export type Money = { amount: number; currency: string }

/**
 * Reads a price in any currency of ISO 4217: `₹1,00,000`, `116 USD`, `1.200 €`, `CHF 1'250.50`, `900 Kč`. Three digits
 * after the last separator are thousands.
 */
export function readMoney(text: string): Money | undefined {
  const [, prefix = '', digits = '', suffix = ''] =
    /^([^\d\s]{0,8}) ?(\d[\d.,'’]*) ?([^\d\s]{0,8})$/u.exec(normalize(text)) ?? []
  const word = prefix || suffix
  const [named, ...others] = currenciesByName().get(word) ?? []
  const currency = findCurrency(word.toLowerCase()) ?? (others.length === 0 ? named?.code : undefined)
  if (currency === undefined || (prefix && suffix)) return undefined
  const [, integer = digits, point = '', cents = '0'] = /^(.*)([.,])(\d{1,2})$/.exec(digits) ?? []
  const groups = integer.split(/[.,'’]/)
  return areGroups(groups, integer.replaceAll(/\d/g, ''), point)
    ? { amount: Number(`${groups.join('')}.${cents}`), currency }
    : undefined
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
