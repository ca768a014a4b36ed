import type { Message, Sentence, Span } from './message.ts'
import { settleName } from './name.ts'
import { bareCompany, type Capitals, type CompanyHit, isFirm, readCompany, withLegalForm } from './read-company.ts'
import type { NameHit } from './read-name.ts'
import { canBeCompany, companyWords } from './words.ts'

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
    const span = readCompany({ text, raw }, at, 'free')
    if (span === undefined) return []
    const { value } = span
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

function corrected({ text, low, raw }: Sentence, known: readonly CompanyHit[]): CompanyHit[] {
  const isAboutName = /\b(?:company|business|startup|brand|firm)\b.{0,40}\b(?:changed|renamed|wrong|new name)\b/.test(
    low,
  )
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
