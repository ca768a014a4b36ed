import { isObject } from '../../is-object.ts'
import { isNamedCurrency, type Money, readMoney } from '../../text/money.ts'
import { readNumberWords } from '../../text/number-words.ts'
import { asOffer, priceKeys } from './offers.ts'

type Typed = { written: string; key: string }

/**
 * Finds prices, claims (`50+`, `87%`), and durations (`24 hours`) typed by hand, and says what to write instead. In the
 * site's own texts, a price or claim must be a fact; articles may have others.
 */
export function typedByHand(text: string, facts: object, lang: string, where: 'words' | 'article'): string[] {
  const typed = findTyped(text.replaceAll(/\{[^{}]*\}/g, '·'), lang)
  if (typed.length === 0) return []
  const known = namedFacts(facts, lang)
  const currencies = new Set(known.map(({ key }) => currencyOf(key)))
  return typed.flatMap(({ written, key }) => {
    const currency = currencyOf(key)
    // `PHP 8` is a price only if the studio's prices are in pesos.
    if (currency !== undefined && !isNamedCurrency(currency) && !currencies.has(currency)) return []
    const same = known.filter((fact) => fact.key === key)
    const isWrong =
      where === 'article' ? same.some(({ isSaid }) => isSaid) : !key.startsWith('time ') || same.length > 0
    const names = same.map(({ name }) => `{${name}}`)
    return isWrong ? [`“${written}” is typed by hand: ${rightWords(written, names, where)}`] : []
  })
}

function rightWords(written: string, names: readonly string[], where: 'words' | 'article'): string {
  if (names.length === 0) return 'give it a name in content/offers.yaml, and write that name in braces'
  const exception = where === 'article' ? `; a number that only happens to be the same is {=${written}}` : ''
  return `write ${names.join(' or ')}${exception}`
}

function findTyped(text: string, lang: string): Typed[] {
  const words = wordsOf(text, lang)
  return words.flatMap(({ read }, i): Typed[] => {
    if (!/\d/.test(read)) return []
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [0, 3],
      [-1, 1],
    ] as const) {
      const span = words.slice(Math.max(0, i + from), i + to)
      const key = keyOf(span.map((word) => word.read).join(' '), lang)
      if (key !== undefined) return [{ written: span.map(({ written }) => written).join(' '), key }]
    }
    return []
  })
}

type Word = { written: string; read: string }

/** Splits a text into words. `2 999` and, in English, `two thousand` are one word, which is read as a number. */
function wordsOf(text: string, lang: string): Word[] {
  const words: Word[] = []
  for (const part of text.split(/[\s\u00a0]+/)) {
    const written = part.replace(/^[(“"'‘[]+/, '').replace(/[.,;:!?)”"'’\]]+$/, '')
    const joined = joinedNumber(words.at(-1), written, lang)
    if (joined) words.pop()
    words.push(joined ?? { written, read: inDigits(written, lang) ?? written })
  }
  return words
}

function joinedNumber(last: Word | undefined, next: string, lang: string): Word | undefined {
  if (last === undefined) return undefined
  const written = `${last.written} ${next}`
  const isGrouped = /^\D{0,3}\d{1,3}(?: \d{3})*$/.test(last.written) && /^\d{3}(?!\d)/.test(next)
  const read = isGrouped ? last.read + next : inDigits(written, lang)
  return read === undefined ? undefined : { written, read }
}

function inDigits(written: string, lang: string): string | undefined {
  return lang.startsWith('en') ? readNumberWords(written)?.toString() : undefined
}

function keyOf(text: string, lang: string): string | undefined {
  const written = text.replace(/(\d+(?:\.\d+)?)k(?![\p{L}\d])/iu, (_, count) => String(Number(count) * 1000))
  const money = readMoney(written)
  if (money) return moneyKey(money)
  if (/^\d[\d.,]*[+%]$/.test(written) || (written !== text && /^\d+\+?$/.test(written))) return written
  const [, count, unit = ''] = /^(\d[\d.,]*(?:[-–]\d[\d.,]*)?)[ -](\p{L}+(?: \p{L}+)?)$/u.exec(written) ?? []
  const name = count && unitNames(lang).get(unit.toLowerCase())
  if (name === 'percent') return `${count}%`
  return name ? `time ${count.replace('–', '-')} ${name}` : undefined
}

function currencyOf(key: string): string | undefined {
  return /^[\d.]+ ([A-Z]{3})$/.exec(key)?.[1]
}

function moneyKey({ amount, currency }: Money): string {
  return `${amount} ${currency}`
}

const units = ['minute', 'hour', 'day', 'week', 'month', 'year']

const namesByLang = new Map<string, ReadonlyMap<string, string>>()

/** The units of time by all their names in a language: `horas` is `hour` in Portuguese. */
function unitNames(lang: string): ReadonlyMap<string, string> {
  const made = namesByLang.get(lang)
  if (made !== undefined) return made
  const names = new Map(
    [...units, 'percent'].flatMap((unit) =>
      [1, 2, 5, 21].flatMap((count) =>
        new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
          .formatToParts(count)
          .filter(({ type }) => type === 'unit')
          .map(({ value }) => [value.toLowerCase(), unit] as const),
      ),
    ),
  )
  namesByLang.set(lang, names)
  return names
}

/** `isSaid`: a price of an offer, or a claim. The end of a name is its unit, as in `replyWithinHours`. */
type NamedFact = { name: string; key: string; isSaid: boolean }

function namedFacts(value: unknown, lang: string, name = '', isOfferPrice = false): NamedFact[] {
  const unit = units.find((each) => name.toLowerCase().endsWith(each) || name.toLowerCase().endsWith(`${each}s`))
  if (typeof value === 'string') {
    const key = keyOf(value, lang)
    return key === undefined ? [] : [{ name, key, isSaid: isOfferPrice || /[+%]$/.test(key) }]
  }
  const time = unit === undefined ? undefined : timeOf(value, lang)
  if (time !== undefined) return [{ name, key: `time ${time} ${unit}`, isSaid: false }]
  if (!isObject(value)) return []
  const isOffer = asOffer(value) !== undefined
  return Object.entries(value).flatMap(([key, each]) => {
    const id = Array.isArray(value) && isObject(each) && typeof each['id'] === 'string' ? each['id'] : key
    const isPrice = isOfferPrice || (isOffer && priceKeys.includes(key))
    return namedFacts(each, lang, name === '' ? id : `${name}.${id}`, isPrice)
  })
}

function timeOf(value: unknown, lang: string): string | undefined {
  if (typeof value === 'number') return value.toLocaleString(lang)
  return isObject(value) && typeof value['from'] === 'number' ? `${value['from']}-${value['to']}` : undefined
}
