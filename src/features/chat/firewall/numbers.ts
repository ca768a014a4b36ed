import { oneToNineteen, tensInWords } from '../../../lib/number-words.ts'

const small: Readonly<Record<string, number>> = { zero: 0, ...oneToNineteen }
const scales: Record<string, number> = {
  hundred: 100,
  hundreds: 100,
  thousand: 1e3,
  thousands: 1e3,
  thousend: 1e3,
  grand: 1e3,
  k: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  lacs: 1e5,
  million: 1e6,
  millions: 1e6,
  mn: 1e6,
  m: 1e6,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  billion: 1e9,
  dozen: 12,
  dozens: 12,
}
const word = [...Object.keys(small), ...Object.keys(tensInWords)].join('|')
const scale = Object.keys(scales)
  .filter((name) => name.length > 2)
  .join('|')
const digits = '(?:\\d+(?:,\\d+)*(?:\\.\\d+)?|\\.\\d+)'
const number = new RegExp(
  `(?<![a-z\\d])(?:(?:a |half a |a couple of |couple of )(?=(?:${scale})\\b)|a couple(?: of)?(?= )|(?<=[ -]|^)${digits}|(?<![\\d.,])${digits}|(?:${word})(?![a-z]))` +
    `(?:(?<=\\d) ?(?:k|m|mn|cr)(?![a-z])|(?:[ -]|(?<=[\\d ]))(?:(?<=(?:${scale}) )and )?(?:${word}|${scale})(?![a-z]))*(?: and a half(?![a-z])(?: (?:hundred|thousand|grand|lakhs?|million|crores?)\\b)?)?`,
  'g',
)

/** A number in a text, in digits or words. `value` is NaN where it is written in a way that says nothing certain. */
type FoundNumber = { start: number; end: number; value: number; scaled: boolean; text: string }

/** Every number of a folded text (foldText): `2,999`, `2.9k`, `₹2 lakh`, `two thousand nine hundred`, `a dozen`. */
export function findNumbers(folded: string): FoundNumber[] {
  return [...folded.matchAll(number)].map((match) => {
    const text = match[0]
    return {
      start: match.index,
      end: match.index + text.length,
      value: readNumber(text),
      scaled: /(?:\d ?(?:k|m|mn|cr)|half (?:hundred|thousand)|grand|lakhs?|lacs?|crores?)$/.test(text),
      text,
    }
  })
}

function readNumber(text: string): number {
  const half = / and a half(?: (\w+))?$/.exec(text)
  if (half !== null) return (readNumber(text.slice(0, half.index)) + 0.5) * (scales[half[1] ?? ''] ?? 1)
  const parts = text.match(new RegExp(`${digits}|[a-z]+`, 'g')) ?? []
  let total = 0
  let current = 0
  let free = Number.POSITIVE_INFINITY
  for (const part of parts) {
    if (part === 'and' || part === 'of') continue
    if (part === 'a') current ||= 1
    else if (part === 'half') current = 0.5
    else if (part === 'couple') current = 2
    else if (part in scales) {
      const factor = scales[part] ?? Number.NaN
      if (factor === 100) current = (current || 1) * 100
      else {
        total += (current || 1) * factor
        current = 0
      }
      free = factor
      continue
    } else {
      const value = small[part] ?? tensInWords[part] ?? groupedValue(part)
      if (!(value < free)) return Number.NaN
      current = part === text || current === 0 ? value : current + value
      free = part in tensInWords ? 10 : part in small || /\d/.test(part) ? 0 : free
      continue
    }
    free = Number.POSITIVE_INFINITY
  }
  return total + current
}

/** Commas stand as in 12,999 or as in 2,00,000; a number with others is none. */
function groupedValue(text: string): number {
  const wellGrouped = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})?(?:\.\d+)?$/.test(text)
  return wellGrouped ? Number(text.replaceAll(',', '')) : Number.NaN
}
