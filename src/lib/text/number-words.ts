export const oneToNineteen: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}

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

const units = new Set([
  'hundred',
  'thousand',
  'lakh',
  'lakhs',
  'lac',
  'lacs',
  'crore',
  'crores',
  'million',
  'grand',
  'zero',
  'dozen',
  'percent',
])

export function isNumberWord(word: string): boolean {
  return Object.hasOwn(oneToNineteen, word) || Object.hasOwn(tensInWords, word) || units.has(word)
}
