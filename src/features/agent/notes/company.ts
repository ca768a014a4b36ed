import { bareCompany, type CompanyHit, isFirm } from './bare-company.ts'
import { companyCues } from './company-cues.ts'
import type { Message, Sentence, Span } from './message.ts'
import { settleName } from './name.ts'
import { type Capitals, readCompany, withLegalForm } from './read-company.ts'
import type { NameHit } from './read-name.ts'
import { canBeCompany, companyWords } from './words.ts'

/** The visitor's present company or named venture, as written; of two the later. */
export function findCompany(messages: readonly Message[], names: readonly NameHit[]): string | null {
  const hits: CompanyHit[] = []
  messages.forEach((message, at) => {
    const own = names.filter((hit) => hit.message === at)
    for (const sentence of message.sentences) {
      const named = [
        ...said(sentence),
        ...calledOurs(sentence),
        ...afterNames(sentence, own),
        ...corrected(sentence, hits),
      ]
      hits.push(...(named.length > 0 ? named : withForm(sentence)))
    }
    const person = settleName(names.filter((hit) => hit.message <= at))
    if (hits.length === 0) hits.push(...bareCompany(message, person, own))
  })
  const firms = hits.filter(({ value }) => !names.some((name) => name.kind !== 'likely' && name.value === value))
  const best = Math.max(...firms.map(({ rank }) => rank))
  return firms.findLast(({ rank }) => rank === best)?.value ?? null
}

/** Said of others, or of what was: a client's, a competitor's, a past employer's. */
const ofOthers =
  /\b(?:used to|previously|formerly|former|ex-?|earlier|worked|left|quit|before|clients?|customers?|competitors?|vendors?|suppliers?|such as|similar to|like|unlike|friend|brother|husband|wife|cousin|he|she|his|her|their|until|last|old|was|were|your|alternative to)\b[^,;:]{0,25}$|\b(?:once|years ago)\b[^,;.]{0,12}$|\b(?:not|isn't|no longer|instead of|rather than|never) (?:(?:at|for|called) )?$/

function isOfOthers(low: string, at: number): boolean {
  return ofOthers.test(low.slice(Math.max(0, at - 80), at).replace(/^.*\bnow\b/, ''))
}

function said(sentence: Sentence): CompanyHit[] {
  const hits = [
    ...companyCues.free.flatMap((cue) => hitsAfter(sentence, cue, 'free')),
    ...companyCues.needed.flatMap((cue) => hitsAfter(sentence, cue, 'needed')),
    ...companyCues.ofFirm.flatMap((cue) => hitsAfter(sentence, cue, 'needed').filter(({ value }) => isFirm(value))),
  ]
  return hits.sort((one, other) => one.start - other.start)
}

/** Said of a new venture, whatever was before. */
const ofNow = /^[.;,\s]{0,2}(?:we|us) ?:|\bown |^(?:now|currently|to) /

function hitsAfter({ text, low, raw }: Sentence, pattern: RegExp, capitals: Capitals): Array<CompanyHit & Span> {
  return [...low.matchAll(pattern)].flatMap(({ index, 0: cue }) => {
    if (isOfOthers(low, index) && !ofNow.test(cue)) return []
    const span = readCompany(text, index + cue.length, capitals)
    if (span === undefined || isDescribed(text, span, cue)) return []
    return [{ ...span, value: raw.slice(span.start, span.end), rank: 2 }]
  })
}

/** "my company is doing well": small letters that go on like a sentence. */
function isDescribed(text: string, { start, end }: Span, cue: string): boolean {
  if (/\p{Lu}/u.test(text.slice(start, end)) || !/(?<!name)(?: is|'s) $/.test(cue)) return false
  return (
    /.\p{Lu}/u.test(text.replace(/\bI\b/g, '')) || !/^\s?(?:$|[,.!;]|(?:and|we|but|in|based)\b)/.test(text.slice(end))
  )
}

const belonging =
  /^(?:,? ?(?:(?:here|this side|speaking),? )?(?:from|at|with|of|@|von der|von|vom|de la|de|du|representing|working (?:at|for|with)|on behalf of) | w\/ ?)/
const list = /^(?:,? (?:here|this side|speaking)\b)? ?(?:,|\||\/|-|\() ?/

/** "Priya Nair from Bluepeak", "Priya Nair, Bluepeak Labs", "Priya (Bluepeak)", "asha rao, foo labs". */
function afterNames({ text, raw, index }: Sentence, names: readonly NameHit[]): CompanyHit[] {
  return names.flatMap((name) => {
    const rest = text.slice(name.end)
    const link = belonging.exec(rest)?.[0]
    const at = name.end + (link ?? list.exec(rest)?.[0] ?? '').length
    if (name.sentence !== index || at === name.end) return []
    const span = readCompany(text, at, 'free')
    if (span === undefined) return []
    const value = raw.slice(span.start, span.end)
    if (link !== undefined) return [{ value, rank: 2 }]
    return isFirm(value) || canBeListed(value, text.slice(span.end), name.value) ? [{ value, rank: 1 }] : []
  })
}

/** After a comma a word with a capital may be a role, a trade, a new clause, or the name again. */
function canBeListed(value: string, rest: string, name: string): boolean {
  const parts = value.split(' ')
  if (/^\p{Ll}/u.test(value) || !/^\s?(?:$|[,.;)\n|]|\uFFFC)/.test(rest)) return false
  return parts.every((part) => canBeCompany(part) && !name.split(' ').includes(part))
}

/** Whatever carries a legal form: "Becker Logistik GmbH". */
function withForm({ text, low, raw }: Sentence): CompanyHit[] {
  return [...text.matchAll(/(?<=[\p{L}\p{N}]),? (?=\p{L})/gu)].flatMap(({ index }) => {
    const end = withLegalForm(text, index)
    if (end === index) return []
    const before = text.slice(Math.max(0, index - 80), index).split(/[\s,;:()]/)
    const own = before.slice(before.findLastIndex((word) => !canBelong(word)) + 1).join(' ')
    const start = index - own.replace(/^(?:and|of|de|&) /, '').length
    return start === index || isOfOthers(low, start) ? [] : [{ value: raw.slice(start, end), rank: 1 }]
  })
}

function canBelong(word: string): boolean {
  const isNamed = /^[\p{Lu}\p{N}]/u.test(word) && (canBeCompany(word) || companyWords.has(word.toLowerCase()))
  return isNamed || /^(?:&|and|of|de)$/.test(word)
}

const isOurs =
  /^(?:'s| is)(?: (?:the|our|my) (?:(?:own|small|little|new|family) )?(?:biz|company|business|startup|firm|agency|brand|shop|store|studio|venture|organi[sz]ation|ngo|charity|label|bakery|cafe|restaurant|farm|hotel|gym|salon|practice|clinic)(?: name)?| what (?:we're|we are|it's|it is|i) (?:called|call it|named))\s?(?:$|[,.!;]|and\b)|^,? (?:here|this side)\b/

/** "Kellerbau is our company"; "I make maple syrup, Sugarhouse 9 is the brand"; "Lee & Sons Plumbing here". */
function calledOurs({ text, low, raw }: Sentence): CompanyHit[] {
  const starts = [...low.matchAll(/(?:^|[,;]|\band|\b(?:hi|hello|hey)\b[,!]?)\s?(?=[\p{L}\p{N}])/gu)].slice(0, 6)
  return starts.flatMap(({ index, 0: found }) => {
    const span = readCompany(text, index + found.length, 'free')
    const claim = span === undefined ? undefined : isOurs.exec(low.slice(span.end))?.[0]
    if (span === undefined || claim === undefined) return []
    const value = raw.slice(span.start, span.end)
    const isNamed = claim.includes('is ') ? /\p{Lu}| /u.test(value) : isFirm(value)
    return isNamed ? [{ value, rank: 2 }] : []
  })
}

const restated =
  /(?:\b(?:sorry|actually|oops|correction|typo|i meant?|it's|it is|its|renamed to|now called|spelled|spelt)\b|\*)[\s,.:;!-]{0,3}(?:now )?/g

/** A company's name said again in another spelling, or after words of a new name. */
function corrected({ text, low, raw }: Sentence, known: readonly CompanyHit[]): CompanyHit[] {
  const isAboutName = /\b(?:company|business|startup|brand|firm)\b.{0,40}\b(?:changed|renamed|wrong|new name)\b/.test(
    low,
  )
  const last = known.at(-1)?.value.slice(0, 3).toLowerCase()
  return [...low.matchAll(restated)].slice(0, 6).flatMap(({ index, 0: cue }) => {
    const span = readCompany(text, index + cue.length, 'free')
    const isMeant = span !== undefined && (isAboutName || low.slice(span.start, span.start + 3) === last)
    return isMeant ? [{ value: raw.slice(span.start, span.end), rank: 2 }] : []
  })
}
