import { distance } from 'fastest-levenshtein'

const maxLength = 100

/** The known word closest to a misspelled word. At most a third of its letters differ. */
export function nearestTo(word: string, known: Iterable<string>): string | undefined {
  let nearest: { name: string; away: number } | undefined
  for (const name of known) {
    const away = distance(word.slice(0, maxLength).toLowerCase(), name.slice(0, maxLength).toLowerCase())
    if (away <= Math.max(2, Math.floor(name.length / 3)) && away < name.length && away < (nearest?.away ?? Infinity))
      nearest = { name, away }
  }
  return nearest?.name
}

export function didYouMean(word: string, known: Iterable<string>): string {
  const suggestion = nearestTo(word, known)
  return suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`
}
