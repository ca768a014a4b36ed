import { readMoney } from '../../text/money.ts'
import { readNumberWords } from '../../text/read-number.ts'
import { unitNames } from '../../text/units.ts'

/** A price, claim, or duration. `key` is the same for all its spellings, like `2999 USD` for `$2,999`. */
export type Figure = {
  kind: 'price' | 'claim' | 'count' | 'duration'
  written: string
  key: string
  currency?: string
}

/** A word, as written and with spelled-out numbers converted to digits: `two` becomes `2`. */
type Word = { written: string; digits: string }

/** Finds prices, claims (`50+`, `87%`), and durations. In English, numbers can be words. @param currencies the studio's own */
export function findFigures(text: string, lang: string, currencies: readonly string[]): Figure[] {
  const words = splitWords(text, lang)
  const figures: Figure[] = []
  const read = (phrase: string) => readFigure(phrase, lang, currencies)
  for (const [i, { digits }] of words.entries()) {
    if (!/\d/.test(digits)) continue
    const figure = figureAround(words, i, read)
    if (figure !== undefined) figures.push(figure)
  }
  return figures
}

/** Finds a figure around a number by trying phrases, longest first. */
function figureAround(
  words: readonly Word[],
  index: number,
  read: (phrase: string) => Figure | undefined,
): Figure | undefined {
  const phrases = [
    words.slice(index, index + 3), // 24 working hours
    words.slice(index, index + 2), // 24 hours
    words.slice(Math.max(0, index - 1), index + 1), // USD 24
    words.slice(index, index + 1), // $24
  ]
  for (const phrase of phrases) {
    const figure = read(phrase.map(({ digits }) => digits).join(' '))
    if (figure !== undefined) return { ...figure, written: phrase.map(({ written }) => written).join(' ') }
  }
  return undefined
}

/** Parses text that consists of a single figure. @returns undefined for other text */
export function readFigure(text: string, lang: string, currencies: readonly string[] = []): Figure | undefined {
  // `12k` and `1.5K` mean thousands.
  const written = text.replace(/(\d+(?:\.\d+)?)k(?![\p{L}\d])/iu, (_, count) => String(Number(count) * 1000))
  const money = readMoney(written, currencies)
  if (money) return { kind: 'price', written: text, key: `${money.amount} ${money.currency}`, currency: money.currency }
  if (/^\d[\d.,]*[+%]$/.test(written)) return { kind: 'claim', written: text, key: written }
  const isInThousands = written !== text
  if (isInThousands && /^\d+$/.test(written)) return { kind: 'count', written: text, key: written }
  const [, count, unit = ''] = /^(\d[\d.,]*(?:[-–]\d[\d.,]*)?)[ -](\p{L}+(?: \p{L}+)?)$/u.exec(written) ?? []
  const unitName = unitNames(lang).get(unit.toLowerCase())
  if (count === undefined || unitName === undefined) return undefined
  if (unitName === 'percent') return { kind: 'claim', written: text, key: `${count}%` }
  return { kind: 'duration', written: text, key: durationKey(count.replace('–', '-'), unitName) }
}

export function durationKey(amount: string, unit: string): string {
  return `time ${amount} ${unit}`
}

/** Splits text into words. `2 999` is a single word. In English, so is `two thousand`. */
function splitWords(text: string, lang: string): Word[] {
  const words: Word[] = []
  for (const part of text.split(/[\s\u00a0]+/)) {
    const written = part.replace(/^[(“"'‘[]+/, '').replace(/[.,;:!?)”"'’\]]+$/, '')
    const number = continueNumber(words.at(-1), written, lang)
    if (number) words[words.length - 1] = number
    else words.push({ written, digits: toDigits(written, lang) ?? written })
  }
  return words
}

/** Joins a word to the number before it: `2` and `999`, or `two` and `thousand`. @returns undefined if it can't */
function continueNumber(last: Word | undefined, next: string, lang: string): Word | undefined {
  if (last === undefined) return undefined
  const written = `${last.written} ${next}`
  const isGrouped = /^\D{0,3}\d{1,3}(?: \d{3})*$/.test(last.written) && /^\d{3}(?!\d)/.test(next)
  const digits = isGrouped ? last.digits + next : toDigits(written, lang)
  return digits === undefined ? undefined : { written, digits }
}

function toDigits(written: string, lang: string): string | undefined {
  return lang.startsWith('en') ? readNumberWords(written)?.toString() : undefined
}
