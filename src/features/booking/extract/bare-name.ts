import type { Message, Sentence } from './message.ts'
import { type NameHit, nameAt } from './name-hit.ts'
import { canBeCompany, canBeName, companyWords, isEveryday, isTrade, isWordlikeName } from './words.ts'

const signOff =
  /(?:^|\n|[.!?,]\s{0,3})(?:(?:(?:best|kind|warm|warmest|many) )?(?:regards|wishes|thanks)|best|cheers|thanks(?: and regards| in advance| so much)?|thank you|thx|sincerely|cordially|saludos|respectfully|warmly|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste) gr(?:ü|ue)(?:ß|ss)e|mfg|vg|lg|signed|yours(?: truly| sincerely)?|rgds|br|greetings|take care|love|-{1,2}|~)(\s{0,2}[,.!-]?\s{0,2}-{0,2}\s{0,2})/g
const farewell =
  /signed|regards|wishes|many thanks|cheers|sincerely|respectfully|warmly|yours|gr(?:ü|ue)|saludos|take care/

/** At the end of a message: "Thanks, Brian", "Best regards\nYuki Tanaka". Not "thanks Mike!", which greets. */
export function signedNames({ text, low, raw }: Message, message: number): NameHit[] {
  return [...low.matchAll(signOff)].flatMap(({ index, 0: found, 1: gap = '' }) => {
    const isDash = /[-~]\s{0,2}$/.test(found)
    if (!/[,\n]/.test(gap) && !isDash) return []
    const hit = nameAt({ text, low, raw, index: -1 }, index + found.length, message, 'likely')
    if (hit === undefined || !/^\.?\s{0,2}(?:$|\n|[,|(]|\uFFFC)/.test(text.slice(hit.end))) return []
    const isReply = text.slice(0, index).trim().split(/\s/).length < 3 && !found.includes('\n')
    return isReply && !farewell.test(found) && !hit.value.includes(' ') ? [] : [hit]
  })
}

const lead =
  /^[-~\s]{0,3}(?:(?:yo|yes|yeah|yep|sure|ok|okay|hi{1,2}|hello|hey|good|morning|afternoon|evening|namaste|there|fine)\b[\s,.!:-]{0,3}){0,5}(?:(?:it's|it is|its) )?/
const greeting = /\b(?:hi{1,3}|hello|hey|yo|morning|afternoon|evening|namaste)\b[\s,!]{0,3}$/
const filler =
  /^\W{0,3}(?:(?:team|all|yo|morning|afternoon|evening|good|namaste|yes|yeah|yep|sure|ok|okay|hi|hello|hey|great|thanks|thank you|cool|perfect|there|alright|fine)\b\W{0,3}){1,6}$/
const bareEnd =
  /^[.!]?\s{0,2}(?:$|\n|[,;(|/-]|\uFFFC|(?:from|at)\b(?! (?:our|your|the|my|a)\b)(?!.{0,60}\b(?:told|said|recommended|mentioned|suggested|gave|sent|referred|introduced|is|was|has|will)\b)|and (?:my|i)\b)/
const nothingMore = /^[.!]?\s{0,2}$/

/** A reply that is a name, or starts with one: "Farhan Qureshi", "carlos mendoza carlos@…", "Priya Nair, Bluepeak Labs". */
export function bareNames({ sentences, text }: Message, message: number): NameHit[] {
  const first = sentences.find(({ low }) => !filler.test(low))
  if (first === undefined || first.text.slice(0, 60).includes('?')) return []
  const hit = nameAt(first, lead.exec(first.low)?.[0].length ?? 0, message, 'likely')
  if (hit === undefined || !isLikely(first, hit)) return []
  const rest = first.low.slice(hit.end)
  const isBeside = isBesideFirm(first, hit)
  if (greeting.test(first.low.slice(0, hit.start)) && !isBeside && !/^,?\s?(?:(?:from|at)\b|\uFFFC)/.test(rest))
    return []
  const isWhole = nothingMore.test(rest) && sentences.at(-1) === first
  const isListed = /^\s?(?:\n|[,;(|/-])/.test(rest)
  if (isWhole || isBeside) return [hit]
  if (isListed && !text.includes('\uFFFC') && !hit.value.includes(' ') && text.split(/\s/).length > 6) return []
  return /^\p{Lu}/u.test(hit.value) || /^[\s,]{0,2}\uFFFC/.test(rest) ? [hit] : []
}

function isLikely({ low }: Sentence, { value, end }: NameHit): boolean {
  if (!bareEnd.test(low.slice(end)) || isCamelCase(value) || isExclamation(value)) return false
  if (/^(?:may|march|summer|autumn|winter|spring|fall)$/i.test(value)) return false
  return value.includes(' ') || canBeName(value, false) || isWordlikeName(value)
}

/** In small letters: "asha rao, foo labs", "pooja shah, owner", "hey, maria from sunbeam yoga". */
function isBesideFirm({ low }: Sentence, { start, end, value }: NameHit): boolean {
  const rest = low.slice(end)
  const next = /^ ?[,|/-] ?([\p{L}&' ]{2,40})/u.exec(rest)?.[1]?.trim().split(' ') ?? []
  const isFirm =
    next.length > 1 && next.length < 5 && canBeCompany(next[0] ?? '') && companyWords.has(next.at(-1) ?? '')
  if (
    value.includes(' ') &&
    (isFirm || (next.length < 3 && next.some(isTrade) && canBeCompany(next[0] ?? '') !== isTrade(next[0] ?? '')))
  )
    return true
  const isFrom = /^ (?:from|at) (?!(?:our|your|the|my|a|an|india|here)\b)[\p{L}\d&'. -]{2,40}[.!]?\s?$/u.test(rest)
  return isFrom && greeting.test(low.slice(0, start))
}

/** "KicksVault" is a firm; "McBride" and "DeShawn" are people. */
export function isCamelCase(value: string): boolean {
  return /^\p{Lu}\p{Ll}{2,20}\p{Lu}\p{Ll}/u.test(value) && !/^(?:Mac|Fitz|Van|Del|Des)/.test(value)
}

/** "hihi", "heyyy", "hahaha". */
function isExclamation(value: string): boolean {
  return /^(?:h[aeio]){2,10}h?$/i.test(value) || /(\p{L})\1\1/iu.test(value)
}

/** A sentence or line of nothing but two names or more, and perhaps a firm: "Need an app by May. Asha Rao, Foo Labs." */
export function standingNames({ sentences }: Message, message: number): NameHit[] {
  if (sentences.length < 2) return []
  return sentences.slice(0, 20).flatMap((sentence, index) => {
    const hit = nameAt(sentence, 0, message, 'likely')
    if (hit === undefined) return []
    const rest = sentence.text.slice(hit.end)
    const isFarewell = index > 1 && index === sentences.length - 1 && nothingMore.test(rest) && !isEveryday(hit.value)
    const isFull = /^\p{Lu}\S{0,30}(?: \S{1,30}){0,4} \p{Lu}/u.test(hit.value)
    if (!isFull && !(isFarewell && /^\p{Lu}\p{Ll}{1,30}$/u.test(hit.value))) return []
    return /^\s?(?:[.!]?\s{0,2}$|[,|/-]\s?\p{Lu}|[,(-]?\s?\uFFFC)/u.test(rest) ? [hit] : []
  })
}
