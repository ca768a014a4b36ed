import { typoCorrector } from './typos.ts'

/** Indices of words; the end is exclusive. */
export type Span = readonly [start: number, end: number]

/** Where the phrases of an element are: their ends by their starts. */
type Hits = ReadonlyMap<string, ReadonlyMap<number, number>>

type Options = {
  lists: Readonly<Record<string, readonly string[]>>
  skipped: ReadonlySet<string>
  notTypos: ReadonlySet<string>
}

/**
 * Finds phrases in words, in linear time.
 * @param elements what to find: words, phrases_with_underscores, <lists>, or several/of/these
 */
export function phraseFinder(elements: Iterable<string>, { lists, skipped, notTypos }: Options) {
  const elementsByPhrase = new Map<string, string[]>()
  for (const element of new Set(elements)) {
    for (const phrase of element.split('/').flatMap((part) => phrasesOf(part, lists))) {
      const kept = phrase
        .split(' ')
        .filter((word) => !skipped.has(word))
        .join(' ')
      elementsByPhrase.set(kept, [...(elementsByPhrase.get(kept) ?? []), element])
    }
  }
  const known = new Set([...elementsByPhrase.keys()].flatMap((phrase) => phrase.split(' ')))
  const maxWords = Math.max(0, ...Array.from(elementsByPhrase.keys(), (phrase) => phrase.split(' ').length))
  const correct = typoCorrector(known, notTypos)
  return (texts: readonly string[]): Hits => {
    const words = texts.map((text) => (known.has(text) ? text : (correct(text) ?? text)))
    const hits = new Map<string, Map<number, number>>()
    for (const start of words.keys()) {
      let phrase = ''
      for (const [i, word] of words.slice(start, start + maxWords).entries()) {
        if (!known.has(word)) break
        phrase += i === 0 ? word : ` ${word}`
        for (const element of elementsByPhrase.get(phrase) ?? []) {
          const ends = hits.get(element) ?? new Map<number, number>()
          hits.set(element, ends.set(start, start + i + 1))
        }
      }
    }
    return hits
  }
}

/** `my_<kin>` is “my wife”, “my husband”, and so on. */
function phrasesOf(part: string, lists: Options['lists']): string[] {
  const choices = part.split('_').map((word) => (word.startsWith('<') ? (lists[word.slice(1, -1)] ?? [word]) : [word]))
  return choices.reduce<string[]>(
    (starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trim())),
    [''],
  )
}

/** Where a sign's elements follow each other with few words between. Each start has one span. */
export function spansOf([first = '', ...others]: readonly string[], hits: Hits, maxBetween: number): Span[] {
  if (!others.every((element) => hits.has(element))) return []
  return [...(hits.get(first) ?? [])].flatMap(([start, firstEnd]) => {
    let end = firstEnd
    for (const element of others) {
      const ends = hits.get(element)
      let at = end
      while (at <= end + maxBetween && !ends?.has(at)) at++
      if (at > end + maxBetween) return []
      end = ends?.get(at) ?? end
    }
    return [[start, end]]
  })
}
