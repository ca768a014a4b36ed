import { fillers, isFiller } from './fillers.ts'
import { createSpelling } from './spelling.ts'
import { stemOf, wordsOf } from './words-of.ts'

export type Lexicon = {
  /** What a text is about: stems, with all ways to say one thing brought to the same; fillers and typing mistakes are gone. */
  termsOf: (text: string) => string[]
}

const longestPhrase = 5
const conceptMark = '='

/** @returns whether a term stands for a group of synonyms */
export function isConcept(term: string): boolean {
  return term.startsWith(conceptMark)
}

/**
 * @param synonyms groups of words or phrases that mean the same here
 * @param texts whatever is known: a word that stands in none of them may be one of theirs, mistyped
 */
export function createLexicon(synonyms: readonly (readonly string[])[], texts: readonly string[]): Lexicon {
  const known = new Set([...[...texts, ...synonyms.flat()].flatMap(wordsOf), ...fillers])
  const spell = createSpelling(known)
  const phrases = new Map<string, string>()
  for (const [first = '', ...others] of synonyms) {
    for (const phrase of [first, ...others]) phrases.set(keyOf(wordsOf(phrase)), `${conceptMark}${first}`)
  }

  return {
    termsOf(text) {
      const words = wordsOf(text).map((word) => (isFiller(word) ? word : spell(word)))
      const terms: string[] = []
      for (let i = 0; i < words.length; ) {
        const { term, length } = longestFrom(words, i, phrases)
        if (term !== undefined) terms.push(term)
        i += length
      }
      return terms
    },
  }
}

/** The longest phrase that begins here; else the word's stem, or nothing where it is a filler. */
function longestFrom(words: readonly string[], start: number, phrases: ReadonlyMap<string, string>) {
  for (let length = Math.min(longestPhrase, words.length - start); length > 0; length--) {
    const term = phrases.get(keyOf(words.slice(start, start + length)))
    if (term !== undefined) return { term, length }
  }
  const word = words[start] ?? ''
  return { term: isFiller(word) ? undefined : stemOf(word), length: 1 }
}

function keyOf(words: readonly string[]): string {
  return words.map(stemOf).join(' ')
}
