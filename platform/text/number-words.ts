const oneToNineteen: Readonly<Record<string, number>> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, i) => [word, i + 1]),
)

const tensInWords: Readonly<Record<string, number>> = {
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

const belowHundred = new Map(Object.entries({ ...oneToNineteen, ...tensInWords }))
const scales = new Map(Object.entries({ hundred: 100, thousand: 1000, million: 1_000_000 }))

/** Reads `two thousand five hundred` or `ninety-nine`; undefined if it isn't a number in words. */
export function readNumberWords(written: string): number | undefined {
  let total = 0
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
