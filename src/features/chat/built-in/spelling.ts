import { distance } from 'fastest-levenshtein'

/** @returns a function that gives the known word which a mistyped one is most likely meant to be, or the word itself */
export function createSpelling(known: ReadonlySet<string>): (word: string) => string {
  const byFirst = Map.groupBy(known, (word) => word.charAt(0))
  return (word) => {
    if (known.has(word) || word.length < 4 || /\d/.test(word)) return word
    let nearest = { word, gap: word.length > 7 ? 2.5 : 1.5 }
    for (const other of candidates(byFirst, word)) {
      if (Math.abs(other.length - word.length) > 2 || other.length < 4) continue
      const gap = typingGap(word, other)
      if (gap < nearest.gap) nearest = { word: other, gap }
    }
    return nearest.word
  }
}

/** The first letter is seldom wrong, but it changes places with the second. */
function candidates(byFirst: ReadonlyMap<string, readonly string[]>, word: string): string[] {
  return [...new Set([word.charAt(0), word.charAt(1)])].flatMap((letter) => byFirst.get(letter) ?? [])
}

/** Letters to be changed, two in the wrong order counting as one. */
function typingGap(typed: string, meant: string): number {
  const gap = distance(typed, meant)
  if (gap !== 2 || typed.length !== meant.length) return gap
  const wrong = [...typed].findIndex((letter, i) => letter !== meant[i])
  const swapped = typed.slice(0, wrong) + typed.charAt(wrong + 1) + typed.charAt(wrong) + typed.slice(wrong + 2)
  return swapped === meant ? 1 : gap
}
