import { tokenize } from './model.ts'

/** Longer phrases aren't looked up. */
const maxPhraseWords = 5

export type FoundPhrase = { phrase: string; said: string; start: number; end: number }

/** Finds the longest phrases of a list in a text, from left to right, without overlaps. Linear in the text. */
export function phrasesIn(text: string, phrases: ReadonlyMap<string, string>): FoundPhrase[] {
  const tokens = tokenize(text)
  const found: FoundPhrase[] = []
  for (let start = 0; start < tokens.length; start++) {
    for (let length = Math.min(maxPhraseWords, tokens.length - start); length > 0; length--) {
      const phrase = tokens.slice(start, start + length).join(' ')
      const said = phrases.get(phrase)
      if (said === undefined) continue
      found.push({ phrase, said, start, end: start + length })
      start += length - 1
      break
    }
  }
  return found
}

/** Keys as `phrasesIn` looks them up. */
export function phraseMap(entries: Iterable<readonly [string, string]>): Map<string, string> {
  return new Map([...entries].map(([phrase, said]) => [tokenize(phrase).join(' '), said]))
}
