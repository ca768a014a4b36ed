import type { Sentence, Span } from './message.ts'
import type { NameKind } from './name-cues.ts'
import { readName } from './read-name.ts'
import { companyWords, isNamedLikePlace, isPlace, isWordlikeName } from './words.ts'

/** Where a name stands, so that "from Bluepeak" can be read after it. */
export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

/** A hit for the name that starts at `from`, unless what stands there is none, or a firm's or a place's. */
export function nameAt(
  sentence: Sentence,
  from: number,
  message: number,
  kind: NameKind,
  corrects = false,
): NameHit | undefined {
  const span = readName(sentence.text, from)
  if (span === undefined || isSomethingElse(sentence, span, kind)) return undefined
  return { ...span, message, sentence: sentence.index, value: sentence.raw.slice(span.start, span.end), kind, corrects }
}

/** "I'm Bluepeak Labs", "booking for Sunrise Dental", "I'm Austin based": a company or a place. */
function isSomethingElse({ text, low }: Sentence, { start, end }: Span, kind: NameKind): boolean {
  const value = text.slice(start, end)
  if (
    /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|ltd|limited|llc|llp|inc|gmbh|corp|plc)\b)/.test(
      low.slice(end),
    )
  )
    return true
  if ((kind === 'bookedFor' || kind === 'likely') && isPlace(value) && !isNamedLikePlace(value)) return true
  return value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()) && !isWordlikeName(word))
}
