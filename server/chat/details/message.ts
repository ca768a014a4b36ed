import { type Amount, findAmounts } from './amounts.ts'
import { findTimePhrases, type TimePhrase } from './timeline.ts'

/** Text as written (`original`), with plain characters (`text`), and in lowercase (`lower`), all of the same length. */
export type Passage = { text: string; lower: string; original: string; index: number }

export type Sentence = Passage & { amounts: Amount[]; times: TimePhrase[] }

/** `text` has neither links, markup, and instructions to the agent, nor email addresses; `withEmails` has them. */
export type ParsedMessage = Omit<Passage, 'index'> & { withEmails: string; sentences: Sentence[] }

export type Span = { start: number; end: number }

const placeholder = '\uFFFC'

const maxCharacters = 2000
const maxSentences = 40

const plainCharacters: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’ʼ`´′]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  // Inside a word they aren't spaces: half an address would be read as a whole one.
  [/(?<=\S)[\u200B\uFEFF](?=\S)/g, '\u2060'],
  [/[\t\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000\uFEFF]/g, ' '],
  [/\r/g, '\n'],
  [/[।。]/g, '.'],
]

const markup = /<\/?[a-z!][^<>]{0,300}>|[{}[\]]"|```/gi
const emailLike = /(?<![^\s<>"(),;:@])[^\s<>"(),;:@]{1,80}@[^\s<>"(),;:]{0,199}[^\s<>"(),;:.!?]/g
const link = /\b(?:https?:\/\/|www\.)\S{1,300}/gi
const firstOrSecondPerson = /\b(?:my|i|i'm|you|your|is|are|we|our|set|ignore)\b/i

const instruction =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines|above|previous)\b|\b(?:system prompt|developer mode|jailbreak|you must|repeat after me|you are now|act as|pretend (?:to be|you)|new instructions?|as an admin)\b|\b(?:set|change|update|overwrite|store|record|save|log) (?:(?:my|the|your|user) )?(?:name|e-?mail|company|budget|timeline|requirements?|price|lead)\b[^.!?\n]{0,20}\b(?:to|as|=)\b|^\s*(?:system|assistant|developer|admin)\s*:/i
const firstPerson = /\b(?:i|i'm|im|my|we|our|me|us)\b/i

export function parseMessage(message: string): ParsedMessage {
  const original = message.slice(0, maxCharacters)
  const plain = plainCharacters.reduce((rest, [pattern, sign]) => rest.replace(pattern, sign), original)
  const withEmails = blankOutInstructions(plain.replace(/<script\b[^<]{0,1000}/gi, blankOut))
  const masked = [markup, emailLike, link].reduce((rest, pattern) => rest.replace(pattern, blankOut), withEmails)
  const withoutQuotations = masked.replace(/"[^"\n]{3,400}"/g, (quoted) =>
    firstOrSecondPerson.test(quoted) ? blankOut(quoted) : quoted,
  )
  const text = isAllCapitals(original) ? lowerCase(withoutQuotations) : withoutQuotations
  const sentences = splitSentences(text).map(({ start, end }, index) => {
    const sentence = text.slice(start, end)
    const lower = lowerCase(sentence)
    const found = { amounts: findAmounts(lower), times: findTimePhrases(lower) }
    return { text: sentence, lower, original: original.slice(start, end), index, ...found }
  })
  const nonEmpty = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text))
  return { text, lower: lowerCase(text), original, withEmails, sentences: nonEmpty }
}

/** An instruction to the agent lasts until the visitor talks about themselves again. */
function blankOutInstructions(text: string): string {
  let isInstruction = false
  const pieces = splitSentences(text).map(({ start, end }) => {
    const piece = text.slice(start, end)
    isInstruction = instruction.test(piece) || (isInstruction && !firstPerson.test(piece))
    return isInstruction ? blankOut(piece) : piece
  })
  return pieces.join('')
}

function blankOut(text: string): string {
  return placeholder.repeat(text.length)
}

function isAllCapitals(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  return capitals >= 16 && small < capitals / 5
}

/** Replaces `İ`, the only character that would get longer in lowercase and shift spans. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase()
}

/** A dot after these doesn't end a sentence. */
const endsInAbbreviation =
  /(?:^|[\s(.])(?:\p{L}|dr|mr|mrs|ms|prof|er|adv|capt|smt|col|maj|lt|gen|sgt|rev|fr|st|jr|sr|md|mohd|kh|rs|sfr|no|vs|e\.g|i\.e|approx|max|min|pvt|ltd|inc|co|corp|pte|pty|sp|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu

function splitSentences(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const { index, 0: mark } of text.matchAll(/[.!?]{1,9}(?=\s|$)\n{0,9}|(?<!\.)\.{2,9}(?=\p{L})|\n{1,9}/gu)) {
    const end = index + mark.length
    const isAbbreviation = mark === '.' && endsInAbbreviation.test(text.slice(Math.max(0, index - 12), index))
    if (index <= start || (isAbbreviation && text.slice(end, end + 40).trim() !== '')) continue
    spans.push({ start, end })
    if (spans.length === maxSentences) return spans
    start = end
  }
  return start < text.length ? [...spans, { start, end: text.length }] : spans
}
