/** So many weeks or months, or more than a few days: asks for a time, however much it is. */
const span =
  /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|a|one|couple of|few)\s*(?:weeks?|months?|fortnights?)\b|\bfortnight\b|\b(?:[4-9]|\d{2,}|four|five|six|seven|ten)\s*days?\b/giu

/** A sum of money becomes a word of its own: what matters is that there is one. */
const amount =
  /(?:[$₹€£]|\b(?:rs|inr|usd)\.?)\s*\d[\d,.]*\s*(?:k|m|lakhs?|lacs?|crores?|thousand)?\b|\b\d+\s*(?:k|lakhs?|lacs?|crores?)?\s*(?:dollars?|bucks|usd|inr|rupees?|rs)\b/giu

/** How people type on a telephone. */
const short: Readonly<Record<string, string>> = {
  r: 'are',
  u: 'you',
  ur: 'your',
  hw: 'how',
  wat: 'what',
  wht: 'what',
  wats: 'what',
  abt: 'about',
  thru: 'through',
  sth: 'something',
  smth: 'something',
  ppl: 'people',
  msg: 'message',
  tmrw: 'tomorrow',
  devs: 'developers',
  dev: 'developer',
  biz: 'business',
}

/** The words of a text in lower case, contractions in full, hyphens and apostrophes taken out, sums as `sumofmoney`, spans of time as `duration`. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[’‘`´]/gu, "'")
      .replaceAll(/(?<=\d),(?=\d)/gu, '')
      .replaceAll(amount, ' sumofmoney ')
      .replaceAll(/[^\s@]{1,64}@\S{1,255}/gu, ' ')
      .replaceAll(span, ' duration ')
      .replaceAll(/\b(can|won|don|doesn|didn|isn|aren|couldn|wouldn|shouldn)'?t\b/gu, '$1 not')
      .replaceAll(/'(s|re|m|ll|ve|d)\b/gu, ' ')
      .replaceAll(/&/gu, ' and ')
      .replaceAll('%', ' percent ')
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.map((word) => short[word] ?? word) ?? []
  )
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?:ies|ied)$/u, 'y'],
  [/(?:ations?|ating|ated|ates|ate)$/u, ''],
  [/(?:(?<!^install?)ments?|ness|ings?|edly|ed|es|(?<=.{6})ly|(?<!s)s|e)$/u, ''],
]

/** A word without its ending, so that `pricing`, `priced` and `prices` are one. Shorter than four letters nothing is taken. */
export function stemOf(word: string): string {
  for (const [ending, instead] of endings) {
    const stem = word.replace(ending, instead)
    if (stem !== word && stem.length >= 3) return stem.replace(/([^aeiouls])\1$/u, '$1')
  }
  return word
}
