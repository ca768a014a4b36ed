import type { Heard } from '../../../platform/content/chat/talk.ts'
import { tokenize } from '../understand/model.ts'

export type HeardPhrases = Readonly<Record<'products' | 'businesses' | 'people', ReadonlyMap<string, string>>>

export function heardPhrases({ products, businesses, people }: Heard): HeardPhrases {
  return { products: phraseMap(products), businesses: phraseMap(businesses), people: phraseMap(people) }
}

/** Words in the longest phrases of heard.yaml. */
const maxPhraseWords = 5

/** A phrase in text, how the chat says it, and which tokens it spans. */
type FoundPhrase = { phrase: string; said: string; start: number; end: number }

/** Finds the list's longest phrases in text, from left to right, without overlaps, in linear time. */
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

/** Maps each phrase to how the chat says it, with the spelling that `phrasesIn` looks up. */
function phraseMap(entries: Iterable<readonly [string, string]>): Map<string, string> {
  return new Map([...entries].map(([phrase, said]) => [tokenize(phrase).join(' '), said]))
}
