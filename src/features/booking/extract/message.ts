/**
 * A sentence of the visitor's. `text` is for the rules: plain quotes and hyphens, markup and addresses walled off, an
 * all-capitals message in small letters. `raw` is what was written. Both have the same length, so that a span found in one
 * is a verbatim piece of the other.
 */
export type Sentence = { text: string; raw: string; index: number }

export type Message = { text: string; raw: string; sentences: Sentence[] }

/** Half-open, in UTF-16 units of one sentence. */
export type Span = { start: number; end: number }

/** What stands for a walled-off letter: no letter, digit, space or punctuation that a rule knows. */
export const wall = '\uFFFC'

/** A visitor's message is at most 2,000 characters; what a file holds beyond is not read. */
const maxLength = 4000

const plainCharacters: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’ʼ`´′]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  [/[\t\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000\uFEFF]/g, ' '],
  [/\r/g, '\n'],
  [/，/g, ','],
  [/：/g, ':'],
  [/[।。]/g, '.'],
]

const markup = /<\/?[a-z!][^<>]{0,300}>|[{}[\]]"|```/gi
const emailLike = /[^\s<>"(),;:]{1,80}@[^\s<>"(),;:]{1,200}/g
const link = /\b(?:https?:\/\/|www\.)\S{1,300}/gi
const quotation = /"[^"\n]{3,400}"/g
const speech = /\b(?:my|i|i'm|you|your|is|are|we|our|set|ignore)\b/i

export function plainText(raw: string): string {
  return plainCharacters.reduce((text, [pattern, plain]) => text.replace(pattern, plain), raw)
}

/** Orders to whoever reads, not words about a project. They are walled off with their sentence. */
const order =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines|above|previous|prior|restrictions)\b|\b(?:system prompt|developer mode|jailbreak|you are now|act as|pretend (?:to be|you)|new instructions?|as an admin)\b|\b(?:set|change|update|overwrite|store|record|save|log|register) (?:my |the |your |user |visitor )?(?:name|e-?mail|company|budget|timeline|requirements?|price|lead)\b[^.!?\n]{0,20}\b(?:to|as|=)\b|^\s*(?:system|assistant|developer|admin)\s*:/i

export function readMessage(message: string): Message {
  const raw = message.slice(0, maxLength)
  const isShouted = isAllCapitals(raw)
  const plain = wallOff(plainText(isShouted ? lowerCase(raw) : raw))
  const sentences = splitSentences(plain, raw)
  return { text: sentences.map((sentence) => sentence.text).join(''), raw, sentences }
}

function wallOff(text: string): string {
  const walled = [markup, emailLike, link].reduce((rest, pattern) => rest.replace(pattern, asWall), text)
  return walled.replace(quotation, (quoted) => (speech.test(quoted) ? asWall(quoted) : quoted))
}

function asWall(text: string): string {
  return wall.repeat(text.length)
}

function isAllCapitals(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  return capitals >= 16 && small < capitals / 5
}

/** A few letters grow when they are made small (İ), and spans would shift. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** A dot after these ends no sentence by itself. */
const abbreviation =
  /(?:^|[\s(.])(?:\p{L}|dr|mr|mrs|ms|mx|prof|er|adv|capt|smt|shri|st|jr|sr|md|rs|no|vs|e\.g|i\.e|approx|max|min|pvt|ltd|inc|co|corp|pte|pty|sdn|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu
const legalForm = /(?:ltd|inc|co|corp)$/i
const sentenceOpener =
  /^\s+(?:we|i|i'm|i'd|our|my|the|it|it's|we're|we'd|this|please|can|could|how|what|need|looking|budget|and)\b/i

function splitSentences(text: string, raw: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  for (const { index } of text.matchAll(/[.!?\n]+(?=\s|$)|\n/g)) {
    if (index < start || continues(text, index)) continue
    const end = index + (/^[.!?\n]+/.exec(text.slice(index, index + 20))?.[0].length ?? 1)
    sentences.push({ text: text.slice(start, end), raw: raw.slice(start, end), index: sentences.length })
    start = end
  }
  if (text.slice(start).trim() !== '') {
    sentences.push({ text: text.slice(start), raw: raw.slice(start), index: sentences.length })
  }
  return sentences.map((sentence) => (order.test(sentence.text) ? { ...sentence, text: asWall(sentence.text) } : sentence))
}

function continues(text: string, dot: number): boolean {
  if (text[dot] !== '.') return false
  const before = text.slice(Math.max(0, dot - 12), dot)
  if (!abbreviation.test(before)) return false
  const rest = text.slice(dot + 1, dot + 40)
  if (legalForm.test(before) && sentenceOpener.test(rest)) return false
  return !(/^\s*$/.test(rest) && rest.length < 39)
}
