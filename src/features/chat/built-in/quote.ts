import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Answer } from './answer.ts'
import { isFiller } from './fillers.ts'
import { stemOf, wordsOf } from './words-of.ts'

/** A section of a page, a block of text a line. */
export type Passage = { path: string; title: string; heading: string; text: string }

type Source = { search: (words: readonly string[]) => Passage[]; passes: (sentence: string) => boolean }

const articles = '/blog/'
const shortest = 40
const longest = 220
/** Of the words of the question, which the sentence has to speak of. */
const leastShare = 0.75
/** What can't be understood alone, and what would be somebody's number, example or question. */
const unfit =
  /\d|[$₹%|{}<>`*[\]“”]|[?:]$|^(?:[A-Z] |it|its|this|that|these|those|they|she|he|her|his|here|there|so|then|but|and|or|both|each|the (?:first|second|third|fourth|fifth|last))\b/iu

/** A sentence of an article, word for word, that speaks of what was asked; undefined where none does. */
export function quoteFor(
  question: string,
  words: BuiltInWords['quote'],
  { search, passes }: Source,
): Answer | undefined {
  const asked = [...new Set(wordsOf(question).filter((word) => !isFiller(word) && word.length > 2))]
  const stems = new Set(asked.map(stemOf))
  if (stems.size < 2) return undefined
  const found = search(asked)
    .filter(({ path }) => path.startsWith(articles))
    .flatMap((passage) => sentencesOf(passage.text).map((sentence) => ({ passage, sentence })))
    .map(({ passage, sentence }) => ({ passage, sentence, share: shareOf(stems, sentence, passage.heading) }))
    .toSorted((one, other) => other.share - one.share)
  const best = found.find(
    ({ share, passage, sentence }) => share >= leastShare && passes(lead(words, passage, sentence)),
  )
  if (best === undefined) return undefined
  return { says: [lead(words, best.passage, best.sentence), words.after], next: words.next }
}

function lead({ article }: BuiltInWords['quote'], { title }: Passage, sentence: string): string {
  return article.replace('{title}', () => title).replace('{quote}', () => sentence.replace(/[.!]$/, ''))
}

function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((block) => block.split(/(?<=[.!?])\s+(?=\p{Lu}|“)/u))
    .filter(({ length }) => length >= shortest && length <= longest)
    .filter((sentence) => /^\p{Lu}.*[.!]$/u.test(sentence) && !unfit.test(sentence))
}

/** How much of what was asked the sentence speaks of; its heading counts half. */
function shareOf(stems: ReadonlySet<string>, sentence: string, heading: string): number {
  const inSentence = new Set(wordsOf(sentence).map(stemOf))
  const inHeading = new Set(wordsOf(heading).map(stemOf))
  let sum = 0
  for (const stem of stems) sum += inSentence.has(stem) ? 1 : inHeading.has(stem) ? 0.5 : 0
  return sum / stems.size
}
