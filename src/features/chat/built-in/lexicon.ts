import { commonWords } from './common-words.ts'
import { fillers, isFiller } from './fillers.ts'
import { createSpelling } from './spelling.ts'
import { stemOf, wordsOf } from './words-of.ts'

export type Lexicon = {
  /** What a text is about: stems, with all ways to say one thing brought to the same; fillers and typing mistakes are gone. */
  termsOf: (text: string) => string[]
  /** The whole text without its mistakes, each group of synonyms by its name: “what would v1 set us back” as “what would mvp price”. */
  wordingOf: (text: string) => string
}

const longestPhrase = 5
const leastJoined = 6
const conceptMark = '='

type Piece = { term: string | undefined; words: readonly string[] }

/** @returns whether a term stands for a group of synonyms */
export function isConcept(term: string): boolean {
  return term.startsWith(conceptMark)
}

/** @returns what the group of synonyms is called in the content */
export function nameOf(concept: string): string {
  return concept.slice(conceptMark.length)
}

/**
 * @param synonyms groups of words or phrases that mean the same here
 * @param texts whatever is known: a word that stands in none of them may be one of theirs, mistyped
 */
export function createLexicon(synonyms: readonly (readonly string[])[], texts: readonly string[]): Lexicon {
  const known = new Set([...[...texts, ...synonyms.flat()].flatMap(wordsOf), ...fillers, ...commonWords])
  const phrases = new Map<string, string>()
  for (const [first = '', ...others] of synonyms) {
    for (const phrase of [first, ...others]) {
      phrases.set(keyOf(wordsOf(phrase)), `${conceptMark}${first}`)
      const joined = joinedWords([phrase])
      for (const word of joined) phrases.set(stemOf(word), `${conceptMark}${first}`)
    }
  }
  const spell = createSpelling(new Set([...known, ...joinedWords(synonyms.flat())]))

  function* pieces(text: string): Generator<Piece> {
    const words = wordsOf(text).map((word) => (isFiller(word) ? word : spell(word)))
    for (let i = 0; i < words.length; ) {
      const { term, length } = longestFrom(words, i, phrases)
      yield { term, words: words.slice(i, i + length) }
      i += length
    }
  }

  return {
    termsOf: (text) => [...pieces(text)].flatMap(({ term }) => term ?? []),
    wordingOf: (text) =>
      [...pieces(text)].map(({ term = '', words }) => (isConcept(term) ? nameOf(term) : words.join(' '))).join(' '),
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

/** “playstore” of “play store”: two words may be written as one where that is long enough to be no other word. */
function joinedWords(phrases: readonly string[]): string[] {
  return phrases
    .map(wordsOf)
    .filter((words) => words.length === 2)
    .map((words) => words.join(''))
    .filter(({ length }) => length >= leastJoined)
}
