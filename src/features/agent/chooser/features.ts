/** Lengths of the pieces of a word that count as well as the word: a misspelt word, or another form of it, still shares most of them. */
const shortest = 3
const longest = 5
/** Of a text so many words are read. */
const mostWords = 400

/** What kind of feature a hash is of, so that a word and a piece of one differ. */
const kinds = { word: 1, pair: 2, piece: 3, apart: 4 } as const
type Kind = keyof typeof kinds

/** Words in small letters without accents; a number is one word, and so are signs of money and percent. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}’']/gu, '')
    .replaceAll(/(?<=\p{N}),(?=\p{N})/gu, '')
  return (plain.match(/[\p{L}]+|\p{N}+|[\p{Sc}%]/gu) ?? []).slice(0, mostWords)
}

/**
 * What a text is compared by: its words, pairs of neighbours, words with one between, and pieces of words, each as a hash (FNV-1a,
 * 32 bits) with its kind and how often it occurs. A number also counts by its length. Linear in the length of the text.
 */
export function featuresOf(text: string): Map<number, number> {
  const said = wordsOf(text)
  const words = said.map((word) => (/^\p{N}/u.test(word) ? '0'.repeat(word.length) : word))
  const counts = new Map<number, number>()
  const add = (kind: Kind, text: string) => {
    const hash = hashOf(kinds[kind], text)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const framed = ['^', ...words, '$']
  for (const [i, word] of framed.entries()) {
    const next = framed[i + 1]
    if (next === undefined) break
    add('pair', `${word} ${next}`)
    if (i === 0) continue
    add('word', word)
    if (word.startsWith('0')) add('word', said[i - 1] ?? '')
    const afterNext = framed[i + 2]
    if (afterNext !== undefined && afterNext !== '$') add('apart', `${word} ${afterNext}`)
    const marked = `<${word}>`
    for (let length = shortest; length <= longest; length++) {
      for (let at = 0; at + length <= marked.length; at++) add('piece', marked.slice(at, at + length))
    }
  }
  return counts
}

/** @returns of which kind a feature is */
export function kindOf(hash: number): Kind {
  const kind = hash >>> 30
  return kind === 0 ? 'word' : kind === 1 ? 'pair' : kind === 2 ? 'piece' : 'apart'
}

/** FNV-1a; the kind is in the two highest bits. */
function hashOf(kind: number, text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash & 0x3fffffff) | ((kind - 1) << 30)) >>> 0
}
