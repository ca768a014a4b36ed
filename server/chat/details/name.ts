import type { Message, Sentence, Span } from './message.ts'
import { canBeName, canStartName, companyWords, isTrade, isWordlikeName, words } from './words.ts'

export function findNames(messages: readonly Message[]): NameHit[] {
  const hits: NameHit[] = []
  messages.forEach((message, index) => {
    const found = message.sentences.flatMap((sentence) => namesIn(sentence, index))
    found.push(...signedNames(message, index))
    if (found.length === 0) found.push(...bareNames(message, index))
    if (found.length === 0) found.push(...standingNames(message, index))
    hits.push(...found)
    const known = settleName(hits)
    if (known !== undefined)
      hits.push(...message.sentences.flatMap((sentence) => restatedNames(sentence, index, known)))
  })
  return hits
}

export function settleName(hits: readonly NameHit[]): string | undefined {
  let settled: NameHit | undefined
  for (const hit of hits) {
    if (settled === undefined || replaces(hit, settled)) settled = hit
  }
  return settled?.value
}

function replaces(hit: NameHit, settled: NameHit): boolean {
  if (hit.corrects) return true
  if (isPartOf(hit.value, settled.value)) return false
  return isPartOf(settled.value, hit.value) || weight[hit.kind] >= Math.max(2, weight[settled.kind])
}

function isPartOf(part: string, whole: string): boolean {
  const all = nameWords(whole)
  return nameWords(part).every((word) =>
    all.some((other) => other === word || (word.length <= 4 && other.startsWith(word))),
  )
}

function nameWords(name: string): string[] {
  return name.toLowerCase().split(/[\s.]/).filter(Boolean)
}

/** "I have a company, name is Bluepeak." */
const ofFirm = /\b(?:company|business|startup|brand|shop|store|agency|firm|product|app|studio)\b[^.!?]{0,60}$/
const max = 12

function namesIn(sentence: Sentence, message: number): NameHit[] {
  const { low, text } = sentence
  const hits = nameCues.flatMap(({ kind, cues, capitals = 0, after }) =>
    [cues].flat().flatMap((pattern) =>
      [...low.matchAll(pattern)].slice(0, max).flatMap(({ index, 0: cue }) => {
        const hit = nameAt(sentence, index + cue.length, message, kind)
        if (hit === undefined || after?.test(low.slice(hit.end)) === false) return []
        if (kind === 'said' && ofFirm.test(low.slice(Math.max(0, index - 80), index))) return []
        return [...text.slice(hit.start, hit.end).matchAll(/(?<!\S)\p{Lu}/gu)].length < capitals ? [] : [hit]
      }),
    ),
  )
  return hits.sort((one, other) => one.start - other.start)
}

const restated =
  /(?:^|,|\(|\b(?:sorry|actually|oops|correction|typo|i meant?|wait|no|spelled|spelt|it's|its|it is)\b|\*)[\s,.:;!-]{0,3}/g

/** The known name again, with more to it ("I'm Caroline by the way, Caroline Mbeki") or in another spelling. */
function restatedNames(sentence: Sentence, message: number, known: string): NameHit[] {
  return [...sentence.low.matchAll(restated)].slice(0, max).flatMap(({ index, 0: cue }) => {
    const hit = nameAt(sentence, index + cue.length, message, 'said')
    if (hit === undefined || isPartOf(hit.value, known)) return []
    const corrects = /[a-z*]/.test(cue)
    const isSimilar = hit.value.slice(0, 2).toLowerCase() === known.slice(0, 2).toLowerCase()
    return isPartOf(known, hit.value) || (corrects && isSimilar) ? [{ ...hit, corrects }] : []
  })
}

/** `capitals` is how many words of the name must have one; `after` must match what follows it. */
type CueGroup = { kind: NameKind; cues: RegExp | readonly RegExp[]; capitals?: 1 | 2; after?: RegExp }

const opening = String.raw`(?:\b(?:hi|hello|hey|greetings|namaste|morning|evening|afternoon|there|and|so|sorry|actually|yes|sure|ok|btw)\b[\s,.!]{1,3}|(?:^|[.!?,;:\n])\s{0,2})`
const occasion = `\\b(?:book(?:ing|ed)?|consultation|appointment|session|slot|call|meeting|reservation|scheduling|arranging)(?: (?:this|it|that|is|will be|would be))? (?:for|on behalf of|under) (?:the name (?:of )?)?`
const boss = `(?:(?:my|our|the) (?:boss|manager|director|ceo|cto|founder|chief|head|owner|partner|wife|husband|brother|sister|father|mother|dad|mum|mom|son|daughter|friend|colleague|client|principal|president),? (?:is )?)?`
const ending =
  /^\s?(?:$|[,.!()-]|\uFFFC|(?:here|from|at|with|of|on|and|now|again|this side|speaking|writing|reaching|calling|we|i|i'm)\b)/

const nameCues: readonly CueGroup[] = [
  { kind: 'bookedFor', cues: new RegExp(`${occasion}${boss}`, 'g') },
  {
    kind: 'bookedFor',
    capitals: 2,
    cues: /\b(?:put|list|save|register|file|note|book) (?:it|this|that|us|me) (?:down )?(?:under|as) |\bbehalf of /g,
  },
  {
    kind: 'said',
    cues: [
      /(?:^|\n)\s{0,2}(?:from|who|(?:my )?details|contact(?: person| name)?|point of contact|spoc|poc|regards|me) ?(?::|-(?=\s)) ?/g,
      /\b(?:contact(?: person| name)?|point of contact|spoc|poc) (?:is|will be|would be|name is) /g,
      /(?<!\p{L})(?:मेरा नाम|меня зовут|我叫)\s?:?\s?/gu,
      /(?:^|[.,;!?\n(-]|\b(?:my|full|first|real|legal|own|good|and|contact|hi|hello|hey|the|here's|yes|sure|sorry|actually|correction)) ?(?:full )?name(?:'s| is\b(?!n't)| should be| ?:| ?-(?=\s)) ?(?:(?:actually|now|really|is|just)\b ?)?[:-]? ?/g,
      /\b(?:i'm called|i am called|myself|mera naam|naam(?: hai)?|me llamo|mi nombre es|je m'appelle|mon nom est|ich hei(?:ss|ß)e|mein name ist|mi chiamo|meu nome é) ?:? ?/g,
    ],
  },
  {
    kind: 'said',
    capitals: 1,
    cues: /(?:^\s?|[,.;] |\bmy |\bfull )name |\b(?:officially|legally|on paper|short for),? (?:(?:it's|it is|i'm) )?/g,
  },
  { kind: 'said', capitals: 2, cues: /\b(?:me|i), /g, after: ending },
  {
    kind: 'introduced',
    cues: [
      /(?<![\p{L}\d])(?:i'm|i am|im|i m|iam|ich bin|je suis|soy|sono) /gu,
      /\b(?:this is|this's|dis is|(?:hi|hello|hey)[,!]? (?:it's|its|it is)) /g,
      new RegExp(`${opening}(?:am|m|it'?s me(?: again)?,?|me is) `, 'g'),
    ],
  },
  {
    kind: 'introduced',
    capitals: 1,
    cues: /\b(?:i'm|i am|im|this is) (?:the|an?|her|his|their|our|your) (?:(?!(?:at|of|from|for|with)\b)[\p{L}-]{1,20} ){0,4}?[\p{L}-]{1,20}, |\bhere (?:is|writes|speaks) /gu,
  },
  {
    kind: 'introduced',
    cues: new RegExp(opening, 'g'),
    after:
      /^(?:,? from [\p{L}\p{N}&'.\s-]{2,50}?)?,? (?:(?:here|this side|speaking|on this side)\b(?! (?:is|are|to|in my|in our|at our|you)\b)|is (?:my|the) (?:full |first )?name|naam hai)/u,
  },
  { kind: 'likely', cues: /\b(?:call me|address me as|i go by|people call me|everyone calls me|i'm known as) /g },
  {
    kind: 'likely',
    capitals: 1,
    cues: /(?:^\s?|[.!?,] ?|\b(?:so|and|but|now) )(?:it's|it is|its) |\b(?:ask for|attention(?: of|:)?|attn\.?:?) /g,
    after: ending,
  },
  {
    kind: 'likely',
    capitals: 2,
    cues: /^\s?(?:hi{1,3}|hello|hey|namaste|(?:good )?(?:morning|afternoon|evening|day)|greetings|salut|hej|hola|ciao|bonjour|guten (?:tag|morgen))(?: (?:there|team|all|everyone))?[,.!] /g,
    after:
      /^(?:[,.]|\s[-|]|\s(?:from|at|of|with) (?!(?:our|your|the|my|a)\b)(?!.{0,40}\b(?:told|said|recommended|mentioned|referred)\b))/,
  },
]

const lead =
  /[\s"'(]{0,9}(?:(?:mr|mrs|ms|miss|mx|chef|dr|prof|professor|doctor|sir|madam|shri|sri|smt|er|adv|capt|captain|herr|frau|monsieur|madame|señora?|sra?|rev|pastor|colonel|justice|(?:col|maj|lt|gen|sgt)(?=\.))\.?(?: \(retd?\.?\))? (?=\p{L})){0,4}/iuy
const nameToken = /\p{L}[\p{L}\p{M}'-]{0,40}/uy
const particles = words(
  'de da do dos das del della di du la le van von der den ter ten bin bint ibn al el af av zu y e st',
)
const dotted = /^(?:\p{L}|jr|sr|md|st|mohd|kh|sk|kr|kum)$/iu
const maxName = 60
const longestWord = 30

type Token = Span & { word: string; low: string; isCapital: boolean }

function readName(text: string, from: number): Span | undefined {
  lead.lastIndex = from
  const tokens = readTokens(text, from + (lead.exec(text)?.[0].length ?? 0))
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || !canStartName(first.word, first.isCapital)) return undefined
  if (last.end - first.start > maxName || isCutOff(text, last.end)) return undefined
  return { start: first.start, end: last.end }
}

function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  let token = readToken(text, from)
  while (token !== undefined && tokens.length < 7 && belongs(text, token, tokens)) {
    tokens.push(token)
    const gap = / {1,2}(?=\p{L})|(?<=\.)(?=\p{L})/uy
    gap.lastIndex = token.end
    const space = gap.exec(text)?.[0]
    token = space === undefined ? undefined : readToken(text, token.end + space.length)
  }
  while (isParticle(tokens.at(-1))) tokens.pop()
  return tokens
}

function isParticle(token: Token | undefined): boolean {
  return token !== undefined && particles.has(token.low) && !token.isCapital
}

function readToken(text: string, start: number): Token | undefined {
  nameToken.lastIndex = start
  const word = nameToken.exec(text)?.[0].replace(/['-]$/, '') ?? ''
  if (word === '') return undefined
  const end = start + word.length
  const takesDot = text[end] === '.' && dotted.test(word) && text.slice(end + 1, end + 9).trim() !== ''
  const isCapital = /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word)
  return { word, low: word.toLowerCase(), start, end: takesDot ? end + 1 : end, isCapital }
}

function belongs(text: string, token: Token, before: readonly Token[]): boolean {
  const first = before[0]
  const { word, low, isCapital, end } = token
  if (word.length > longestWord || /'(?:s|m|re|ve|ll|d)$/.test(low)) return false
  if (first === undefined || isParticle(token)) return true
  if (/^[a-z]$/.test(low)) return (isCapital && low !== 'i') || text[end - 1] === '.'
  if (isCapital) return canBeName(word, true)
  const isLast = /^\s?(?:$|[,.!\n]|(?:from|and|here|this side)\b)/.test(text.slice(end, end + 12))
  return canStartName(word, false) && (first.isCapital ? before.length === 1 && isLast : before.length < 4)
}

/** A name that runs into markup, an address, a number, or a possessive isn't one. */
function isCutOff(text: string, end: number): boolean {
  if (text[end] === ')' && text.lastIndexOf('(', end) > end - maxName) return false
  return /^(?:['"]?(?:[)}<=@\\\uFFFC_|]|;(?!\s)|\/(?!\s))|'s\b|\d|\.\p{L})/u.test(text.slice(end, end + 4))
}

const weight = { bookedFor: 4, said: 3, introduced: 2, likely: 1 } as const
type NameKind = keyof typeof weight

export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

/** "Asha & Sons", "I'm Austin based". */
const notAlone = /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|corp|plc)\b)/
const isOfFirm = (word: string) => companyWords.has(word.toLowerCase()) && !isWordlikeName(word)

function nameAt(sentence: Sentence, from: number, message: number, kind: NameKind): NameHit | undefined {
  const span = readName(sentence.text, from)
  if (span === undefined || notAlone.test(sentence.low.slice(span.end, span.end + 20))) return undefined
  const value = sentence.raw.slice(span.start, span.end)
  if (value.split(' ').slice(1).some(isOfFirm)) return undefined
  return { ...span, message, sentence: sentence.index, value, kind, corrects: false }
}

const signOff =
  /(?:^|\n|[.!?,]\s{0,3})(?:(?:best |kind |warm |warmest |many )?(?:regards|wishes|thanks)|best|cheers|thanks(?: and regards| in advance| so much)|thank you|thx|sincerely|cordially|saludos|respectfully|warmly|(?:mit freundlichen|viele|liebe|beste) gr(?:ü|ue)(?:ß|ss)en?|mfg|vg|lg|signed|yours(?: truly| sincerely)?|rgds|br|greetings|take care|love)(?:,\s{1,2}|[.! ]?[-~\n]{1,3} ?)|(?:\n|[.!?]\s)[-~]{1,2} ?/g

/** At the end of a message: "Thanks, Brian", "Best regards\nYuki Tanaka". Not "thanks Mike!", which is a greeting. */
function signedNames({ text, low, raw }: Message, message: number): NameHit[] {
  return [...low.matchAll(signOff)].flatMap(({ index, 0: found }) => {
    const hit = nameAt({ text, low, raw, index: -1 }, index + found.length, message, 'likely')
    if (hit === undefined || !/^\.?\s{0,2}(?:$|\n|[,|(]|\uFFFC)/.test(text.slice(hit.end))) return []
    const isReply = index < 12 && /^\W{0,3}(?:thank|thx|best,|love)[^\n]{0,40}$/.test(found)
    return isReply && !hit.value.includes(' ') ? [] : [hit]
  })
}

const bareLead =
  /^[-~\s]{0,3}(?:(?:yo|yes|yeah|yep|sure|ok|okay|hi{1,2}|hello|hey|good|morning|afternoon|evening|namaste|there|fine)\b[\s,.!:-]{0,3}){0,5}(?:(?:it's|it is|its) )?/
const greeting = /\b(?:hi{1,3}|hello|hey|yo|morning|afternoon|evening|namaste)\b[\s,!]{0,3}$/
const filler =
  /^\W{0,3}(?:(?:team|all|yo|morning|afternoon|evening|good|namaste|yes|yeah|yep|sure|ok|okay|hi|hello|hey|great|thanks|thank you|cool|perfect|there|alright|fine)\b\W{0,3}){1,6}$/
const bareEnd =
  /^[.!]?\s{0,2}(?:$|\n|[,;(|/-]|\uFFFC|(?:from|at)\b(?! (?:our|your|the|my|a)\b)(?!.{0,60}\b(?:told|said|recommended|mentioned|suggested|gave|sent|referred|introduced|is|was|has|will)\b)|and (?:my|i)\b)/
const nothingMore = /^[.!]?\s{0,2}$/

/** A reply that is a name, or starts with one: "Farhan Qureshi", "carlos mendoza carlos@…", "Priya Nair, Bluepeak Labs". */
function bareNames({ sentences }: Message, message: number): NameHit[] {
  const first = sentences.find(({ low }) => !filler.test(low))
  if (first === undefined || first.text.includes('?')) return []
  const hit = nameAt(first, bareLead.exec(first.low)?.[0].length ?? 0, message, 'likely')
  if (hit === undefined || !isLikely(first, hit)) return []
  const rest = first.low.slice(hit.end)
  if (isBesideFirm(first, hit) || (nothingMore.test(rest) && sentences.at(-1) === first)) return [hit]
  if (greeting.test(first.low.slice(0, hit.start))) return []
  return /^\p{Lu}/u.test(hit.value) || /^[\s,]{0,2}\uFFFC/.test(rest) ? [hit] : []
}

function isLikely({ low }: Sentence, { value, end }: NameHit): boolean {
  if (
    !bareEnd.test(low.slice(end)) ||
    isCamelCase(value) ||
    /(\p{L})\1\1|^h[aeio]h[aeio]|^(?:autumn|spring|summer|winter|fall|may|march)$/iu.test(value)
  )
    return false
  return value.includes(' ') || canBeName(value, false) || isWordlikeName(value)
}

/** In lowercase: "asha rao, foo labs", "pooja shah, owner", "hey, maria from sunbeam yoga". */
function isBesideFirm({ low }: Sentence, { start, end, value }: NameHit): boolean {
  const rest = low.slice(end, end + 60)
  const next = /^ ?[,|/-] ?([\p{L}&' ]{2,40})/u.exec(rest)?.[1]?.trim().split(' ') ?? []
  const isFirm = next.length > 1 && next.length < 5 && companyWords.has(next.at(-1) ?? '')
  if (value.includes(' ') && (isFirm || (next.length < 3 && next.some(isTrade)))) return true
  const isFrom = /^ (?:from|at) (?!(?:our|your|the|my|a|an|india|here)\b)[\p{L}\d&'. -]{2,40}[.!]?\s?$/u.test(rest)
  return isFrom && greeting.test(low.slice(0, start))
}

/** "KicksVault" is a company; "McBride" and "DeShawn" are people. */
export function isCamelCase(value: string): boolean {
  return /^\p{Lu}\p{Ll}{2,20}\p{Lu}\p{Ll}/u.test(value) && !/^(?:Mac|Fitz|Van|Del|Des)/.test(value)
}

/** A sentence or line of just two or more names, and perhaps a company: "Need an app by May. Asha Rao, Foo Labs." */
function standingNames({ sentences }: Message, message: number): NameHit[] {
  return sentences.slice(0, 20).flatMap((sentence, index) => {
    const hit = nameAt(sentence, 0, message, 'likely')
    if (hit === undefined || index === 0 || !/^\p{Lu}/u.test(hit.value)) return []
    const rest = sentence.text.slice(hit.end, hit.end + 4)
    const isFarewell = index > 1 && index === sentences.length - 1 && nothingMore.test(rest)
    if (!/ \p{Lu}/u.test(hit.value) && !isFarewell) return []
    return /^\s?(?:[.!]?\s{0,2}$|[,|/-]\s?\p{Lu}|[,(-]?\s?\uFFFC)/u.test(rest) ? [hit] : []
  })
}
