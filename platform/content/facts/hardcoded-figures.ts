import { isObject } from '../../is-object.ts'
import { isNamedCurrency } from '../../text/currencies.ts'
import { timeUnits } from '../../text/units.ts'
import { idOf } from './fact-at.ts'
import { durationKey, type Figure, findFigures, readFigure } from './figures.ts'
import { asOffer, priceKeys } from './offers.ts'

/** In the site's own copy, all prices and claims must be facts. Articles can also quote other people's. */
export type ContentKind = 'site' | 'article'

/** Finds prices, claims (`50+`, `87%`), and durations (`24 hours`) typed by hand. Each problem includes the fix. */
export function hardcodedFigures(text: string, facts: object, lang: string, kind: ContentKind): string[] {
  if (!/\d/.test(text) && !lang.startsWith('en')) return []
  const { known, currencies } = knownFigures(facts, lang)
  const withoutFacts = text.replaceAll(/\{[^{}]*\}/g, '·')
  const figures = findFigures(withoutFacts, lang, currencies)
  return figures.flatMap((figure) => {
    const sameFacts = known.filter(({ key }) => key === figure.key)
    if (isAmbiguousPrice(figure, currencies) || isAllowed(figure, sameFacts, kind)) return []
    return [`“${figure.written}” is typed by hand. ${adviceFor(figure, sameFacts, kind)}`]
  })
}

function isAllowed(figure: Figure, sameFacts: readonly KnownFigure[], kind: ContentKind): boolean {
  if (kind === 'article') return !sameFacts.some(isAdvertised)
  return figure.kind === 'duration' && sameFacts.length === 0
}

/**
 * Whether a price could be something else. `PHP 8` is only a price if the studio charges pesos. `$8` always is.
 */
function isAmbiguousPrice({ currency }: Figure, currencies: readonly string[]): boolean {
  return currency !== undefined && !isNamedCurrency(currency) && !currencies.includes(currency)
}

function adviceFor({ written }: Figure, sameFacts: readonly KnownFigure[], kind: ContentKind): string {
  if (sameFacts.length === 0) return 'Add it to content/offers.yaml, and write its name in braces'
  const names = sameFacts.map(({ name }) => `{${name}}`).join(' or ')
  return `Write ${names}${kind === 'article' ? `. If that’s a coincidence, write {=${written}}` : ''}`
}

/** A fact that is a figure. `isOfferPrice`: whether it's the price of an offer. */
type KnownFigure = Pick<Figure, 'key' | 'kind' | 'currency'> & { name: string; isOfferPrice: boolean }

function isAdvertised({ kind, isOfferPrice }: KnownFigure): boolean {
  return isOfferPrice || kind === 'claim'
}

/** Cached figures, by the facts they come from. */
const cache = new WeakMap<object, { known: KnownFigure[]; currencies: string[] }>()

/**
 * All facts that are figures, and the studio's own currencies. Cached because all of content/ is compared to them.
 */
function knownFigures(facts: object, lang: string) {
  const cached = cache.get(facts)
  if (cached !== undefined) return cached
  const known = figuresIn(facts, lang)
  const currencies = new Set(known.map(({ currency }) => currency).filter((currency) => currency !== undefined))
  const entry = { known, currencies: [...currencies] }
  cache.set(facts, entry)
  return entry
}

/** Lists all figures in a tree of facts. A number's name can end with its unit: `replyWithinHours: 24` is 24 hours. */
function figuresIn(value: unknown, lang: string, name = '', isOfferPrice = false): KnownFigure[] {
  if (typeof value === 'string') {
    const figure = readFigure(value, lang)
    return figure === undefined ? [] : [{ ...figure, name, isOfferPrice }]
  }
  const unit = timeUnits.find((word) => name.toLowerCase().replace(/s$/, '').endsWith(word))
  const amount = formatAmount(value, lang)
  if (unit !== undefined && amount !== undefined)
    return [{ kind: 'duration', key: durationKey(amount, unit), name, isOfferPrice: false }]
  if (!isObject(value)) return []
  const isOffer = asOffer(value) !== undefined
  return Object.entries(value).flatMap(([key, entry]) => {
    const id = Array.isArray(value) ? idOf(entry, key) : key
    const isPrice = isOfferPrice || (isOffer && priceKeys.includes(key))
    return figuresIn(entry, lang, name === '' ? id : `${name}.${id}`, isPrice)
  })
}

function formatAmount(value: unknown, lang: string): string | undefined {
  if (typeof value === 'number') return value.toLocaleString(lang)
  return isObject(value) && typeof value['from'] === 'number' ? `${value['from']}-${value['to']}` : undefined
}
