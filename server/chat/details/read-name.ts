import type { Message, Sentence, Span } from './message.ts'
import { canBeName, canStartName, companyWords, isTrade, isWordlikeName, words } from './words.ts'

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

/** What runs on into markup, an address, a number or a possessive is no name, or someone else's thing. */
function isCutOff(text: string, end: number): boolean {
  if (text[end] === ')' && text.lastIndexOf('(', end) > end - maxName) return false
  return /^(?:['"]?(?:[)}<=@\\\uFFFC_|]|;(?!\s)|\/(?!\s))|'s\b|\d|\.\p{L})/u.test(text.slice(end, end + 4))
}

export const weight = { bookedFor: 4, said: 3, introduced: 2, likely: 1 } as const
export type NameKind = keyof typeof weight

export type NameHit = Span & { message: number; sentence: number; value: string; kind: NameKind; corrects: boolean }

/** "Asha & Sons", "I'm Austin based". */
const notAlone = /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|corp|plc)\b)/
const isOfFirm = (word: string) => companyWords.has(word.toLowerCase()) && !isWordlikeName(word)

export function nameAt(sentence: Sentence, from: number, message: number, kind: NameKind): NameHit | undefined {
  const span = readName(sentence.text, from)
  if (span === undefined || notAlone.test(sentence.low.slice(span.end, span.end + 20))) return undefined
  const value = sentence.raw.slice(span.start, span.end)
  if (value.split(' ').slice(1).some(isOfFirm)) return undefined
  return { ...span, message, sentence: sentence.index, value, kind, corrects: false }
}

const signOff =
  /(?:^|\n|[.!?,]\s{0,3})(?:(?:best |kind |warm |warmest |many )?(?:regards|wishes|thanks)|best|cheers|thanks(?: and regards| in advance| so much)|thank you|thx|sincerely|cordially|saludos|respectfully|warmly|(?:mit freundlichen|viele|liebe|beste) gr(?:ü|ue)(?:ß|ss)en?|mfg|vg|lg|signed|yours(?: truly| sincerely)?|rgds|br|greetings|take care|love)(?:,\s{1,2}|[.! ]?[-~\n]{1,3} ?)|(?:\n|[.!?]\s)[-~]{1,2} ?/g

/** At the end of a message: "Thanks, Brian", "Best regards\nYuki Tanaka". Not "thanks Mike!", which greets. */
export function signedNames({ text, low, raw }: Message, message: number): NameHit[] {
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
export function bareNames({ sentences }: Message, message: number): NameHit[] {
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

/** In small letters: "asha rao, foo labs", "pooja shah, owner", "hey, maria from sunbeam yoga". */
function isBesideFirm({ low }: Sentence, { start, end, value }: NameHit): boolean {
  const rest = low.slice(end, end + 60)
  const next = /^ ?[,|/-] ?([\p{L}&' ]{2,40})/u.exec(rest)?.[1]?.trim().split(' ') ?? []
  const isFirm = next.length > 1 && next.length < 5 && companyWords.has(next.at(-1) ?? '')
  if (value.includes(' ') && (isFirm || (next.length < 3 && next.some(isTrade)))) return true
  const isFrom = /^ (?:from|at) (?!(?:our|your|the|my|a|an|india|here)\b)[\p{L}\d&'. -]{2,40}[.!]?\s?$/u.test(rest)
  return isFrom && greeting.test(low.slice(0, start))
}

/** "KicksVault" is a firm; "McBride" and "DeShawn" are people. */
export function isCamelCase(value: string): boolean {
  return /^\p{Lu}\p{Ll}{2,20}\p{Lu}\p{Ll}/u.test(value) && !/^(?:Mac|Fitz|Van|Del|Des)/.test(value)
}

/** A sentence or line of nothing but two names or more, and perhaps a firm: "Need an app by May. Asha Rao, Foo Labs." */
export function standingNames({ sentences }: Message, message: number): NameHit[] {
  return sentences.slice(0, 20).flatMap((sentence, index) => {
    const hit = nameAt(sentence, 0, message, 'likely')
    if (hit === undefined || index === 0 || !/^\p{Lu}/u.test(hit.value)) return []
    const rest = sentence.text.slice(hit.end, hit.end + 4)
    const isFarewell = index > 1 && index === sentences.length - 1 && nothingMore.test(rest)
    if (!/ \p{Lu}/u.test(hit.value) && !isFarewell) return []
    return /^\s?(?:[.!]?\s{0,2}$|[,|/-]\s?\p{Lu}|[,(-]?\s?\uFFFC)/u.test(rest) ? [hit] : []
  })
}
