import { distance } from 'fastest-levenshtein'

/** Longer input is truncated because edit distance takes time proportional to the product of the lengths. */
const maxLength = 100
/** Even short words can have two wrong letters, for example if they're swapped. */
const minTypos = 2

/** The known word closest to a misspelled word. At most a third of the letters can differ, or two in a short word. */
export function nearestTo(word: string, known: Iterable<string>): string | undefined {
  const target = comparable(word)
  let nearest: string | undefined
  let nearestTypos = Infinity
  for (const name of known) {
    const typos = distance(target, comparable(name))
    const maxTypos = Math.max(minTypos, Math.floor(name.length / 3))
    const isSimilar = typos <= maxTypos && typos < name.length
    if (!isSimilar || typos >= nearestTypos) continue
    nearest = name
    nearestTypos = typos
  }
  return nearest
}

function comparable(word: string): string {
  return word.slice(0, maxLength).toLowerCase()
}

/** A suggestion to append to an error message, or '' if no known word is similar. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const suggestion = nearestTo(word, known)
  return suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`
}
