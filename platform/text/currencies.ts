import { lazy } from '../lazy.ts'

/** Codes, symbols, names, and common misspellings, in lowercase. */
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
/** Words that mean a currency only if the studio charges it. Otherwise, `Fr. 9` could be a Friday. */
const localWords: Readonly<Record<string, string>> = { CHF: 'chf fr sfr franken', ZAR: 'rand rands', NGN: 'naira' }
/** Other common currencies. */
const otherCodes =
  'nzd hkd sar zar huf sek ngn ils myr thb bdt nok dkk mxn kes pkr lkr php idr qar kwd omr bhd egp cny czk'
const currencies = new Map([
  ...Object.entries({ ...currencyWords, ...localWords }).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code] as const),
  ),
  ...otherCodes.split(' ').map((word) => [word, word.toUpperCase()] as const),
])
/** @param word in lowercase */
export function findCurrency(word: string): string | undefined {
  return currencies.get(word)
}

/** Whether we know a name or symbol for this currency. A bare code can mean something else: `PHP 8`, `TOP 10`. */
export function isNamedCurrency(currency: string): boolean {
  return Object.hasOwn(currencyWords, currency)
}

/** Currencies by code, symbol, and full or partial name, in English and the local language: `swiss francs`, `franc`. */
const currenciesByName = lazy(() => {
  const entries = Intl.supportedValuesOf('currency').flatMap((code) => {
    const country = code.slice(0, 2)
    const local = `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`
    const kinds = ['symbol', 'narrowSymbol', 'name'] as const
    const full = ['en', local].flatMap((locale) => kinds.map((kind) => plainName(currencyName(locale, code, kind))))
    const names = [plainName(code), ...full].flatMap((name) =>
      name.split(' ').map((_, i, words) => words.slice(i).join(' ')),
    )
    const forms = new Set(names.flatMap((name) => [name, name.replace(/(?<=..)s$/, '')]))
    return [...forms].map((name) => ({ name, code }))
  })
  return Map.groupBy(entries, ({ name }) => name)
})

/** A currency's name (in the plural) or symbol in a language. */
export function currencyName(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/**
 * Finds currencies by code, symbol, or name. If currencies share it, like `$`, `kr`, or `dollars`, the country decides:
 * in each country, the bare symbol means its own currency, and others are written like `US$`.
 */
export function currenciesCalled(text: string, country: string | undefined): readonly string[] {
  const word = plainName(text)
  const found = (currenciesByName().get(word) ?? []).map(({ code }) => code)
  if (found.length === 0) {
    const code = findCurrency(word)
    return code === undefined ? [] : [code]
  }
  if (found.length === 1 || country === undefined) return found
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const local = found.filter((code) => {
    const symbol = plainName(currencyName(`${language}-${country}`, code, 'symbol'))
    return symbol !== plainName(code) && symbol === plainName(currencyName('en', code, 'narrowSymbol'))
  })
  return local.length === 1 ? local : found
}

/** Normalizes spellings: `Kr.` becomes `kr`, and Japan's full-width yen sign becomes `¥`. */
export function plainName(symbol: string): string {
  return symbol.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '')
}
