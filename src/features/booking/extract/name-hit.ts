import type { Sentence, Span } from './message.ts'
import type { NameKind } from './name-cues.ts'
import { isNamedLikePlace, isPlace } from './places.ts'
import { companyWords, isWordlikeName } from './words.ts'

/** Where a name stands, so that "from Bluepeak" can be read after it. */
export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

export function toHit(sentence: Sentence, span: Span, message: number, kind: NameKind, corrects: boolean): NameHit {
  return { ...span, message, sentence: sentence.index, value: sentence.raw.slice(span.start, span.end), kind, corrects }
}

/** "I'm Bluepeak Labs", "booking for Sunrise Dental", "I'm Austin based": a company or a place. */
export function isSomethingElse(sentence: Sentence, name: Span, kind: NameKind): boolean {
  const value = sentence.text.slice(name.start, name.end)
  const after = sentence.low.slice(name.end)
  if (/^\s*&/.test(after)) return true
  if (/^\s*-?\s*(?:based|area|educated|trained|certified|born)\b/.test(after)) return true
  if (kind === 'bookedFor' && isPlace(value) && !isNamedLikePlace(value)) return true
  if (value.split(/\s+/).some((word, at) => at > 0 && companyWords.has(word.toLowerCase()) && !isWordlikeName(word)))
    return true
  return /^,?\s*(?:pvt|private|ltd|limited|llc|llp|inc|gmbh|corp|plc)\b/.test(after)
}
