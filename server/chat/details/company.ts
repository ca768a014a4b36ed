import { type Capitals, endOfLegalForm, findCompanySpan } from './company-span.ts'
import type { ParsedMessage, Sentence, Span } from './message.ts'
import { isCamelCase, type NameCandidate, resolveName } from './name.ts'
import { canBeCompany, companyWords, productWords, toolWords } from './words.ts'

/** `score` is 2 if it's called theirs, 1 if it looks like a company, 0 if only its position suggests it. */
type CompanyCandidate = { value: string; score: number }

/** The visitor's own company, as written. */
export function findCompany(messages: readonly ParsedMessage[], names: readonly NameCandidate[]): string | null {
  const candidates: CompanyCandidate[] = []
  messages.forEach((message, index) => {
    const own = names.filter((name) => name.message === index)
    for (const sentence of message.sentences) {
      const claimed = [
        ...statedCompanies(sentence),
        ...claimedCompanies(sentence),
        ...companiesAfterNames(sentence, own),
      ]
      const named = [...claimed, ...correctedCompanies(sentence, candidates)]
      candidates.push(...(named.length > 0 ? named : companiesWithLegalForm(sentence)))
    }
    const person = resolveName(names.filter((name) => name.message <= index))
    if (candidates.length === 0) candidates.push(...replyCompany(message, person, own))
  })
  const companies = candidates.filter(
    ({ value }) => !names.some((name) => name.kind !== 'likely' && name.value === value),
  )
  const best = Math.max(...companies.map(({ score }) => score))
  return companies.findLast(({ score }) => score === best)?.value ?? null
}

function statedCompanies(sentence: Sentence): CompanyCandidate[] {
  const candidates = [
    ...companyCues.anyCase.flatMap((cue) => candidatesAfter(sentence, cue, 'optional')),
    ...companyCues.capitalized.flatMap((cue) => candidatesAfter(sentence, cue, 'required')),
    ...companyCues.withCompanyWord.flatMap((cue) =>
      candidatesAfter(sentence, cue, 'required').filter(({ value }) => hasCompanyWord(value)),
    ),
  ]
  return candidates.sort((one, other) => one.start - other.start)
}

const currentBefore = /^[.;,\s]{0,2}(?:we|us) ?:|\bown |^(?:now|currently|to) /

function candidatesAfter(
  { text, lower, original }: Sentence,
  pattern: RegExp,
  capitals: Capitals,
): Array<CompanyCandidate & Span> {
  return [...lower.matchAll(pattern)].flatMap(({ index, 0: cue }) => {
    if (belongsToOthers(lower, index) && !currentBefore.test(cue)) return []
    const span = findCompanySpan({ text, original }, index + cue.length, capitals)
    if (span === undefined || isDescribed(text, span, cue)) return []
    return [{ ...span, score: 2 }]
  })
}

const othersBefore =
  /\b(?:used to|previously|formerly|former|ex-?|earlier|worked|left|quit|before|clients?|customers?|competitors?|vendors?|suppliers?|such as|similar to|like|unlike|friend|brother|husband|wife|cousin|he|she|his|her|their|until|last|old|was|were|your|alternative to)\b[^,;:]{0,25}$|\b(?:once|years ago)\b[^,;.]{0,12}$|\b(?:not|isn't|no longer|instead of|rather than|never) (?:(?:at|for|called) )?$/

function belongsToOthers(lower: string, at: number): boolean {
  return othersBefore.test(lower.slice(Math.max(0, at - 80), at).replace(/^.*\bnow\b/, ''))
}

/** "my company is doing well": lowercase that continues like a sentence. */
function isDescribed(text: string, { start, end }: Span, cue: string): boolean {
  if (/\p{Lu}/u.test(text.slice(start, end)) || !/(?<!name)(?: is|'s) $/.test(cue)) return false
  return (
    /.\p{Lu}/u.test(text.replace(/\bI\b/g, '')) || !/^\s?(?:$|[,.!;]|(?:and|we|but|in|based)\b)/.test(text.slice(end))
  )
}

const affiliation =
  /^(?:,? ?(?:(?:here|this side|speaking),? )?(?:from|at|with|of|@|von der|von|vom|de la|de|du|representing|working (?:at|for|with)|on behalf of) | w\/ ?)/
const separator = /^(?:,? (?:here|this side|speaking)\b)? ?(?:,|\||\/|-|\() ?/

/** "Priya Nair from Bluepeak", "Priya Nair, Bluepeak Labs", "Priya (Bluepeak)", "asha rao, foo labs". */
function companiesAfterNames({ text, original, index }: Sentence, names: readonly NameCandidate[]): CompanyCandidate[] {
  return names.flatMap((name) => {
    const rest = text.slice(name.end)
    const link = affiliation.exec(rest)?.[0]
    const at = name.end + (link ?? separator.exec(rest)?.[0] ?? '').length
    if (name.sentence !== index || at === name.end) return []
    const span = findCompanySpan({ text, original }, at, 'optional')
    if (span === undefined) return []
    const { value } = span
    if (link !== undefined) return [{ value, score: 2 }]
    return hasCompanyWord(value) || canFollowName(value, text.slice(span.end), name.value) ? [{ value, score: 1 }] : []
  })
}

/** After a comma, a capitalized word may be a role, a trade, a new clause, or the name again. */
function canFollowName(value: string, rest: string, name: string): boolean {
  const parts = value.split(' ')
  if (/^\p{Ll}/u.test(value) || !/^\s?(?:$|[,.;)\n|]|\uFFFC)/.test(rest)) return false
  return parts.every((part) => canBeCompany(part) && !name.split(' ').includes(part))
}

/** Anything with a legal form: "Becker Logistik GmbH". */
function companiesWithLegalForm({ text, lower, original }: Sentence): CompanyCandidate[] {
  return [...text.matchAll(/(?<=[\p{L}\p{N}]),? (?=\p{L})/gu)].flatMap(({ index }) => {
    const end = endOfLegalForm(text, index)
    if (end === index) return []
    const before = text.slice(Math.max(0, index - 80), index).split(/[\s,;:()]/)
    const name = before.slice(before.findLastIndex((word) => !canBePartOfName(word)) + 1).join(' ')
    const start = index - name.replace(/^(?:and|of|de|&) /, '').length
    return start === index || belongsToOthers(lower, start) ? [] : [{ value: original.slice(start, end), score: 1 }]
  })
}

function canBePartOfName(word: string): boolean {
  const isNamed = /^[\p{Lu}\p{N}]/u.test(word) && (canBeCompany(word) || companyWords.has(word.toLowerCase()))
  return isNamed || /^(?:&|and|of|de)$/.test(word)
}

const ownCompanyAfter =
  /^(?:'s| is)(?: (?:the|our|my) (?:(?:own|small|little|new|family) )?(?:biz|company|business|startup|firm|agency|brand|shop|store|studio|venture|organi[sz]ation|ngo|charity|label|bakery|cafe|restaurant|farm|hotel|gym|salon|practice|clinic)(?: name)?| what (?:we're|we are|it's|it is|i) (?:called|call it|named))\s?(?:$|[,.!;]|and\b)|^,? (?:here|this side)\b/

/** "Kellerbau is our company"; "I make maple syrup, Sugarhouse 9 is the brand"; "Lee & Sons Plumbing here". */
function claimedCompanies({ text, lower, original }: Sentence): CompanyCandidate[] {
  const starts = [...lower.matchAll(/(?:^|[,;]|\band|\b(?:hi|hello|hey)\b[,!]?)\s?(?=[\p{L}\p{N}])/gu)].slice(0, 6)
  return starts.flatMap(({ index, 0: found }) => {
    const span = findCompanySpan({ text, original }, index + found.length, 'optional')
    const claim = span === undefined ? undefined : ownCompanyAfter.exec(lower.slice(span.end))?.[0]
    if (span === undefined || claim === undefined) return []
    const { value } = span
    const isNamed = claim.includes('is ') ? /\p{Lu}| /u.test(value) : hasCompanyWord(value)
    return isNamed ? [{ value, score: 2 }] : []
  })
}

const correctionCue =
  /(?:\b(?:sorry|actually|oops|correction|typo|i meant?|it's|it is|its|renamed to|now called|spelled|spelt)\b|\*)[\s,.:;!-]{0,3}(?:now )?/g

const renamedCompany = /\b(?:company|business|startup|brand|firm)\b.{0,40}\b(?:changed|renamed|wrong|new name)\b/

function correctedCompanies(
  { text, lower, original }: Sentence,
  known: readonly CompanyCandidate[],
): CompanyCandidate[] {
  const isAboutName = renamedCompany.test(lower)
  const last = known.at(-1)?.value.slice(0, 3).toLowerCase()
  return [...lower.matchAll(correctionCue)].slice(0, 6).flatMap(({ index, 0: cue }) => {
    const span = findCompanySpan({ text, original }, index + cue.length, 'optional')
    const isMeant = span !== undefined && (isAboutName || lower.slice(span.start, span.start + 3) === last)
    return isMeant ? [{ value: span.value, score: 2 }] : []
  })
}

const companyNoun = `(?:biz|side ?hustle|compan(?:y|ies)|business|start[- ]?up|firm|agency|venture|brand|shop|store|studio|clinic|restaurant|organi[sz]ation|org|ngo|non-?profit|charity|school|practice|enterprise|consultancy|gym|salon|bakery|cafe|café|hotel|boutique|label|brewery|winery|farm|gallery|academy|foundation|institute|collective|co-?op|bistro|spa|factory|hospital|employer|(?:side ?)?project|co|nursery|rescue|garage|dealership|church|museum|theat(?:re|er)|library|society|trust|association|federation|club|hostel|pharmacy|lab|magazine|publisher|truck|diner|market|dairy|vineyard|florist|workshop|shelter|service|network|platform|app|festival|team|group)`
const role = `(?:(?:co-?)?founder|chief of staff|c[etomfi]o|cpo|md|[as]?vp|head|director|manager|(?:co-?)?owner|partner|president|treasurer|curator|headteacher|pastor|captain|organi[sz]er|lead|principal|chair(?:man|woman|person)?|proprietor|officer|coordinator|assistant|secretary|consultant|engineer|developer|designer|marketer|analyst|accountant|executive|administrator|trustee|intern|pm|editor|teacher|employee)`
const ownVerb = `(?:run|runs|running|own|owns|have|manage|managing|operate|founded|co-?founded|started|starting|launched|launching|opened|opening|lead|head|build|building|created)`
const anyWord = String.raw`[\p{L}\d&'-]{1,20}`

const anyCaseCues = [
  // I work at Bluepeak; we're from Bluepeak; we at Bluepeak
  /(?:^\s?|\b(?:i|we|who|me|and)(?:'m| am|'re| are)? (?:(?:currently|now|just|also) )?)(?:works?|working|employed) (?:at|for|@) /g,
  /\b(?:i'm|i am|im|we're|we are) (?:(?:here|writing|calling) )?(?:from|at|with|representing) |\b(?:we|us|here|team|job|guys) at /g,
  // founder of Bluepeak; head of growth at Bluepeak; CTO @Bluepeak
  `\\b${role}\\b(?: of (?:product|engineering|marketing|sales|operations|growth|design|technology|finance))?(?: (?!(?:of|at|for|with|in)\\b)${anyWord}){0,2}(?: (?:of|at|for|with|here at) | ?@ ?)`,
  // company name - Bluepeak; my company is Bluepeak; a startup for scooters, called Zapka
  `\\b(?:${companyNoun}|our)(?:'s)? name(?: is|'s| would be| ?[:=-]) ?(?:now )?`,
  `(?:^|[\\s,;(])${companyNoun} ?(?:[:=]|-(?= )) ?`,
  `\\b(?:my|our|the|of) (?:${anyWord} ){0,2}?${companyNoun}(?:'s| is|(?: is| was)? (?:now )?(?:called|named|renamed(?: to)?|known as|registered as))(?: (?:called|named))? `,
  `\\b${companyNoun}\\b(?: (?!called|named)${anyWord}){0,6},? (?:(?:the|its|and the) )?(?:name is|name's|named|called) `,
  `\\b(?:i|we) (?:\\p{L}{1,15} ){0,2}?(?:${ownVerb}|help|volunteer|work)\\b[^.!?,;]{0,60}?\\b(?:called|named) `,
  /\b(?:we're|we are|it's|its|it is) called |\b(?:we|i) call (?:it|ourselves|us) /g,
]
const capitalizedCues = [
  /\b(?:writing|calling|messaging|here|on behalf|i represent|we represent|representing) (?:(?:from|on behalf of|for|of) )?/g,
  // now doing my own thing: Batchbook; Competitors: Calendly. We: Slotify
  /(?:^\s?|[.;,] ?)(?:we|us) ?: |\b(?:my|our) (?:own (?:thing|venture|project|business|company|shop|label)|side ?(?:hustle|project|gig))(?: called)?(?: ?[:,] ?| )/g,
  `(?<!\\b(?:my|our|your) )\\b${role}\\b(?: (?:of )?(?!(?:of|at|for|with|in|from)\\b)${anyWord}){0,3}(?:,| ?\\|| -|:) `,
  `\\b${companyNoun}(?:'s)? (?:name|(?:ka|ki) naam(?: hai)?) `,
  // our little shop, Bluepeak; brand is Bluepeak; it's a brewery, Low Tide
  `\\b(?:my|our|the|of|this) (?:${anyWord} ){0,2}?${companyNoun}(?: ${companyNoun})?,? `,
  `(?:^|[.,;(] ?|\\b${anyWord} )(?:${companyNoun}(?:'s| is| naam) |company,? )`,
  `\\b(?:it's|its|it is|got|have|we're|i'm|i am|i|for|from|at|of|is) (?:an?|my|our|the|this) (?:${anyWord} ){0,4}?${companyNoun}(?: (?:in|near|from) [\\p{L} ]{2,25})? ?[,(:-] ?`,
  /\b(?:known )?by (?:the )?name(?: of)? |\b(?:trad|operat|sell|regist|work|perform)\w{0,5}(?: \w{1,15}){0,3} (?:under|by|as)(?: the (?:name|brand)(?: of)?)? /g,
  // I run Bluepeak; I run a food truck, Masala Wheels
  `(?<!who )\\b${ownVerb} (?:(?:an?|the|my|our) (?:${anyWord} ){0,3}${anyWord}, )?`,
  /\b(?:we're|we are|we go by|now called|renamed to|rebranded (?:to|as)|trading as|doing business as|dba|t\/a) /g,
]
const companyWordCues = [
  // proprietor Irfan Traders; NGO, Asha Kiran Foundation; the invoice should go to Penhallow Boatyard
  `\\b${role} `,
  /\b(?:it's|it is|this is|we are|we're|for|from|at|with|of) (?=the )|, |^\s?(?:(?:it's|this is) )?(?:for|from|at|with) /g,
  /\b(?:invoice|bill|contract|quote|it)\b[^.!?]{0,25}\bto |\b(?:my [\p{L}-]{1,20} is|name is|name's) /gu,
  /\b(?:i'm|i am) (?:the|an?) [^.,!?;]{1,40}? (?:at|with|for) /g,
]

const compileCues = (patterns: ReadonlyArray<string | RegExp>) => patterns.map((pattern) => new RegExp(pattern, 'gu'))
const companyCues = {
  anyCase: compileCues(anyCaseCues),
  capitalized: compileCues(capitalizedCues),
  withCompanyWord: compileCues(companyWordCues),
}

const replyStart = /^\s?(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're)[\s,]{1,2}){0,2}/

/** A reply or line of just a company's name. Unless it looks like one, the person's name must be known. */
function replyCompany(
  { sentences }: ParsedMessage,
  person: string | undefined,
  own: readonly NameCandidate[],
): CompanyCandidate[] {
  if (own.some((name) => name.kind !== 'likely' || name.value === person)) return []
  return sentences.flatMap(({ text, lower, original }) => {
    if (/[?\uFFFC]/.test(text)) return []
    const span = findCompanySpan({ text, original }, replyStart.exec(lower)?.[0].length ?? 0, 'optional')
    if (span === undefined) return []
    const value = text.slice(span.start, span.end)
    const rest = text.slice(span.end)
    if (!/^[.!]?\s{0,2}$|^ ?(?:[,;|]|- )/.test(rest)) return []
    const score = scoreReply(value, sentences.length === 1, person)
    return score === undefined ? [] : [{ value: span.value, score }]
  })
}

function scoreReply(value: string, isAlone: boolean, person: string | undefined): number | undefined {
  const parts = value.split(' ')
  const isCased = /^[\p{Lu}\p{N}]/u.test(value)
  if (hasCompanyWord(value) && isCased && canBeCompany(parts[0] ?? '')) return 1
  if (isAlone && isCamelCase(value)) return 0
  if (!isAlone || person === undefined) return undefined
  if (parts.length > 1 && parts.every((part) => /^(?:\p{Lu}\p{Ll}|&|of$|and$|\d)/u.test(part))) return 0
  const isProduct = (word: string) => productWords.has(word) || toolWords.has(word)
  const isOrdinary = parts.some((part) => !canBeCompany(part) || isProduct(part.toLowerCase()))
  return !isOrdinary && (isCased || hasCompanyWord(value)) ? 0 : undefined
}

function hasCompanyWord(value: string): boolean {
  return !/ store$/i.test(value) && value.split(' ').some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
}
