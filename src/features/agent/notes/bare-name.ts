import type { Message, Sentence } from './message.ts'
import { type NameHit, nameAt } from './read-name.ts'
import { canBeName, companyWords, isTrade, isWordlikeName } from './words.ts'

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
  if (first === undefined || first.text.includes('?')) return []
  const hit = nameAt(first, lead.exec(first.low)?.[0].length ?? 0, message, 'likely')
  if (hit === undefined || !isLikely(first, hit)) return []
  const rest = first.low.slice(hit.end)
  if (isBesideFirm(first, hit) || (nothingMore.test(rest) && sentences.at(-1) === first)) return [hit]
  if (greeting.test(first.low.slice(0, hit.start))) return []
  if (/^\s?(?:\n|[,;(|/-])/.test(rest) && !hit.value.includes(' ') && text.split(/\s/).length > 6) return []
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
