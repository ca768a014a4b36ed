import { allMatches } from './all-matches.ts'
import { bareCompany, type CompanyHit, isFirm } from './bare-company.ts'
import { companyCues } from './company-cues.ts'
import { isEveryday } from './everyday-words.ts'
import { fittingCues } from './fitting-cues.ts'
import type { Message, Sentence, Span } from './message.ts'
import { settleName } from './name.ts'
import type { NameHit } from './name-hit.ts'
import { isLikeTown } from './places.ts'
import { legalForm, readCompany, withLegalForm } from './read-company.ts'
import { canBeCompany, companyWords, functionWords } from './words.ts'

/** Said of others, or of what was: a client's, a competitor's, a past employer's. */
const ofOthers =
  /\b(?:used to|previously|formerly|former|ex-?|earlier|worked|left|quit|before|clients?|customers?|competitors?|vendors?|suppliers?|such as|similar to|like|unlike|friend|brother|husband|wife|cousin|he|she|his|her|their|until|last|old|was|were|your|alternative to|interview)\b[^,;:]{0,25}$/
const ofOthersAt = /\b(?:used to|previously|formerly|earlier|once|years ago)\b[^,;.]{0,12}$/
const negated = /\b(?:not|isn't|no longer|instead of|rather than|don't|never)\s+(?:at\s+|for\s+|called\s+)?$/

/** The visitor's present company or named venture, as written; of two the later. */
export function findCompany(messages: readonly Message[], names: readonly NameHit[]): string | null {
  const hits: CompanyHit[] = []
  const people = peopleSoFar(messages.length, names)
  messages.forEach((message, at) => {
    const own = names.filter((hit) => hit.message === at)
    for (const sentence of message.sentences) {
      const named = [
        ...said(sentence),
        ...speakingFor(sentence),
        ...calledOurs(sentence),
        ...afterNames(sentence, own),
        ...correctedCompanies(sentence, hits),
      ]
      hits.push(...named)
      if (named.length === 0 && !hits.some((hit) => hit.rank > 1)) hits.push(...withForm(sentence))
    }
    if (hits.length === 0) hits.push(...signatureCompany(message, own), ...afterNamed(message, own))
    if (hits.length === 0)
      hits.push(
        ...bareCompany(
          message,
          people[at],
          own,
          names.some((hit) => hit.message === at - 1),
        ),
      )
  })
  const firms = hits.filter((hit) => !names.some((name) => name.kind !== 'bare' && name.value === hit.value))
  const best = Math.max(...firms.map((hit) => hit.rank))
  return firms.findLast((hit) => hit.rank === best)?.value ?? null
}

/** How the visitor was named up to each message. */
function peopleSoFar(count: number, names: readonly NameHit[]): Array<string | undefined> {
  let settled: string | undefined
  return Array.from({ length: count }, (_, at) => {
    if (names.some((hit) => hit.message === at)) settled = settleName(names.filter((hit) => hit.message <= at))
    return settled
  })
}

function said(sentence: Sentence): CompanyHit[] {
  const hits: Array<CompanyHit & { start: number }> = []
  for (const cue of fittingCues(companyCues, sentence.low)) {
    for (const found of allMatches(cue.isCased ? sentence.text : sentence.low, cue.before)) {
      const before = sentence.low.slice(Math.max(0, found.index - 80), found.index)
      if (
        !cue.isNow &&
        (ofOthersAt.test(before) || (ofOthers.test(before) && !/\bnow\b[^,;]*$/.test(before)) || negated.test(before))
      )
        continue
      if (/\b(?:client|customer|competitor|friend|previous|former|ex|old|last)\b/.test(found[0])) continue
      const span = readCompany(sentence.text, found.index + found[0].length, cue.capitals)
      if (span === undefined || cue.after?.test(sentence.low.slice(span.end)) === false) continue
      if (/\bfrom\s+$/.test(found[0]) && isLikeTown(sentence.text.slice(span.start, span.end))) continue
      if (cue.needsFirm && !isFirm(sentence.text.slice(span.start, span.end))) continue
      if (!isAtCue(sentence.text, found.index + found[0].length, span) || isDescribed(sentence, span, found[0]))
        continue
      hits.push({ value: withoutOwning(textOf(sentence, span), cue.needsFirm), rank: 2, start: span.start })
    }
  }
  return hits.sort((one, other) => one.start - other.start)
}

/** "the Ashgrove Association's portal". */
function withoutOwning(value: string, isFirm: true | undefined): string {
  return isFirm ? value.replace(/['’]s$/, '') : value
}

function isAtCue(text: string, end: number, span: Span): boolean {
  return /^[\s"'(@]*(?:(?:now|currently|actually|just)\s+)?(?:m\/s\.?\s+|messrs\.?\s+)?(?:the )?["']?$/.test(
    text.slice(end, span.start).toLowerCase(),
  )
}

/** "my company is doing well", "our agency is legit and": small letters that go on like a sentence. */
function isDescribed(sentence: Sentence, span: Span, cue: string): boolean {
  const value = sentence.text.slice(span.start, span.end)
  if (/\p{Lu}/u.test(value) || !/(?:\bis|'s)\s+$/.test(cue) || /name/.test(cue)) return false
  const rest = sentence.low.slice(span.end)
  const isCased = /\p{Lu}/u.test(sentence.text.replace(/^\s*\p{Lu}|\bI\b/gu, ''))
  return isCased || !/^\s*(?:$|[,.!;]|and\b|we\b|but\b|in\b|based\b)/.test(rest)
}

function textOf(sentence: Sentence, span: Span): string {
  return sentence.raw.slice(span.start, span.end)
}

const belonging =
  /^,?\s*(?:(?:here|this side|speaking),?\s+)?(?:from|at|with|of|@|von der|von|vom|de la|de|du|del|da|representing|working (?:at|for|with)|who works at|on behalf of)\s+|^\s+w\/\s*|^(?:,?\s+(?:here|this side|speaking)\b)?\s*(?:,|\||\/|-|\()\s*(?=[\p{Lu}\p{N}])/u

/** "asha rao, foo labs": in small letters its last word tells a firm. */
const smallLink = new RegExp(
  String.raw`^(?:,? (?:here|this side))?\s*[,|/-]\s*(?=(?:[\p{L}\d&']+ ){1,3}(?:${[...companyWords].filter((word) => /^\p{L}{3,}$/u.test(word)).join('|')})\s*(?:$|[,.!;|/-]))`,
  'u',
)

/** "Dmitri Volkov. Polar Grid Energy. A dashboard": where the name is a sentence, the next may be the firm. */
function afterNamed(message: Message, names: readonly NameHit[]): CompanyHit[] {
  return names.flatMap((name) => {
    const own = message.sentences[name.sentence]
    const next = message.sentences[name.sentence + 1]
    if (own === undefined || next === undefined || name.end === own.text.length) return []
    if (!/^[.!]?\s*$/.test(own.text.slice(name.end))) return []
    const span = readCompany(next.text, 0, 'needed')
    if (span === undefined || !/^\s*$/.test(next.text.slice(0, span.start))) return []
    const words = next.text.slice(span.start, span.end).split(/\s+/)
    const isWhole = /^[.!]?\s*$/.test(next.text.slice(span.end)) && words.length > 1
    return isWhole && canBeListed(words.join(' '), '') && !names.some((other) => other.sentence === next.index)
      ? [{ value: textOf(next, span), rank: 1 }]
      : []
  })
}

/** "Priya Nair from Bluepeak", "Priya Nair, Bluepeak Labs", "Priya (Bluepeak)". */
function afterNames(sentence: Sentence, names: readonly NameHit[]): CompanyHit[] {
  return names.flatMap((name) => {
    if (name.sentence !== sentence.index) return []
    const rest = sentence.text.slice(name.end)
    const link = belonging.exec(rest)?.[0] ?? smallLink.exec(rest)?.[0]
    if (link === undefined) return []
    const isList = /[,|/(-]\s*$/.test(link) && !/w\//.test(link)
    const span = readCompany(sentence.text, name.end + link.length, isList && !smallLink.test(rest) ? 'needed' : 'free')
    if (span === undefined || !isAtCue(sentence.text, name.end + link.length, span)) return []
    const value = textOf(sentence, span)
    if (/\bfrom\s+$/.test(link) && isLikeTown(value)) return []
    if (isList && (!canBeListed(value, sentence.text.slice(span.end)) || sharesWord(value, name.value))) return []
    return [{ value, rank: isList ? 1 : 2 }]
  })
}

/** "Patel, Jignesh Patel": the name again, unless it is a firm's. */
function sharesWord(value: string, name: string): boolean {
  const words = value.split(/\s+/)
  return (
    words.length < 3 &&
    words.some((word) => name.split(/\s+/).includes(word)) &&
    !words.some((word) => companyWords.has(word.toLowerCase()) || word === '&') &&
    !/(?:gmbh|llc|ltd|inc|kg|limited|llp)\b/i.test(value)
  )
}

/** After a comma a word with a capital may be a role, a trade or a new clause. */
function canBeListed(value: string, rest: string): boolean {
  const words = value.split(/\s+/)
  if (words.length > 1 && /^(?:AS|SA|AB|SAS|SL|KG|UG|SIA|UAB|AG|BV)$/.test(words.at(-1) ?? '')) return true
  if (!canBeCompany(words[0] ?? '') || !canBeCompany(words.at(-1) ?? '')) return false
  if (words.some((word) => companyWords.has(word.toLowerCase()))) return true
  if (words.some((word) => functionWords.has(word.toLowerCase()))) return false
  return /^\s*(?:$|[,.;)\n|]|\uFFFC)/.test(rest)
}

/** The lines below a signature: a role, then where. */
function signatureCompany(message: Message, names: readonly NameHit[]): CompanyHit[] {
  const signed = names.find((name) => name.kind === 'signed')
  if (signed === undefined) return []
  const from = message.text.indexOf('\n', signed.end)
  for (const found of message.text.slice(from < 0 ? message.text.length : from).matchAll(/[^\n]+/g)) {
    const start = from + found.index
    const span = readCompany(message.text, start, 'needed')
    if (span === undefined || !/^[.]?\s*(?:\n|$)/.test(message.text.slice(span.end))) continue
    const words = message.text.slice(span.start, span.end).split(/\s+/)
    if (!canBeCompany(words[0] ?? '')) continue
    if (!canBeCompany(words.at(-1) ?? '') && !companyWords.has((words.at(-1) ?? '').toLowerCase())) continue
    return [{ value: message.raw.slice(span.start, span.end), rank: 1 }]
  }
  return []
}

const formed = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'&.-]*\s+(?:(?:&|and|of|de)\s+)?){1,5})(?=${legalForm})`,
  'giu',
)

/** Whatever carries a legal form: "Becker Logistik GmbH". */
function withForm(sentence: Sentence): CompanyHit[] {
  const hits: CompanyHit[] = []
  for (const found of allMatches(sentence.text, formed)) {
    const words = (found[1] ?? '').trimEnd().replace(/,?\s+(?:pvt|private)\.?$/i, '')
    const before = sentence.low.slice(Math.max(0, found.index - 80), found.index)
    if (ofOthers.test(before) || negated.test(before)) continue
    const start = found.index + startOfName(words)
    const nameEnd = found.index + words.length
    const end = withLegalForm(sentence.text, nameEnd)
    if (end === nameEnd || start >= nameEnd || !/\p{L}/u.test(words) || /^(?:pvt|private)\.?$/i.test(words)) continue
    if (ofOthers.test(sentence.low.slice(Math.max(0, start - 80), start))) continue
    if (/\b(?:client|customer|competitor|vendor|supplier)s?\b/.test(before)) continue
    hits.push({ value: sentence.raw.slice(start, end), rank: 1 })
  }
  return hits
}

/** Drops what cannot belong to the name: everything up to the last ordinary word, or to the last word in small letters. */
function startOfName(words: string): number {
  let start = 0
  const isCapitalName = /\p{Lu}[\p{L}\p{M}\p{N}'&.-]*$/u.test(words)
  for (const found of words.matchAll(/\S+/g)) {
    const isSmall = /^\p{Ll}/u.test(found[0]) && !/^(?:and|of|de)$/.test(found[0])
    const isJoin = /^(?:&|and|of|de)$/.test(found[0])
    if (isJoin && start < found.index) continue
    if (
      (isCapitalName && isSmall) ||
      isJoin ||
      (!canBeCompany(found[0]) && !companyWords.has(found[0].toLowerCase()))
    ) {
      start = found.index + found[0].length + 1
    }
  }
  return start
}

const opensWithUs = /^\s*(?:(?:hi|hello|hey)\b[,!]?\s*)?/
const isUs = /^,?\s*(?:here\b|this side\b|-\s*that's (?:us|me|my)\b)/
const isOurs =
  /^(?:'s| is)(?: (?:the|our|my) (?:own |small |little |new |family )?(?:biz|company|business|startup|firm|agency|brand|shop|store|studio|venture|organi[sz]ation|ngo|charity|label|bakery|cafe|restaurant|farm|hotel|gym|salon|practice|clinic)(?: name)?| what (?:we're|we are|it's|it is|i) (?:called|call it|named))\s*(?:$|[,.!;]|and\b)/

/** "Kellerbau is our company"; "I make maple syrup, Sugarhouse 9 is the brand". */
function calledOurs(sentence: Sentence): CompanyHit[] {
  if (!/ (?:is|'s) (?:the|our|my|what)\b/.test(sentence.low)) return []
  return allMatches(sentence.low, /(?:^|[,;]|\band)\s*(?=[\p{L}\p{N}])/gu, 6).flatMap((found) => {
    const span = readCompany(sentence.text, found.index + found[0].length, 'free')
    if (span === undefined || !isOurs.test(sentence.low.slice(span.end))) return []
    const value = textOf(sentence, span)
    return /^\p{Ll}+$/u.test(value) || value.split(/\s+/).every((word) => isEveryday(word) || !canBeCompany(word))
      ? []
      : [{ value, rank: 2 }]
  })
}

/** "Lee & Sons Plumbing here": whose first words are a company's. */
function speakingFor(sentence: Sentence): CompanyHit[] {
  const start = opensWithUs.exec(sentence.low)?.[0].length ?? 0
  const span = readCompany(sentence.text, start, 'needed')
  if (span === undefined || !isUs.test(sentence.low.slice(span.end))) return []
  const value = textOf(sentence, span)
  return /&|\d/.test(value) || value.split(/\s+/).some((word) => companyWords.has(word.toLowerCase()))
    ? [{ value, rank: 2 }]
    : []
}

const restated =
  /(?:\b(?:sorry|actually|oops|correction|typo|i meant?|it's|it is|its|renamed to|now called|spelled|spelt)\b|\*)[\s,.:;!-]*(?:now\s+)?/g

function correctedCompanies(sentence: Sentence, known: readonly CompanyHit[]): CompanyHit[] {
  const isAboutName =
    /\b(?:company|business|startup|brand|firm)(?:'s)?\b/.test(sentence.low) &&
    /\b(?:changed|renamed|wrong|new name|not|typo)\b/.test(sentence.low)
  const last = known.at(-1)?.value
  return allMatches(sentence.low, restated).flatMap((found) => {
    const end = found.index + found[0].length
    const span = readCompany(sentence.text, end, 'free')
    if (span === undefined || !isAtCue(sentence.text, end, span)) return []
    const value = textOf(sentence, span)
    const isSimilar = last !== undefined && value.slice(0, 3).toLowerCase() === last.slice(0, 3).toLowerCase()
    return isSimilar || isAboutName ? [{ value, rank: 2 }] : []
  })
}
