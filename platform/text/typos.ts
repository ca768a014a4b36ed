const minLength = 5
const maxLength = 20

/**
 * Corrects words with one letter missing, added, or swapped with its neighbor, and from six letters also a wrong one. The
 * first letter must be right, as in most typos. Linear in the word.
 * @param words short ones are left out
 * @param others correct words that look like typos
 */
export function typoCorrector(words: Iterable<string>, others: ReadonlySet<string>) {
  const known = new Map<string, string>()
  const long = [...words].filter((word) => word.length >= minLength)
  for (const word of long)
    for (const key of [...changed(word), ...atEach(word, (a, _, b) => `-${a}${b}`)]) known.set(key, word)
  for (const word of long) known.set(word, word)
  return (word: string): string | undefined => {
    if (word.length < minLength - 1 || word.length > maxLength || others.has(word)) return undefined
    const shorter = atEach(word, (before, _, after) => before + after)
    const swapped = atEach(word, (before, letter, after) => before + after.slice(0, 1) + letter + after.slice(1))
    return [`-${word}`, ...changed(word), ...shorter, ...swapped].flatMap((key) => known.get(key) ?? [])[0]
  }
}

const changed = (word: string) =>
  word.length > minLength ? atEach(word, (before, _, after) => `${before}?${after}`) : []

function atEach(word: string, edit: (before: string, letter: string, after: string) => string): string[] {
  return Array.from(word.slice(1), (letter, i) => edit(word.slice(0, i + 1), letter, word.slice(i + 2)))
}
