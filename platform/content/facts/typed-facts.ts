import { isObject } from '../../is-object.ts'
import { isNamedCurrency, readMoney } from '../../text/money.ts'
import { readNumberWords } from '../../text/number-words.ts'
import { timeUnits, unitNames } from '../../text/units.ts'
import { asOffer, priceKeys } from './offers.ts'

/** `key` is the same for all ways to write a price, claim, or duration. */
type TypedFact = { written: string; key: string }

/**
 * Finds prices, claims (`50+`, `87%`), and durations (`24 hours`) typed by hand, and says what to write instead. In the
 * site's own texts, a price or claim must be a fact; articles may have others.
 */
export function typedByHand(text: string, facts: object, lang: string, where: 'words' | 'article'): string[] {
  if (!/\d/.test(text) && !lang.startsWith('en')) return []
  const { known, currencies } = knownFacts(facts, lang)
  const typedFacts = findTypedFacts(text.replaceAll(/\{[^{}]*\}/g, '·'), lang, currencies)
  return typedFacts.flatMap(({ written, key }) => {
    const currency = currencyOf(key)
    // `PHP 8` is a price only if the studio's prices are in pesos.
    if (currency !== undefined && !isNamedCurrency(currency) && !currencies.includes(currency)) return []
    const same = known.filter((fact) => fact.key === key)
    const isWrong =
      where === 'article' ? same.some(({ isClaim }) => isClaim) : !key.startsWith('time ') || same.length > 0
    const names = same.map(({ name }) => `{${name}}`)
    return isWrong ? [`“${written}” is typed by hand: ${adviceFor(written, names, where)}`] : []
  })
}

function adviceFor(written: string, names: readonly string[], where: 'words' | 'article'): string {
  if (names.length === 0) return 'give it a name in content/offers.yaml, and write that name in braces'
  const exception = where === 'article' ? `; a number that only happens to be the same is {=${written}}` : ''
  return `write ${names.join(' or ')}${exception}`
}

function findTypedFacts(text: string, lang: string, currencies: readonly string[]): TypedFact[] {
  const words = wordsOf(text, lang)
  return words.flatMap(({ digits }, i): TypedFact[] => {
    if (!/\d/.test(digits)) return []
    for (const [from, to] of spans) {
      const span = words.slice(Math.max(0, i + from), i + to)
      const key = keyOf(span.map((word) => word.digits).join(' '), lang, currencies)
      if (key !== undefined) return [{ written: span.map(({ written }) => written).join(' '), key }]
    }
    return []
  })
}

/** The words around a number that can be part of the fact, the longest first: `24 working hours`, `24 hours`, `USD 24`, `24`. */
const spans = [
  [0, 3],
  [0, 2],
  [-1, 1],
  [0, 1],
] as const

/** `digits` is the word with spelled-out numbers in digits: `two` becomes `2`. */
type Word = { written: string; digits: string }

/** Splits a text into words. `2 999` and, in English, `two thousand` are one word. */
function wordsOf(text: string, lang: string): Word[] {
  const words: Word[] = []
  for (const part of text.split(/[\s\u00a0]+/)) {
    const written = part.replace(/^[(“"'‘[]+/, '').replace(/[.,;:!?)”"'’\]]+$/, '')
    const joined = joinedNumber(words.at(-1), written, lang)
    if (joined) words.pop()
    words.push(joined ?? { written, digits: inDigits(written, lang) ?? written })
  }
  return words
}

function joinedNumber(last: Word | undefined, next: string, lang: string): Word | undefined {
  if (last === undefined) return undefined
  const written = `${last.written} ${next}`
  const isGrouped = /^\D{0,3}\d{1,3}(?: \d{3})*$/.test(last.written) && /^\d{3}(?!\d)/.test(next)
  const digits = isGrouped ? last.digits + next : inDigits(written, lang)
  return digits === undefined ? undefined : { written, digits }
}

function inDigits(written: string, lang: string): string | undefined {
  return lang.startsWith('en') ? readNumberWords(written)?.toString() : undefined
}

/** @param currencies the studio's own */
function keyOf(text: string, lang: string, currencies: readonly string[] = []): string | undefined {
  const written = text.replace(/(\d+(?:\.\d+)?)k(?![\p{L}\d])/iu, (_, count) => String(Number(count) * 1000))
  const money = readMoney(written, currencies)
  if (money) return `${money.amount} ${money.currency}`
  if (/^\d[\d.,]*[+%]$/.test(written) || (written !== text && /^\d+\+?$/.test(written))) return written
  const [, count, unit = ''] = /^(\d[\d.,]*(?:[-–]\d[\d.,]*)?)[ -](\p{L}+(?: \p{L}+)?)$/u.exec(written) ?? []
  const name = count && unitNames(lang).get(unit.toLowerCase())
  if (name === 'percent') return `${count}%`
  return name ? `time ${count.replace('–', '-')} ${name}` : undefined
}

function currencyOf(key: string): string | undefined {
  return /^[\d.]+ ([A-Z]{3})$/.exec(key)?.[1]
}

/** `isClaim`: the fact is an offer's price or a claim. */
type NamedFact = { name: string; key: string; isClaim: boolean }

const cache = new WeakMap<object, { known: NamedFact[]; currencies: string[] }>()

/** All facts with a key, and the studio's own currencies. Cached for the many texts compared with them. */
function knownFacts(facts: object, lang: string) {
  const cached = cache.get(facts)
  if (cached !== undefined) return cached
  const known = namedFacts(facts, lang)
  const currencies = [...new Set(known.flatMap(({ key }) => currencyOf(key) ?? []))]
  cache.set(facts, { known, currencies })
  return { known, currencies }
}

/** Lists all facts with a key. A name may end with the unit of its number, as in `replyWithinHours`. */
function namedFacts(value: unknown, lang: string, name = '', isOfferPrice = false): NamedFact[] {
  const unit = timeUnits.find((word) => name.toLowerCase().replace(/s$/, '').endsWith(word))
  if (typeof value === 'string') {
    const key = keyOf(value, lang)
    return key === undefined ? [] : [{ name, key, isClaim: isOfferPrice || /[+%]$/.test(key) }]
  }
  const time = unit === undefined ? undefined : timeOf(value, lang)
  if (time !== undefined) return [{ name, key: `time ${time} ${unit}`, isClaim: false }]
  if (!isObject(value)) return []
  const isOffer = asOffer(value) !== undefined
  return Object.entries(value).flatMap(([key, entry]) => {
    const id = Array.isArray(value) && isObject(entry) && typeof entry['id'] === 'string' ? entry['id'] : key
    const isPrice = isOfferPrice || (isOffer && priceKeys.includes(key))
    return namedFacts(entry, lang, name === '' ? id : `${name}.${id}`, isPrice)
  })
}

function timeOf(value: unknown, lang: string): string | undefined {
  if (typeof value === 'number') return value.toLocaleString(lang)
  return isObject(value) && typeof value['from'] === 'number' ? `${value['from']}-${value['to']}` : undefined
}
