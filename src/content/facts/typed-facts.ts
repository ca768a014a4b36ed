import { isObject } from '../../lib/is-object.ts'
import { type Money, readMoney } from '../../lib/text/money.ts'
import { asOffer, priceKeys } from './offers.ts'

type Typed = { written: string; key: string }

/**
 * Prices, claims (`50+`, `87%`) and times (`24 hours`) that are typed by hand in a text, each with what would be right. In the
 * site's own words a price or claim has to be a fact; an article may have others than the site's own.
 */
export function typedByHand(text: string, facts: object, lang: string, where: 'words' | 'article'): string[] {
  const typed = findTyped(text.replaceAll(/\{[^{}]*\}/g, '·'), lang)
  if (typed.length === 0) return []
  const known = namedFacts(facts, lang)
  return typed.flatMap(({ written, key }) => {
    const same = known.filter((fact) => fact.key === key)
    const isWrong =
      where === 'article' ? same.some(({ isSaid }) => isSaid) : !key.startsWith('time ') || same.length > 0
    return isWrong ? [`“${written}” is typed by hand: ${rightWords(same.map(({ name }) => name))}`] : []
  })
}

function rightWords(names: readonly string[]): string {
  return names.length > 0
    ? `write ${names.map((name) => `{${name}}`).join(' or ')}`
    : 'give it a name in content/offers.yaml, and write that name in braces'
}

function findTyped(text: string, lang: string): Typed[] {
  const words = text.split(/[\s\u00a0]+/).map((word) => word.replace(/^[(“"'‘[]+/, '').replace(/[.,;:!?)”"'’\]]+$/, ''))
  return words.flatMap((word, i): Typed[] => {
    if (!/\d/.test(word)) return []
    const [before, after] = [words[i - 1] ?? '', words[i + 1] ?? '']
    for (const written of [word, `${word} ${after}`, `${before} ${word}`]) {
      const key = keyOf(written, lang)
      if (key !== undefined) return [{ written, key }]
    }
    return []
  })
}

function keyOf(written: string, lang: string): string | undefined {
  const money = readMoney(written)
  if (money) return moneyKey(money)
  if (/^\d[\d.,]*[+%]$/.test(written)) return written
  const [, count, unit = ''] = /^(\d[\d.,]*(?:[-–]\d[\d.,]*)?)[ -](\p{L}+)$/u.exec(written) ?? []
  const name = count && unitNames(lang).get(unit.toLowerCase())
  return name ? `time ${count.replace('–', '-')} ${name}` : undefined
}

function moneyKey({ amount, currency }: Money): string {
  return `${amount} ${currency}`
}

const units = ['minute', 'hour', 'day', 'week', 'month', 'year']

/** `horas` is an hour in Portuguese: every form that a number of them takes. */
function unitNames(lang: string): Map<string, string> {
  return new Map(
    units.flatMap((unit) =>
      [1, 2, 5, 21].flatMap((count) =>
        new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
          .formatToParts(count)
          .filter(({ type }) => type === 'unit')
          .map(({ value }) => [value.toLowerCase(), unit] as const),
      ),
    ),
  )
}

/** `isSaid`: a price of an offer, or a claim. A number's unit is the end of its name, as in `replyWithinHours`. */
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
