const tens = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const oneToNineteen =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const belowHundred = new Map([
  ...oneToNineteen.split(' ').map((word, i) => [word, i + 1] as const),
  ...Object.entries(tens),
])
const scales = new Map(Object.entries({ hundred: 100, thousand: 1_000, million: 1_000_000 }))

/** Parses an English number in words, like `two thousand` or `ninety-nine`. @returns undefined for other text */
export function readNumberWords(written: string): number | undefined {
  let total = 0
  /** The number before the next `thousand` or `million`. */
  let group = 0
  for (const word of written.toLowerCase().split(/[ -]/)) {
    const small = belowHundred.get(word)
    const scale = scales.get(word)
    if (small !== undefined) {
      group += small
    } else if (scale === 100) {
      group = (group || 1) * scale
    } else if (scale !== undefined) {
      total += (group || 1) * scale
      group = 0
    } else {
      return undefined
    }
  }
  return total + group
}

/**
 * Parses a number like `1,200`, `1.200,50`, `1'200`, or `0,5`. A last group of three digits is taken for thousands.
 * @returns undefined for other text
 */
export function readNumber(text: string): number | undefined {
  const digits = normalizeDigits(text)
  const [, integer = digits, point = '', decimals = '0'] = /^(.*)([.,])(\d{1,2}|(?<=^0[.,])\d+)$/.exec(digits) ?? []
  const groups = integer.split(/[.,'’]/)
  const isNumber = /^\d+$/.test(groups.join('')) && areGroups(groups, integer.replaceAll(/\d/g, ''), point)
  return isNumber ? Number(`${groups.join('')}.${decimals}`) : undefined
}

/** Removes spaces between groups of digits, and converts full-width characters. */
export function normalizeDigits(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/(?<=\d) (?=\d{3})/g, '')
}

/** Whether groups have three digits, or two above thousands (1,00,000), and share a separator that isn't `point`. */
function areGroups([first = '', ...rest]: readonly string[], separators: string, point: string): boolean {
  if (rest.length === 0) return true
  const hasOneSeparator = new Set(separators).size === 1 && (point === '' || !separators.includes(point))
  const areSized = rest.every(({ length }) => length === 2 || length === 3) && rest.at(-1)?.length === 3
  return hasOneSeparator && areSized && first.length <= 3
}
