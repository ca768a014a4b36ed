import type { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { fillNumbers } from '../facts/fill-numbers.ts'

/** Places in a sentence that the program fills: a piece of the visitor's own words, and the day. */
export const places = { matter: '{matter}', today: '{today}' }

/** The same of calls, where the site offers any: their page, and the next free times. */
export const callPlaces = { call: { page: '/call', times: '{call.times}' } }

export const notOneSentence = 'must be one sentence of plain text with a full stop at its end'
export const notOneQuestion = 'must be one question of plain text with a question mark at its end'

/** A point, question or exclamation mark before a space ends a sentence; markup begins with what no sentence holds. */
export function isOneSentence(text: string): boolean {
  return /^[^<>*_#`|[\]\n]+[.!?]$/.test(text) && !/[.?!…]["”’)]?\s/.test(text)
}

/** Every field that an entry of a list has, as a place that is filled for each of them. */
export function placesOfEntries(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const own = Array.isArray(value) ? value.filter(isObject).flatMap(Object.keys) : []
  const inside = Object.values(value).map(placesOfEntries)
  return Object.assign({}, ...inside, Object.fromEntries(own.map((key) => [key, `{it.${key}}`])))
}

type Said = { says: string[]; next: string }
type Written = Said & { id: string; examples: string[]; afterwards?: Said | undefined }

/** An answer about `it`, an entry of a list; about nothing in particular where that is undefined. */
export function madeFor<A extends Said, T extends Written & { afterwards?: A | undefined }>(
  it: unknown,
  entry: T,
  facts: object,
  context: z.RefinementCtx,
) {
  const fill = (text: string) => (isObject(it) ? fillNumbers(text, { ...facts, ...places, it }) : text)
  const { afterwards, ...now } = entry
  return {
    ...now,
    ...filled(entry, []),
    id: isObject(it) ? `${entry.id}-${it['id']}` : entry.id,
    /** As it is in the files, where one answer may stand for all entries of a list. */
    writtenId: entry.id,
    examples: entry.examples.map(fill),
    afterwards: afterwards && { ...afterwards, ...filled(afterwards, ['afterwards']) },
  }

  function filled(said: Said, path: string[]): Said {
    const addIssue = (message: string, ...at: PropertyKey[]) =>
      context.addIssue({ code: 'custom', path: [...path, ...at], message })
    const says = said.says.flatMap((text, i) => {
      const sentences = sentencesIn(fill(text))
      for (const each of sentences) if (!isOneSentence(each)) addIssue(`${notOneSentence}: ${each}`, 'says', i)
      return sentences
    })
    const next = fill(said.next)
    if (!next.endsWith('?') || !isOneSentence(next)) addIssue(notOneQuestion, 'next')
    // The one with free times is left out where none is free.
    const always = says.filter((text) => !text.includes(callPlaces.call.times))
    if (always.length < 2) addIssue('must be at least two sentences, one with {call.times} aside', 'says')
    return { says, next }
  }
}

/** A text of the page holds several; a full stop ends one where a space follows. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?]["”’)]?)\s+/)
}
