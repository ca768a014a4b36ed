/**
 * A sentence of the visitor's. `text` is for the rules: plain quotes and hyphens, markup and addresses walled off, an
 * all-capitals message in small letters; `low` is `text` in small letters, `open` has the addresses. `raw` is what was written. All have the same
 * length, so that a span found in one is a verbatim piece of the other.
 */
export type Sentence = { text: string; open: string; low: string; raw: string; index: number }

export type Message = { text: string; open: string; low: string; raw: string; sentences: Sentence[] }

/** Half-open, in UTF-16 units of one sentence. */
export type Span = { start: number; end: number }

/** What stands for a walled-off letter: no letter, digit, space or punctuation that a rule knows. */
const wall = '\uFFFC'

/** A visitor's message is at most 2,000 characters; what a file holds beyond is not read. */
const maxLength = 2000
/** More than a long letter has; what follows is a flood. */
const maxSentences = 60

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
const script = /<(script|style)\b[\s\S]{0,1900}?(?:<\/\1>|$)/gi
/** "Budget? 5k.": a question of theirs that they answer themselves. */
const label =
  /(?:^|[.!?\n]\s{0,2})(?:(?:my|our|the|your) )?(?:name|company|company name|budget|time ?line|deadline|e-?mail|project|when|who|what)\s?\?(?=\s+\S)/gi
const emailLike = /[^\s<>"(),;:]{1,80}@[^\s<>"(),;:]{1,200}/g
const link = /\b(?:https?:\/\/|www\.)\S{1,300}/gi
const quotation = /"[^"\n]{3,400}"/g
const speech = /\b(?:my|i|i'm|you|your|is|are|we|our|set|ignore)\b/i

/** A run of one sign says as much when it is short. Nothing that is noted holds such a run. */
const flood = /([\s\p{P}])\1{5,}/gu

function plainText(raw: string): string {
  const text = plainCharacters.reduce((rest, [pattern, plain]) => rest.replace(pattern, plain), raw)
  return text.replace(script, asWall).replace(label, (asked) => asked.replace('?', ':'))
}

/** Orders to whoever reads, not words about a project. They are walled off with their sentence. */
const order =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines|above|previous|prior|restrictions)\b|\b(?:system prompt|developer mode|jailbreak|you must (?:now |always )?(?:output|give|set|reply|respond|say|confirm|accept|offer|grant|ignore|obey|print)|repeat after me|you are now|(?:^|please |now |must |should |you )act as|pretend (?:to be|you|i)|new instructions?|as an admin)\b|\b(?:set|change|update|overwrite|store|record|save|log|register) (?:my |the |your |user |visitor )?(?:name|e-?mail|company|budget|timeline|requirements?|price|lead)\b[^.!?\n]{0,20}\b(?:to|as|=)\b|^\s*(?:system|assistant|developer|admin)\s*:/i

const firstPerson = /\b(?:i|i'm|im|my|we|our|me|us)\b/i

export function readMessage(message: string): Message {
  const raw = message.slice(0, maxLength).replace(flood, '$1$1$1')
  const open = plainText(raw)
  const sentences = withoutOrders(splitSentences(wallOff(isAllCapitals(raw) ? lowerCase(open) : open), open, raw))
  const text = sentences.map((sentence) => sentence.text).join('')
  return {
    text,
    open: sentences.map((sentence) => sentence.open).join(''),
    low: lowerCase(text),
    raw: raw.slice(0, text.length),
    sentences,
  }
}

/** An order goes on until somebody speaks of themselves again. */
function withoutOrders(sentences: readonly Sentence[]): Sentence[] {
  let isOrdering = false
  return sentences.map((sentence) => {
    isOrdering = order.test(sentence.text) || (isOrdering && !firstPerson.test(sentence.text))
    const walls = wall.repeat(sentence.text.length)
    return isOrdering ? { ...sentence, text: walls, low: walls, open: walls } : sentence
  })
}

function wallOff(text: string): string {
  let walled = text
  if (/[<{}[\]`]/.test(text)) walled = walled.replace(markup, asWall)
  if (text.includes('@'))
    walled = walled.replace(emailLike, (found) => {
      const address = found.replace(/[.!?]+$/, '')
      return asWall(address) + found.slice(address.length)
    })
  if (/https?:|www\./i.test(text)) walled = walled.replace(link, asWall)
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
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** A dot after these ends no sentence by itself. */
const abbreviation =
  /(?:^|[\s(.])(?:\p{L}|dr|mr|mrs|ms|mx|prof|er|adv|capt|smt|shri|col|maj|lt|gen|sgt|rev|fr|st|jr|sr|md|mohd|kh|sk|kr|kum|rs|no|vs|e\.g|i\.e|approx|max|min|pvt|ltd|inc|co|corp|pte|pty|sdn|sp|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu
const legalForm = /(?:ltd|inc|co|corp)$/i
const sentenceOpener =
  /^\s+(?:we|i|i'm|i'd|our|my|the|it|it's|we're|we'd|this|please|can|could|how|what|need|looking|budget|and)\b/i

function splitSentences(text: string, open: string, raw: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const take = (end: number) => {
    const piece = text.slice(start, end)
    sentences.push({
      text: piece,
      low: lowerCase(piece),
      open: open.slice(start, end),
      raw: raw.slice(start, end),
      index: sentences.length,
    })
    start = end
  }
  for (const { index, 0: mark } of text.matchAll(/[.!?]+(?=\s|$)\n*|\.{2,}(?=\p{L})|\n+/gu)) {
    if (sentences.length >= maxSentences) return sentences
    if (index > start && !continues(text, index)) take(index + mark.length)
  }
  if (start < text.length) take(text.length)
  return sentences
}

function continues(text: string, dot: number): boolean {
  if (text[dot] !== '.') return false
  const before = text.slice(Math.max(0, dot - 12), dot)
  if (!abbreviation.test(before)) return false
  const rest = text.slice(dot + 1, dot + 40)
  if (legalForm.test(before) && sentenceOpener.test(rest)) return false
  return !(/^\s*$/.test(rest) && rest.length < 39)
}
