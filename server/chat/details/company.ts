import type { Message, Sentence, Span } from './message.ts'
import { isCamelCase, type NameHit, settleName } from './name.ts'
import {
  canBeCompany,
  companyWords,
  functionWords,
  generic,
  isDescription,
  isEveryday,
  isPlace,
  isTrade,
  productWords,
  toolWords,
} from './words.ts'

export function findCompany(messages: readonly Message[], names: readonly NameHit[]): string | null {
  const hits: CompanyHit[] = []
  messages.forEach((message, index) => {
    const own = names.filter((hit) => hit.message === index)
    for (const sentence of message.sentences) {
      const claimed = [...said(sentence), ...calledOurs(sentence), ...afterNames(sentence, own)]
      const named = [...claimed, ...corrected(sentence, hits)]
      hits.push(...(named.length > 0 ? named : withForm(sentence)))
    }
    const person = settleName(names.filter((hit) => hit.message <= index))
    if (hits.length === 0) hits.push(...bareCompany(message, person, own))
  })
  const firms = hits.filter(({ value }) => !names.some((name) => name.kind !== 'likely' && name.value === value))
  const best = Math.max(...firms.map(({ rank }) => rank))
  return firms.findLast(({ rank }) => rank === best)?.value ?? null
}

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

const ofNow = /^[.;,\s]{0,2}(?:we|us) ?:|\bown |^(?:now|currently|to) /

function hitsAfter({ text, low, raw }: Sentence, pattern: RegExp, capitals: Capitals): Array<CompanyHit & Span> {
  return [...low.matchAll(pattern)].flatMap(({ index, 0: cue }) => {
    if (isOfOthers(low, index) && !ofNow.test(cue)) return []
    const span = readCompany({ text, raw }, index + cue.length, capitals)
    if (span === undefined || isDescribed(text, span, cue)) return []
    return [{ ...span, rank: 2 }]
  })
}

/** "my company is doing well": lowercase that continues like a sentence. */
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
    const span = readCompany({ text, raw }, at, 'free')
    if (span === undefined) return []
    const { value } = span
    if (link !== undefined) return [{ value, rank: 2 }]
    return isFirm(value) || canBeListed(value, text.slice(span.end), name.value) ? [{ value, rank: 1 }] : []
  })
}

/** After a comma, a capitalized word may be a role, a trade, a new clause, or the name again. */
function canBeListed(value: string, rest: string, name: string): boolean {
  const parts = value.split(' ')
  if (/^\p{Ll}/u.test(value) || !/^\s?(?:$|[,.;)\n|]|\uFFFC)/.test(rest)) return false
  return parts.every((part) => canBeCompany(part) && !name.split(' ').includes(part))
}

/** Anything with a legal form: "Becker Logistik GmbH". */
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
    const span = readCompany({ text, raw }, index + found.length, 'free')
    const claim = span === undefined ? undefined : isOurs.exec(low.slice(span.end))?.[0]
    if (span === undefined || claim === undefined) return []
    const { value } = span
    const isNamed = claim.includes('is ') ? /\p{Lu}| /u.test(value) : isFirm(value)
    return isNamed ? [{ value, rank: 2 }] : []
  })
}

const restated =
  /(?:\b(?:sorry|actually|oops|correction|typo|i meant?|it's|it is|its|renamed to|now called|spelled|spelt)\b|\*)[\s,.:;!-]{0,3}(?:now )?/g

const renamed = /\b(?:company|business|startup|brand|firm)\b.{0,40}\b(?:changed|renamed|wrong|new name)\b/

function corrected({ text, low, raw }: Sentence, known: readonly CompanyHit[]): CompanyHit[] {
  const isAboutName = renamed.test(low)
  const last = known.at(-1)?.value.slice(0, 3).toLowerCase()
  return [...low.matchAll(restated)].slice(0, 6).flatMap(({ index, 0: cue }) => {
    const span = readCompany({ text, raw }, index + cue.length, 'free')
    const isMeant = span !== undefined && (isAboutName || low.slice(span.start, span.start + 3) === last)
    return isMeant ? [{ value: span.value, rank: 2 }] : []
  })
}

const firm = `(?:biz|side ?hustle|compan(?:y|ies)|business|start[- ]?up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|(?:side ?)?project|co|nursery|rescue|garage|dealership|church|museum|theat(?:re|er)|library|society|trust|association|federation|club|hostel|pharmacy|lab|magazine|publisher|truck|diner|market|dairy|vineyard|florist|workshop|shelter|service|network|platform|app|festival|team|group)`
const role = `(?:(?:co-?)?founder|chief of staff|c[etomfi]o|cpo|md|[as]?vp|head|director|manager|(?:co-?)?owner|partner|president|treasurer|curator|headteacher|pastor|captain|organi[sz]er|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`
const own = `(?:run|runs|running|own|owns|have|manage|managing|operate|founded|co-?founded|started|starting|launched|launching|opened|opening|lead|head|build|building|created)`
const word = String.raw`[\p{L}\d&'-]{1,20}`

const free = [
  // I work at Bluepeak; we're from Bluepeak; we at Bluepeak
  /(?:^\s?|\b(?:i|we|who|me|and)(?:'m| am|'re| are)? (?:(?:currently|now|just|also) )?)(?:works?|working|employed) (?:at|for|@) /g,
  /\b(?:i'm|i am|im|we're|we are) (?:(?:here|writing|calling) )?(?:from|at|with|representing) |\b(?:we|us|here|team|job|guys) at /g,
  // founder of Bluepeak; head of growth at Bluepeak; CTO @Bluepeak
  `\\b${role}\\b(?: of (?:product|engineering|marketing|sales|operations|growth|design|technology|finance))?(?: (?!(?:of|at|for|with|in)\\b)${word}){0,2}(?: (?:of|at|for|with|here at) | ?@ ?)`,
  // company name - Bluepeak; my company is Bluepeak; a startup for scooters, called Zapka
  `\\b(?:${firm}|our)(?:'s)? name(?: is|'s| would be| ?[:=-]) ?(?:now )?`,
  `(?:^|[\\s,;(])${firm} ?(?:[:=]|-(?= )) ?`,
  `\\b(?:my|our|the|of) (?:${word} ){0,2}?${firm}(?:'s| is|(?: is| was)? (?:now )?(?:called|named|renamed(?: to)?|known as|registered as))(?: (?:called|named))? `,
  `\\b${firm}\\b(?: (?!called|named)${word}){0,6},? (?:(?:the|its|and the) )?(?:name is|name's|named|called) `,
  `\\b(?:i|we) (?:\\p{L}{1,15} ){0,2}?(?:${own}|help|volunteer|work)\\b[^.!?,;]{0,60}?\\b(?:called|named) `,
  /\b(?:we're|we are|it's|its|it is) called |\b(?:we|i) call (?:it|ourselves|us) /g,
]
const needed = [
  /\b(?:writing|calling|messaging|here|on behalf|i represent|we represent|representing) (?:(?:from|on behalf of|for|of) )?/g,
  // now doing my own thing: Batchbook; Competitors: Calendly. We: Slotify
  /(?:^\s?|[.;,] ?)(?:we|us) ?: |\b(?:my|our) (?:own (?:thing|venture|project|business|company|shop|label)|side ?(?:hustle|project|gig))(?: called)?(?: ?[:,] ?| )/g,
  `(?<!\\b(?:my|our|your) )\\b${role}\\b(?: (?:of )?(?!(?:of|at|for|with|in|from)\\b)${word}){0,3}(?:,| ?\\|| -|:) `,
  `\\b${firm}(?:'s)? (?:name|(?:ka|ki) naam(?: hai)?) `,
  // our little shop, Bluepeak; brand is Bluepeak; it's a brewery, Low Tide
  `\\b(?:my|our|the|of|this) (?:${word} ){0,2}?${firm}(?: ${firm})?,? `,
  `(?:^|[.,;(] ?|\\b${word} )(?:${firm}(?:'s| is| naam) |company,? )`,
  `\\b(?:it's|its|it is|got|have|we're|i'm|i am|i|for|from|at|of|is) (?:an?|my|our|the|this) (?:${word} ){0,4}?${firm}(?: (?:in|near|from) [\\p{L} ]{2,25})? ?[,(:-] ?`,
  /\b(?:known )?by (?:the )?name(?: of)? |\b(?:trad|operat|sell|regist|work|perform)\w{0,5}(?: \w{1,15}){0,3} (?:under|by|as)(?: the (?:name|brand)(?: of)?)? /g,
  // I run Bluepeak; I run a food truck, Masala Wheels
  `(?<!who )\\b${own} (?:(?:an?|the|my|our) (?:${word} ){0,3}${word}, )?`,
  /\b(?:we're|we are|we go by|now called|renamed to|rebranded (?:to|as)|trading as|doing business as|dba|t\/a) /g,
]
const ofFirm = [
  // proprietor Irfan Traders; NGO, Asha Kiran Foundation; the invoice should go to Penhallow Boatyard
  `\\b${role} `,
  /\b(?:it's|it is|this is|we are|we're|for|from|at|with|of) (?=the )|, |^\s?(?:(?:it's|this is) )?(?:for|from|at|with) /g,
  /\b(?:invoice|bill|contract|quote|it)\b[^.!?]{0,25}\bto |\b(?:my [\p{L}-]{1,20} is|name is|name's) /gu,
  /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? (?:at|with|for) /g,
]

const compiled = (all: ReadonlyArray<string | RegExp>) => all.map((pattern) => new RegExp(pattern, 'gu'))
const companyCues = { free: compiled(free), needed: compiled(needed), ofFirm: compiled(ofFirm) }

const legalForm =
  /(?:,?\s{1,2}|,)\(?(?:opc\)\s?)?(?:(?:pvt|private)\.?\s?(?:ltd|limited)\b\.?|(?:pty|pte)\.? ltd\b\.?|sdn\.? bhd\b\.?|fz-?llc\b|fzco\b|fze\b|dmcc\b|l\.l\.c\.|llc\b|llp\b|inc\b\.?|incorporated\b|ltd\b\.?|limited\b|gmbh\b(?: & co\.? kg(?:aa)?\b)?|corp\b\.?|corporation\b|plc\b|co\.(?=\s|$|,)|b\.v\.|bv\b|n\.v\.|s\.a\.s?\.?(?=\s|$|,)|s\.r\.l\.|s\.p\.a\.|srl\b|sarl\b|oü|oy\b|ab\b|aps\b|kft\b|sp\.? z o\.? ?o\.?|s\.? ?r\.? ?o\.(?=\s|$|,)|d\.o\.o\.|a\.s\.|s\.l\.u?\.?|e\.v\.|e\.k\.|lda\b\.?|ltda\b\.?|sasu\b|eurl\b|k\.k\.|ag\b)/iy
const casedForm = /,? (?:AS|A\/S|SA|SAS|SL|SLU|KG|OHG|UG|SIA|UAB|Şti\.?|A\.Ş\.|SpA|Oyj|OOO)(?![\p{L}\d])/uy
const companyToken = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}(?:[.-][\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}){0,4}/uy
const connector =
  / (?:&|\+|\/|'n'|n|de|of the|of|and|for the|for|do|da|du|del|la|le|el|y|e|et|und|by) (?=[\p{Lu}\p{N}])|\. (?=\p{Lu})| ?& ?| (?=[\p{L}\p{N}])/uy
const lead =
  /[\s"'(@]{0,3}(?:(?:now|currently|actually|[Jj]ust) )?(?:[Mm]\/[Ss]\.? |[Mm]essrs\.? )?["']?(?:the (?=\p{Lu}))?["']?/uy

/** `needed` if lowercase would be ordinary words, `free` if anything can follow. */
type Capitals = 'needed' | 'free'

function readCompany({ text, raw }: Pick<Sentence, 'text' | 'raw'>, from: number, capitals: Capitals) {
  const start = from + lengthAt(lead, text, from)
  const end = runEnd(text, start, capitals)
  return isCompanyName(text.slice(start, end)) ? { start, end, value: raw.slice(start, end) } : undefined
}

function lengthAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0].length ?? 0
}

function withLegalForm(text: string, end: number): number {
  return end + (lengthAt(casedForm, text, end) || lengthAt(legalForm, text, end))
}

function runEnd(text: string, start: number, capitals: Capitals): number {
  let end = start
  let at = start
  let isCapitalRun = false
  for (let count = 0; count < 8; count += 1) {
    companyToken.lastIndex = at
    const word = companyToken.exec(text)?.[0].replace(/['+]$/, '') ?? ''
    const low = word.toLowerCase()
    const isCapital = /^(?:[\p{Lu}\p{Lo}\p{N}]|\p{Ll}{1,20}\p{Lu})/u.test(word)
    if (count === 0) isCapitalRun = isCapital
    const isOfFirm = count > 0 && companyWords.has(low)
    const canBelong = isCapital
      ? isCapitalRun
      : capitals === 'free' && (isOfFirm || (!isCapitalRun && canBeCompany(word)))
    if (word === '' || !canBelong) break
    end = at + word.length
    const formEnd = withLegalForm(text, end)
    if (formEnd > end) return formEnd
    const gap = lengthAt(connector, text, end)
    const joint = text.slice(end, end + gap).trim()
    if (gap === 0 || !canJoin(text, joint, word, end + gap, isCapitalRun)) break
    at = end + gap
  }
  return end
}

/** "St. Marks", "Smith and Sons", "Salt and Stone Bakery", but not "Acme and Dave". */
function canJoin(text: string, joint: string, word: string, at: number, isCapitalRun: boolean): boolean {
  if (joint === '.') return /^(?:st|mt|dr|ft|\p{Lu})$/iu.test(word)
  if (joint === '' || joint === '&') return true
  if (!isCapitalRun) return false
  if (!/^(?:and|for|by|y|e|et|und)/.test(joint)) return true
  const rest = text.slice(at, at + 60).split(/[^\p{L}\p{M}\p{N}'&-]/u, 3)
  return rest.some((next) => companyWords.has(next.toLowerCase()))
}

function isCompanyName(value: string): boolean {
  const parts = value.toLowerCase().split(' ')
  const first = parts[0] ?? ''
  if (
    value === '' ||
    (first !== 'the' && functionWords.has(first)) ||
    isPlace(value) ||
    /^(?:[Qq][1-4]$|\d[^\p{Lu}]*$)/u.test(value)
  )
    return false
  if (parts.length === 1 && (generic.has(first) || isTrade(first))) return false
  const isPlain = (part: string) => productWords.has(part) || isDescription(part) || isEveryday(part)
  return !/^\p{Ll}/u.test(value) || !parts.every(isPlain)
}

/** `rank` is 2 if it's said to be theirs, 1 if it looks like a company, 0 if only its place suggests it. */
type CompanyHit = { value: string; rank: number }

const replyLead = /^\s?(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're)[\s,]{1,2}){0,2}/

/** A reply or line of just a company's name. Unless it looks like one, the person's name must be known. */
function bareCompany({ sentences }: Message, person: string | undefined, own: readonly NameHit[]): CompanyHit[] {
  if (own.some((hit) => hit.kind !== 'likely' || hit.value === person)) return []
  return sentences.flatMap(({ text, low, raw }) => {
    if (/[?\uFFFC]/.test(text)) return []
    const span = readCompany({ text, raw }, replyLead.exec(low)?.[0].length ?? 0, 'free')
    if (span === undefined) return []
    const value = text.slice(span.start, span.end)
    const rest = text.slice(span.end)
    if (!/^[.!]?\s{0,2}$|^ ?(?:[,;|]|- )/.test(rest)) return []
    const rank = rankOf(value, sentences.length === 1, person)
    return rank === undefined ? [] : [{ value: span.value, rank }]
  })
}

function rankOf(value: string, isAlone: boolean, person: string | undefined): number | undefined {
  const parts = value.split(' ')
  const isCased = /^[\p{Lu}\p{N}]/u.test(value)
  if (isFirm(value) && isCased && canBeCompany(parts[0] ?? '')) return 1
  if (isAlone && isCamelCase(value)) return 0
  if (!isAlone || person === undefined) return undefined
  if (parts.length > 1 && parts.every((part) => /^(?:\p{Lu}\p{Ll}|&|of$|and$|\d)/u.test(part))) return 0
  const isProduct = (word: string) => productWords.has(word) || toolWords.has(word)
  const isOrdinary = parts.some((part) => !canBeCompany(part) || isProduct(part.toLowerCase()))
  return !isOrdinary && (isCased || isFirm(value)) ? 0 : undefined
}

function isFirm(value: string): boolean {
  return !/ store$/i.test(value) && value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
}
