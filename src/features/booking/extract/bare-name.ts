import { allMatches } from './all-matches.ts'
import { isEveryday } from './everyday-words.ts'
import type { Message } from './message.ts'
import { isSomethingElse, type NameHit, toHit } from './name-hit.ts'
import { isNamedLikePlace, isPlace } from './places.ts'
import { isNext, readName } from './read-name.ts'
import { canBeCompany, canBeName, companyWords, isTrade, isWordlikeFirstName } from './words.ts'

const signOff =
  /(?:^|\n|[.!?,]\s{0,3})[ \t]*(?:(?:(?:best|kind|warm|warmest|many)\s+)?(?:regards|wishes|thanks)|best|cheers|thanks(?: and regards| & regards| in advance| so much)?|thank you|thx|sincerely(?: yours)?|cordially|cordialement|saludos|respectfully|warmly|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste|schöne) gr(?:ü|ue)(?:ß|ss)e|mfg|vg|lg|signed|yours(?: truly| sincerely| faithfully)?|rgds|br|greetings|take care|love|xoxo|-{1,2}|~)(\s*[,.!-]?\s*(?:-{1,2}\s*)?)/g

/** At the end of a message: "Thanks, Brian", "Best regards\nYuki Tanaka". Not "thanks Mike!", which greets. */
export function signedNames(message: Message, at: number): NameHit[] {
  const hits: NameHit[] = []
  for (const found of allMatches(message.low, signOff)) {
    const end = found.index + found[0].length
    const isDash = /[-~]\s*$/.test(found[0])
    if (!/[,\n]/.test(found[1] ?? '') && !isDash) continue
    const line = isDash ? found[0] : (found[1] ?? '')
    const isReply = message.text.slice(0, found.index).trim().split(/\s+/).length < 3 && !/\n/.test(line)
    const name = readName(message.text, end)
    if (name === undefined || !isNext(message.text, end, name)) continue
    if (
      isReply &&
      !/signed|regards|wishes|many thanks|cheers|sincerely|cordial|respectfully|warmly|yours|gr(?:ü|ue)|saludos|take care/.test(
        found[0],
      ) &&
      !/\s\p{Lu}/u.test(message.text.slice(name.start, name.end))
    )
      continue
    const rest = message.text.slice(name.end)
    if (!/^[.]?\s*(?:$|\n|[,|(]|\uFFFC)/.test(rest)) continue
    if (isDash && !/^[.]?\s*$/.test(rest) && !/\s/.test(message.text.slice(name.start, name.end))) continue
    hits.push({
      ...name,
      message: at,
      sentence: -1,
      value: message.raw.slice(name.start, name.end),
      kind: 'signed',
      corrects: false,
    })
  }
  return hits
}

const lead =
  /^[-~\s]*(?:(?:yo|morning|afternoon|evening|namaste|good (?:morning|afternoon|evening)|yes|yeah|yep|sure|ok|okay|hi|hello|hey|of course|certainly|alright|fine)\b[\s,.!:-]*)*(?:it's|it is|its|that's|that would be|that'd be)?\s*/
/** "John from Acme told me about you." */
const aboutThem =
  /\b(?:told|said|says|recommended|mentioned|suggested|gave|sent|referred|introduced|asked|is|was|has|will)\b/
const filler =
  /^\W*(?:(?:team|all|yo|morning|afternoon|evening|namaste|yes|yeah|yep|sure|ok|okay|hi|hello|hey|great|thanks|thank you|cool|perfect|sounds good|good (?:morning|afternoon|evening)|there|alright|fine)\b\W*)+$/
const bareEnd = /^[.!]?\s*(?:$|\n|[,;(|/-]\s*|\uFFFC|(?:from|at)\b(?! (?:our|your|the|my|a)\b)|and\s+(?:my|i)\b)/

/** A reply that is a name, or starts with one: "Farhan Qureshi", "carlos mendoza carlos@…", "Priya Nair, Bluepeak Labs". */
export function bareNames(message: Message, at: number): NameHit[] {
  const first = message.sentences.find((sentence) => !filler.test(sentence.low))
  if (first === undefined || /\?/.test(first.text.slice(0, 60))) return []
  const start = lead.exec(first.low)?.[0].length ?? 0
  const name = readName(first.text, start)
  if (name === undefined || !isNext(first.text, start, name)) return []
  const value = first.text.slice(name.start, name.end)
  const rest = first.low.slice(name.end)
  if (
    /\b(?:hi|hello|hey|yo|morning|afternoon|evening|namaste)\b[\s,!]*$/.test(first.low.slice(0, name.start)) &&
    !isBesideFirm(value, first.low.slice(0, name.start), rest) &&
    !/^,?\s*(?:(?:from|at)\b|\uFFFC)/.test(rest)
  )
    return []
  if (!bareEnd.test(rest) || (isPlace(value) && !isNamedLikePlace(value)) || isSomethingElse(first, name, 'bare'))
    return []
  if (/^,?\s*(?:from|at)\b/.test(rest) && aboutThem.test(rest)) return []
  if (!/\s/.test(value) && !canBeName(value, false) && !isWordlikeFirstName(value)) return []
  const isWhole = /^[.!]?\s*$/.test(rest) && message.sentences.at(-1) === first
  const isBeside = isBesideFirm(value, first.low.slice(0, name.start), rest)
  if (
    isCamelCase(value) ||
    /^(?:may|march|summer|autumn|winter|spring|fall|\S+-wise)$/i.test(value) ||
    isExclamation(value)
  )
    return []
  const isNamed = /\p{Lu}/u.test(value[0] ?? '') || isWhole || /^[\s,]*\uFFFC/.test(rest) || isBeside
  const isListed = /^\s*(?:\n|[,;(|/-])/.test(rest)
  if (!isNamed || (!isWhole && isListed && !isBeside && !looksListed(value, message.text))) return []
  return [toHit(first, name, at, 'bare', false)]
}

/** In small letters: "asha rao, foo labs", "pooja shah, owner", "hey, maria from sunbeam yoga". */
function isBesideFirm(value: string, before: string, rest: string): boolean {
  const next = /^\s*[,|/-]\s*([\p{L}&' ]{2,40})/u.exec(rest)?.[1]?.trim().split(/\s+/) ?? []
  const isFirm =
    next.length > 1 && next.length < 5 && canBeCompany(next[0] ?? '') && companyWords.has(next.at(-1) ?? '')
  if (isFirm && !/\s/.test(value) && !companyWords.has(value) && /^\s*,[^,.;:!?|]+[.!]?\s*$/.test(rest)) return true
  if (/\s/.test(value) && (isFirm || (next.length < 3 && isTradeNamed(next)))) return true
  return (
    /\b(?:hi+|hello|hey+|yo|morning|afternoon|evening|namaste)\b[\s,!]+$/.test(before) &&
    /^ (?:from|at) (?!(?:our|your|the|my|a|an|india|here)\b)[\p{L}\d&'. -]{2,40}[.!]?\s*$/u.test(rest)
  )
}

/** "owner", "product lead"; not "nice studio". */
function isTradeNamed(words: readonly string[]): boolean {
  const first = words[0] ?? ''
  return words.some((word) => isTrade(word)) && (isTrade(first) || canBeCompany(first))
}

/** "KicksVault" is a firm; "McBride" and "DeShawn" are people. */
export function isCamelCase(value: string): boolean {
  return /^\p{Lu}\p{Ll}{2,}\p{Lu}\p{Ll}/u.test(value) && !/^(?:Mac|Fitz|Van|Del|Des|Vander)/.test(value)
}

/** "hihi", "heyyy", "hahaha". */
function isExclamation(value: string): boolean {
  return /^(?:(?:h[aeio]){2,}h?|\p{L}*(\p{L})\1\1\p{L}*)$/iu.test(value)
}

/** A sentence or line of nothing but two names or more, and perhaps a firm: "Need an app by May. Asha Rao, Foo Labs." */
export function standingNames(message: Message, at: number): NameHit[] {
  if (message.sentences.length < 2) return []
  return message.sentences.slice(0, mostSentences).flatMap((sentence, index) => {
    const name = readName(sentence.text, 0)
    if (name === undefined || !isNext(sentence.text, 0, name)) return []
    const value = sentence.text.slice(name.start, name.end)
    const rest = sentence.text.slice(name.end)
    if (index === 1 && filler.test(message.sentences[0]?.low ?? '') && /^, (?:I|we|from)\b/.test(rest))
      return [toHit(sentence, name, at, 'bare', false)]
    const isLast = index === message.sentences.length - 1
    const isLine = isLast && /\n$/.test(message.sentences[index - 1]?.text ?? '')
    const isFarewell =
      isLast &&
      index > 1 &&
      /^[.!]?\s*$/.test(rest) &&
      !isEveryday(value) &&
      / /.test((message.sentences[index - 1]?.text ?? '').trim())
    if (!/^\p{Lu}\S*(?: \S+)* \p{Lu}/u.test(value) && !((isLine || isFarewell) && /^\p{Lu}\p{Ll}+$/u.test(value)))
      return []
    if (!/^\s*(?:[.!]?\s*$|[,|/-]\s*\p{Lu}|[,(-]?\s*\uFFFC)/u.test(rest)) return []
    if ((isPlace(value) && !isNamedLikePlace(value)) || isSomethingElse(sentence, name, 'bare')) return []
    return [toHit(sentence, name, at, 'bare', false)]
  })
}

const mostSentences = 20

/** A comma after one word may be a greeting's ("Kite, what"); after two capitals or before an address it ends a name. */
function looksListed(value: string, text: string): boolean {
  return /\uFFFC/.test(text) || value.split(/\s+/).length > 1 || text.split(/\s+/).length <= 6
}
