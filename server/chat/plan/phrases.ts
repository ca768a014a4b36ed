import type { Heard } from '../../../platform/content/chat/talk.ts'
import { tokenize } from '../understand/model.ts'

export type HeardPhrases = Readonly<Record<'products' | 'businesses' | 'people', ReadonlyMap<string, string>>>

export function heardPhrases({ products, businesses, people }: Heard): HeardPhrases {
  return { products: phraseMap(products), businesses: phraseMap(businesses), people: phraseMap(people) }
}

/** Number of words in the longest phrases in heard.yaml. */
const maxPhraseWords = 5

/** A phrase found in text. `said`: the chat's wording for it. `start` and `end`: token indexes. */
type FoundPhrase = { phrase: string; said: string; start: number; end: number }

/** Finds the longest listed phrases in text, from left to right and without overlaps. Runs in linear time. */
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

/** Maps phrases, spelled as `phrasesIn` looks them up, to the chat's wording for them. */
function phraseMap(entries: Iterable<readonly [string, string]>): Map<string, string> {
  return new Map([...entries].map(([phrase, said]) => [tokenize(phrase).join(' '), said]))
}
