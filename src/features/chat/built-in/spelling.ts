import { distance } from 'fastest-levenshtein'
import { stemOf } from './words-of.ts'

/** @returns a function that gives the known word which a mistyped one is most likely meant to be, or the word itself */
export function createSpelling(known: ReadonlySet<string>): (word: string) => string {
  const stems = new Set([...known].map(stemOf))
  const byFirst = Map.groupBy(known, (word) => word.charAt(0))
  return (word) => {
    if (known.has(word) || (word.length > 3 && stems.has(stemOf(word))) || word.length < 3 || /\d/.test(word))
      return word
    let nearest = { word, gap: word.length > 8 ? 2.5 : 1.5 }
    for (const other of candidates(byFirst, word)) {
      if (!mayBeMeant(word, other)) continue
      const gap = typingGap(word, other)
      // A short word with another letter in it is more likely another word, a name even, than a mistake.
      if (gap === 1 && word.length < 5 && word.length === other.length) continue
      if (gap < nearest.gap) nearest = { word: other, gap }
    }
    return nearest.word
  }
}

/** In a word of three letters two have changed places, or a fourth is missing. */
function mayBeMeant(typed: string, other: string): boolean {
  if (typed.length > 3) return other.length > 3 && Math.abs(other.length - typed.length) <= 2
  return other.length === 4 || (other.length === 3 && [...other].toSorted().join() === [...typed].toSorted().join())
}

/** The first letter is seldom wrong, but it changes places with the second. */
function candidates(byFirst: ReadonlyMap<string, readonly string[]>, word: string): string[] {
  return [...new Set([word.charAt(0), word.charAt(1)])].flatMap((letter) => byFirst.get(letter) ?? [])
}

/** Letters to be changed, two in the wrong order counting as one; a letter left out is likelier than a wrong one. */
function typingGap(typed: string, meant: string): number {
  const gap = distance(typed, meant)
  if (gap === 1 && typed.length < meant.length) return 0.95
  if (gap !== 2 || typed.length !== meant.length) return gap
  const wrong = [...typed].findIndex((letter, i) => letter !== meant[i])
  const swapped = typed.slice(0, wrong) + typed.charAt(wrong + 1) + typed.charAt(wrong) + typed.slice(wrong + 2)
  if (swapped !== meant) return gap
  return wrong === 0 ? 1.1 : 0.9
}
