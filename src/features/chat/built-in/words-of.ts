/** Said in nearly every question, whatever it is about. */
const fillers = new Set(
  `a about actually again ah all also am an and any anyone anything are aren as at be because been before being but by can cannot
  could couldn did do does doing done don each either else even ever every exactly few for from further get gets getting give go
  goes going gonna good got great had has have having he her here hey him his how hows i if im in indeed into is isn it its just
  kind kindly know let lets like little ll look lot many may maybe me mean might mine more most mr much must my need needs no not
  now of off ok on one only or other our out over own per perhaps please pls plz put quick quickly quite rather re really right said
  say see she should so some somebody someone something sort still such sure take tell than that thats the their them then there these
  they thing things this those though to too try u under until up upon ur us use very via want wanna wants was way we well were what
  whats when where whether which while who whom whose why will with within would wouldn yeah yes yet you your yours youre
  ask asking wonder wondering curious question questions explain interested possible possibly hope currently basically thought thoughts think thinking sir madam dear bro mate mam folks guys kindly hope
  wondered happen happens happening use using used work works working once percent better best outline everywhere always usually matter week weeks day days ll really afterwards afterward later provide provides providing offer offers offered share detail details run project projects next show`
    .split(/\s+/)
    .filter(Boolean),
)

export const fillerWords: ReadonlySet<string> = fillers

/** A number says nothing alone either. */
export function isFiller(word: string): boolean {
  return fillers.has(word) || /^\d+$/.test(word)
}

/** So many weeks or months, or more than a few days: asks for a time, however much it is. */
const span =
  /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*(?:weeks?|months?)\b|\b(?:[4-9]|\d{2,}|four|five|six|seven|ten)\s*days?\b/giu

/** A sum of money becomes a word of its own: what matters is that there is one. */
const amount =
  /(?:[$₹€£]|\b(?:rs|inr|usd)\.?)\s*\d[\d,.]*\s*(?:k|m|lakhs?|lacs?|crores?|thousand)?\b|\b\d+\s*(?:k|lakhs?|lacs?|crores?)?\s*(?:dollars?|bucks|usd|inr|rupees?|rs)\b/giu

/** The words of a text in lower case, contractions in full, hyphens and apostrophes taken out, sums as `sumofmoney`, spans of time as `duration`. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[’‘`´]/gu, "'")
      .replaceAll(/(?<=\d),(?=\d)/gu, '')
      .replaceAll(amount, ' sumofmoney ')
      .replaceAll(/\S+@\S+/gu, ' ')
      .replaceAll(span, ' duration ')
      .replaceAll(/\b(can|won|don|doesn|didn|isn|aren|couldn|wouldn|shouldn)'?t\b/gu, '$1 not')
      .replaceAll(/'(s|re|m|ll|ve|d)\b/gu, ' ')
      .replaceAll(/&/gu, ' and ')
      .replaceAll('%', ' percent ')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?:ies|ied)$/u, 'y'],
  [/(?:ations?|ating|ated|ates|ate)$/u, ''],
  [/(?:ments?|ness|ings?|edly|ed|es|(?<=.{6})ly|(?<!s)s|e)$/u, ''],
]

/** A word without its ending, so that `pricing`, `priced` and `prices` are one. Shorter than four letters nothing is taken. */
export function stemOf(word: string): string {
  for (const [ending, instead] of endings) {
    const stem = word.replace(ending, instead)
    if (stem !== word && stem.length >= 3) return stem.replace(/([^aeiouls])\1$/u, '$1')
  }
  return word
}
