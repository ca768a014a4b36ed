export const oneToNineteen: Readonly<Record<string, number>> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, i) => [word, i + 1]),
)

export const tensInWords: Readonly<Record<string, number>> = {
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

const units = new Set('hundred thousand lakh lakhs lac lacs crore crores million grand zero dozen percent'.split(' '))

export function isNumberWord(word: string): boolean {
  return Object.hasOwn(oneToNineteen, word) || Object.hasOwn(tensInWords, word) || units.has(word)
}
