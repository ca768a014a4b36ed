import type { Message, Sentence, Span } from './message.ts'
import type { NameHit } from './name.ts'
import { type Capitals, legalForm, readCompany, withLegalForm } from './read-company.ts'
import { canBeCompany, canBeName, companyWords, functionWords } from './words.ts'
import { readName } from './read-name.ts'

const firm = String.raw`(?:company|companies|business|startup|start-up|start up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|outfit|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|side ?project|project)`
const venture = String.raw`(?:${firm}|app|platform|product|marketplace|saas|tool|service|newsletter|podcast)`
const role = String.raw`(?:founder|co-?founder|ceo|cto|coo|cmo|cfo|cio|cpo|md|vp|avp|svp|head|director|manager|owner|co-?owner|partner|president|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`

type Cue = { before: RegExp; capitals: Capitals; after?: RegExp }

const cues: readonly Cue[] = [
  // I work at Bluepeak; I'm working for Bluepeak; I am with Bluepeak
  { before: /\b(?:i|we|who|me|and|currently|also)(?:'m|\s+am|'re|\s+are)?\s+(?:currently\s+|now\s+|just\s+|also\s+)?(?:works?|working|employed|wrk)\s+(?:at|for|@)\s+/gi, capitals: 'free' },
  { before: /^\s*work(?:ing)?\s+(?:at|for|@)\s+/gi, capitals: 'free' },
  { before: /\b(?:i|we|who)(?:'m|\s+am|'re|\s+are)?\s+(?:currently\s+|now\s+)?(?:work|working)\s+with\s+/gi, capitals: 'needed' },
  { before: /\b(?:i'm|i am|im|we're|we are)\s+(?:here\s+|reaching out\s+|writing\s+|calling\s+|messaging\s+)?(?:from|at|with|representing)\s+/gi, capitals: 'free' },
  { before: /\b(?:reaching out|writing|calling|messaging|enquiring|here)\s+(?:from|on behalf of|for)\s+/gi, capitals: 'needed' },
  { before: /\b(?:on behalf of|representing|i represent|we represent)\s+/gi, capitals: 'needed' },
  // founder of Bluepeak; Head of Growth at Bluepeak; CEO, Bluepeak; CTO @Bluepeak
  { before: new RegExp(String.raw`\b${role}\b(?:\s*(?:&|and|\/|-)\s*[\p{L}-]+)?(?:\s+of\s+(?:product|engineering|marketing|sales|operations|ops|growth|design|technology|it|hr|people|data|digital|finance|innovation|strategy|[\p{L}]+ing))?(?:\s+(?!of|at|for|with|in)[\p{L}-]+){0,2}\s*(?:\s(?:of|at|for|with|here at)\s+|\s*@\s*)`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b${role}\b,\s+`, 'giu'), capitals: 'needed' },
  // my company is Bluepeak; our startup's called Bluepeak; company name - Bluepeak
  { before: new RegExp(String.raw`\b(?:my|our|the|name of (?:my|our|the))\s+(?:[\p{L}-]+\s+){0,2}?${venture}(?:'s)?(?:\s+name)?(?:\s+(?:is|was|will be|would be|should be|gets|got|has been|have been|to be))?(?:\s+(?:now|just|actually))?\s+(?:called|named|renamed(?: to| as)?|rebranded(?: to| as)?|known as|registered as|goes by|operating as)\s+`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b(?:my|our|the|name of (?:my|our|the)|of)\s+(?:[\p{L}-]+\s+){0,2}?${firm}(?:'s)?(?:\s+name)?(?:\s+is|'s)\s+`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b(?:company|business|firm|startup|brand|organi[sz]ation|agency|shop|studio|store)(?:'s)?\s+name(?:\s+is|'s|\s+would be|\s+will be|\s*[:=-])\s*(?:actually|now)?\s*`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b(?:company|business|firm|startup|brand|organi[sz]ation|agency)(?:'s)?\s+name\s+`, 'giu'), capitals: 'needed' },
  { before: new RegExp(String.raw`(?:^|[\s,;(])(?:company|business|firm|startup|brand|organi[sz]ation|org|agency|employer)\s*(?:[:=]|-(?=\s))\s*`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b(?:my|our|the|of|this)\s+(?:[\p{L}-]+\s+){0,2}?${firm},?\s+`, 'giu'), capitals: 'needed' },
  { before: /\bcompany\s+/gi, capitals: 'needed' },
  // I run a bakery called Sweet Crumb
  { before: new RegExp(String.raw`\b(?:run|runs|running|own|have|manage|operate|founded|co-?founded|started|launched|launching|starting|building|built|created|opened|opening|lead|head|at|from|for|of|with|in|own)\s+(?:an?|my|our|the|this)\s+(?:[\p{L}-]+\s+){0,4}?${venture}(?:\s+(?!called|named)[\p{L}-]+){0,4}?,?\s+(?:called|named)\s+`, 'giu'), capitals: 'free' },
  { before: new RegExp(String.raw`\b(?:i'm|i am|we're|we are|it's|it is)\s+(?:an?|the)\s+(?:[\p{L}-]+\s+){0,4}?${firm}(?:\s+(?!called|named)[\p{L}-]+){0,4}?,?\s+(?:called|named)\s+`, 'giu'), capitals: 'free' },
  { before: /\b(?:i|we)(?:'m|\s+am|'re|\s+are|'ve|\s+have)?\s+(?:currently\s+|now\s+|just\s+|recently\s+|also\s+|have\s+)?(?:run|own|founded|cofounded|co-founded|building|launching|starting|running|started|launched|operate|manage|lead|head)\s+/gi, capitals: 'needed', after: /^(?!\s+(?:\p{L}+\s+)?(?:app|apps|website|websites|page|pages|store|api|project|developers?|ads|plugin|theme))/iu },
  { before: /\b(?:run|own|founded|co-?founded)\s+(?=\p{Lu})/gu, capitals: 'needed' },
  // we are Bluepeak; we at Bluepeak; the team at Bluepeak
  { before: /\b(?:we're|we are|now called|renamed to|rebranded to|rebranded as|now it's|trading as|doing business as|dba|t\/a)\s+/gi, capitals: 'needed', after: /^(?!\s+(?:users?|customers?|speakers?|based|developers?|agency))/i },
  { before: /\b(?:we at|us at|here at|team at|folks at|over at|job at|guys at|day job at)\s+/gi, capitals: 'free' },
]

/** Said of others, or of what was: a client's, a competitor's, a past employer's. */
const ofOthers =
  /\b(?:used to|previously|formerly|former|ex-?|earlier|worked|left|quit|before|clients?|customers?|competitors?|vendors?|suppliers?|such as|similar to|like|unlike|friend|brother|husband|wife|cousin|he|she|his|her|their|until|last|old|was|were|your|alternative to|interview)\b[^,;]{0,25}$/i
const ofOthersAt = /\b(?:used to|previously|formerly|earlier|once|years ago)\b[^,;.]{0,12}$/i
const negated = /\b(?:not|isn't|no longer|instead of|rather than|don't|never)\s+(?:at\s+|for\s+|called\s+)?$/i

type Hit = { value: string; rank: number }

/** The visitor's present company or named venture, as written; of two the later. */
export function findCompany(messages: readonly Message[], names: readonly NameHit[], person: string | undefined): string | null {
  const hits: Hit[] = []
  messages.forEach((message, at) => {
    const own = names.filter((hit) => hit.message === at)
    for (const sentence of message.sentences) {
      hits.push(...said(sentence), ...afterNames(sentence, own), ...correctedCompanies(sentence, hits))
      if (!hits.some((hit) => hit.rank > 1)) hits.push(...withForm(sentence))
    }
    if (hits.length === 0 && person !== undefined) hits.push(...bareCompany(message, person, own))
  })
  const best = Math.max(...hits.map((hit) => hit.rank))
  return hits.findLast((hit) => hit.rank === best)?.value ?? null
}

function said(sentence: Sentence): Hit[] {
  const hits: Array<Hit & { start: number }> = []
  for (const cue of cues) {
    for (const found of sentence.text.matchAll(cue.before)) {
      const before = sentence.text.slice(0, found.index)
      if (ofOthersAt.test(before) || (ofOthers.test(before) && !/\bnow\b[^,;]*$/i.test(before)) || negated.test(before)) continue
      if (/\b(?:client|customer|competitor|friend|previous|former|ex|old|last)\b/i.test(found[0])) continue
      const span = readCompany(sentence.text, found.index + found[0].length, cue.capitals)
      if (span === undefined || cue.after?.test(sentence.text.slice(span.end)) === false) continue
      if (!isAtCue(sentence.text, found.index + found[0].length, span) || isDescribed(sentence, span, found[0])) continue
      hits.push({ value: valueOf(sentence, span), rank: 2, start: span.start })
    }
  }
  return hits.sort((one, other) => one.start - other.start)
}

function isAtCue(text: string, end: number, span: Span): boolean {
  return /^[\s"'(@]*(?:(?:now|currently|actually|just)\s+)?(?:the )?["']?$/i.test(text.slice(end, span.start))
}

/** "my company is doing well", "our agency is legit and": small letters that go on like a sentence. */
function isDescribed(sentence: Sentence, span: Span, cue: string): boolean {
  const value = sentence.text.slice(span.start, span.end)
  if (/\p{Lu}/u.test(value) || !/(?:\bis|'s)\s+$/.test(cue) || /name/i.test(cue)) return false
  const rest = sentence.text.slice(span.end)
  const isCased = /\p{Lu}/u.test(sentence.text.replace(/^\s*\p{Lu}|\bI\b/gu, ''))
  return isCased || (!/^\s*(?:$|[,.!;]|and\b|we\b|but\b|in\b|based\b)/.test(rest))
}

function valueOf(sentence: Sentence, span: Span): string {
  return sentence.raw.slice(span.start, span.end)
}

const belonging = /^,?\s*(?:here\s+)?(?:from|at|with|of|@|representing|working (?:at|for|with)|who works at|on behalf of)\s+|^\s*(?:,|\||\/|-|\()\s*(?=[\p{Lu}\p{N}])/u

/** "Priya Nair from Bluepeak", "Priya Nair, Bluepeak Labs", "Priya (Bluepeak)". */
function afterNames(sentence: Sentence, names: readonly NameHit[]): Hit[] {
  return names.flatMap((name) => {
    if (name.sentence !== sentence.index || name.kind === 'signed') return []
    const link = belonging.exec(sentence.text.slice(name.end))?.[0]
    if (link === undefined) return []
    const isList = /^\s*[,|/(-]\s*$/.test(link)
    const span = readCompany(sentence.text, name.end + link.length, isList ? 'needed' : 'free')
    if (span === undefined || !isAtCue(sentence.text, name.end + link.length, span)) return []
    const value = valueOf(sentence, span)
    if (isList && !canBeListed(value, sentence.text.slice(span.end))) return []
    return [{ value, rank: isList ? 1 : 2 }]
  })
}

/** After a comma a word with a capital may be a role, a trade or a new clause. */
function canBeListed(value: string, rest: string): boolean {
  if (value.split(/\s+/).some((word) => companyWords.has(word.toLowerCase()))) return true
  if (value.split(/\s+/).some((word) => !canBeCompany(word) || functionWords.has(word.toLowerCase()))) return false
  return /^\s*(?:$|[,.;)\n|]|\uFFFC)/.test(rest)
}

const formed = new RegExp(String.raw`(?<![\p{L}\p{N}])((?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'&.-]*\s+(?:(?:&|and|of|de)\s+)?){1,5})(?=${legalForm.replaceAll('a-z', 'a-z')})`, 'giu')

/** Whatever carries a legal form: "Becker Logistik GmbH". */
function withForm(sentence: Sentence): Hit[] {
  const hits: Hit[] = []
  for (const found of sentence.text.matchAll(formed)) {
    const words = (found[1] ?? '').trimEnd()
    const before = sentence.text.slice(0, found.index)
    if (ofOthers.test(before) || negated.test(before)) continue
    const start = found.index + startOfName(words)
    const nameEnd = found.index + words.length
    const end = withLegalForm(sentence.text, nameEnd)
    if (end === nameEnd || start >= nameEnd) continue
    if (ofOthers.test(sentence.text.slice(0, start))) continue
    if (/\b(?:client|customer|competitor|vendor|supplier)s?\b/i.test(before)) continue
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
    if ((isCapitalName && isSmall) || isJoin || (!canBeCompany(found[0]) && !companyWords.has(found[0].toLowerCase()))) {
      start = found.index + found[0].length + 1
    }
  }
  return start
}

const restated = /(?:\b(?:sorry|actually|oops|correction|typo|i meant?|it's|it is|its|renamed to|now called|spelled|spelt)\b|\*)[\s,.:;!-]*(?:now\s+)?/gi

function correctedCompanies(sentence: Sentence, known: readonly Hit[]): Hit[] {
  const isAboutName = /\b(?:company|business|startup|brand|firm)(?:'s)?\b/i.test(sentence.text) && /\b(?:changed|renamed|wrong|new name|not|typo)\b/i.test(sentence.text)
  const last = known.at(-1)?.value
  return [...sentence.text.matchAll(restated)].flatMap((found) => {
    const end = found.index + found[0].length
    const span = readCompany(sentence.text, end, 'free')
    if (span === undefined || !isAtCue(sentence.text, end, span)) return []
    const value = valueOf(sentence, span)
    const isSimilar = last !== undefined && value.slice(0, 3).toLowerCase() === last.slice(0, 3).toLowerCase()
    return isSimilar || isAboutName ? [{ value, rank: 2 }] : []
  })
}

/** A reply of nothing but a company's name, once the person's is known. */
function bareCompany(message: Message, person: string, own: readonly NameHit[]): Hit[] {
  const sentence = message.sentences[0]
  if (sentence === undefined || message.sentences.length > 1 || /[?\uFFFC]/.test(message.text)) return []
  if (own.some((hit) => hit.kind !== 'bare' || person.includes(hit.value) || hit.value.includes(person))) return []
  const text = sentence.text
  const start = /^\s*(?:(?:it's|its|it is|yes|sure|ok)[\s,]+)*/i.exec(text)?.[0].length ?? 0
  const span = readCompany(text, start, 'free')
  if (span === undefined || span.start > start + 1 || !/^[.!]?\s*$/.test(text.slice(span.end))) return []
  const words = text.slice(span.start, span.end).split(/\s+/)
  if (words.some((word) => companyWords.has(word.toLowerCase())) && words.length > 1) return [{ value: valueOf(sentence, span), rank: 1 }]
  const isPlain = words.every((word) => canBeName(word, /^\p{Lu}/u.test(word)) && readName(word, 0) !== undefined)
  return isPlain && /^\p{Lu}/u.test(text.slice(span.start)) ? [{ value: valueOf(sentence, span), rank: 0 }] : []
}
