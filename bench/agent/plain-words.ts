const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const values = new Map<string, number>([
  ...small.split(' ').map((word, i): [string, number] => [word, i]),
  ...tens.split(' ').map((word, i): [string, number] => [word, (i + 2) * 10]),
])
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['lakh', 100_000],
  ['crore', 10_000_000],
])
const numberWord = [...values.keys(), ...scales.keys()].join('|')
const spelledOut = new RegExp(`\\b(?:${[...values.keys()].join('|')})(?:[\\s-]+(?:and\\s+)?(?:${numberWord}))*\\b`, 'g')
const scaled = /(\d[\d,]*(?:\.\d+)?)\s*(k|grand|thousand|hundred|lakhs?|lacs?|crores?)\b/g
const factors: Record<string, number> = {
  k: 1e3,
  grand: 1e3,
  thousand: 1e3,
  hundred: 100,
  lakh: 1e5,
  lac: 1e5,
  crore: 1e7,
}

/** Lower case, one kind of digit, quote and dash, nothing invisible, numbers without commas, "2 to 4" as "2-4". */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .toLowerCase()
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/(?<=\d),(?=\d{2,3}\b)/g, '')
    .replaceAll(/(?<=between ([$₹]?)\d+) and \1(?=\d)/g, '-')
    .replaceAll(/(?<=([$₹])\d+)\s*(?:-|to)\s*\1(?=\d)/g, '-')
    .replaceAll(/(?<=\d)\s*(?:-|to)\s*(?=\d)/g, '-')
    .replaceAll(/(?<=\d)-(?=[a-z])/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The same with numbers in words and in thousands put into digits: "three thousand" and "3k" read "3000". */
export function inDigits(text: string): string {
  const digits = plainWords(text)
    .replaceAll(/\b(?:an? )(?=(?:hundred|thousand|grand|lakh|crore)\b)/g, '1 ')
    .replaceAll(spelledOut, (words) => String(readWords(words)))
    .replaceAll(scaled, (_, amount: string, unit: string) =>
      String(
        Math.round(Number(amount.replaceAll(',', '')) * (factors[unit.replace(/(?<=lakh|lac|crore)s$/, '')] ?? 1)),
      ),
    )
  return plainWords(digits)
}

function readWords(words: string): number {
  let whole = 0
  let part = 0
  for (const word of words.split(/[\s-]+/)) {
    const scale = scales.get(word)
    if (scale === undefined) part += values.get(word) ?? 0
    else if (scale === 100) part *= scale
    else {
      whole += part * scale
      part = 0
    }
  }
  return whole + part
}

/** Whole sentences: an end mark, then a gap or the end. "$2,999.50" and "Next.js" do not end one. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…][")'”’\]]*)\s+|\n+/).filter((sentence) => sentence.trim() !== '')
}
