import type { Sentence, Span } from './message.ts'
import type { NameKind } from './name-cues.ts'
import { readName } from './read-name.ts'
import { companyWords, isWordlikeName } from './words.ts'

/** Where a name stands, so that "from Bluepeak" can be read after it. */
export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

/** "Asha & Sons", "I'm Austin based". */
const notAlone = /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|corp|plc)\b)/
const isOfFirm = (word: string) => companyWords.has(word.toLowerCase()) && !isWordlikeName(word)

/** A hit for the name that starts at `from`, unless what stands there is none, or a firm's. */
export function nameAt(sentence: Sentence, from: number, message: number, kind: NameKind): NameHit | undefined {
  const span = readName(sentence.text, from)
  if (span === undefined || notAlone.test(sentence.low.slice(span.end, span.end + 20))) return undefined
  const value = sentence.raw.slice(span.start, span.end)
  if (value.split(' ').slice(1).some(isOfFirm)) return undefined
  return { ...span, message, sentence: sentence.index, value, kind, corrects: false }
}
