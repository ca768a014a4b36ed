import { distance } from 'fastest-levenshtein'

const longest = 100

/** What was probably meant by a misspelled word: the known one with the fewest differing letters, a third of them at most. */
export function nearestTo(word: string, known: Iterable<string>): string | undefined {
  let nearest: { name: string; away: number } | undefined
  for (const name of known) {
    const away = distance(word.slice(0, longest).toLowerCase(), name.slice(0, longest).toLowerCase())
    if (away <= Math.max(2, Math.floor(name.length / 3)) && away < name.length && away < (nearest?.away ?? Infinity))
      nearest = { name, away }
  }
  return nearest?.name
}

export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = nearestTo(word, known)
  return meant === undefined ? '' : `; did you mean \`${meant}\`?`
}
