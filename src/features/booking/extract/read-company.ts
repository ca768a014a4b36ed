import { isEveryday } from './everyday-words.ts'
import type { Span } from './message.ts'
import { isPlace } from './places.ts'
import { canBeCompany, companyWords, functionWords, industryWords, isDescription, productWords } from './words.ts'

/** Legal forms as they are written after a name, long ones first. */
export const legalForm = String.raw`(?:(?:pvt|private)\.?\s*(?:ltd|limited)\b\.?|pty\.? ltd\b\.?|pte\.? ltd\b\.?|sdn\.? bhd\b\.?|fz-?llc\b|fzco\b|fze\b|dmcc\b|l\.l\.c\.|llc\b|llp\b|inc\b\.?|incorporated\b|ltd\b\.?|limited\b|gmbh\b(?: & co\.? kg(?:aa)?\b)?|corp\b\.?|corporation\b|plc\b|co\.(?=\s|$|,)|b\.v\.|bv\b|n\.v\.|s\.a\.s?\.?(?=\s|$|,)|s\.r\.l\.|s\.p\.a\.|spa\b(?=[.,]?\s*$)|srl\b|sarl\b|oü|oy\b|ab\b|aps\b|kft\b|sp\.? z o\.? ?o\.?|s\.? ?r\.? ?o\.(?=\s|$|,)|d\.o\.o\.|a\.s\.|s\.l\.u?\.?|e\.v\.|e\.k\.|lda\b\.?|ltda\b\.?|sasu\b|eurl\b|k\.k\.|ag\b|opc\b)`

const formAfter = new RegExp(String.raw`^(?:,?\s+|,)\(?(?:opc\)\s*)?${legalForm}`, 'i')
const companyToken = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]*(?:[.-][\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]*)*!?/uy
const connector =
  /^ (?:&|\+|\/|'n'|n|de|of the|of|and|for the|for|do|da|du|del|la|le|el|y|e|et|und|by) (?=[\p{Lu}\p{N}])|^ ?& ?|^ (?=[\p{L}\p{N}])/u
const longestCompany = 80

/** How much capitals tell: `needed` where small letters would be ordinary words, `free` where anything can follow. */
export type Capitals = 'needed' | 'free'

/** The company's name that starts at `from`, with its legal form; undefined when what stands there is none. */
export function readCompany(text: string, from: number, capitals: Capitals): Span | undefined {
  const start = skipTo(text, from)
  const end = runEnd(text, start, capitals)
  if (end === undefined) return undefined
  const value = text.slice(start, end)
  return value.length > longestCompany || !isCompanyName(value, text, end) ? undefined : { start, end }
}

/** Forms that are ordinary words in small letters; and what follows another form: "Ltd. Şti.". */
const casedForm =
  /^,? (?:AS|A\/S|SA|SAS|SL|SLU|KG|OHG|UG|SIA|UAB|Şti\.?|A\.Ş\.|SpA|AB|Oyj|EOOD|OOO|Zrt\.?)(?![\p{L}\d])/u

/** With the legal form at `end`, if one stands there. A dot after `Pvt Ltd` or `LLC` ends the sentence, not the name. */
export function withLegalForm(text: string, end: number): number {
  const cased = casedForm.exec(text.slice(end, end + 12))?.[0]
  if (cased !== undefined) return end + cased.length
  const form = formAfter.exec(text.slice(end, end + 40))?.[0]
  if (form === undefined) return end
  const second = casedForm.exec(text.slice(end + form.length, end + form.length + 12))?.[0]
  if (second !== undefined) return end + form.length + second.length
  const endsSentence = /^\s*(?:$|\n|\s\p{Lu})/u.test(text.slice(end + form.length))
  const isSentenceDot = endsSentence && /(?:(?:pvt|private) (?:ltd|limited)|llc|llp|limited|gmbh)\.$/i.test(form)
  return end + form.length - (isSentenceDot ? 1 : 0)
}

function skipTo(text: string, from: number): number {
  const lead =
    /^[\s"'(@]*(?:(?:now|currently|actually|[Jj]ust)\s+)?(?:[Mm]\/[Ss]\.?\s+|[Mm]essrs\.?\s+)?["']?(?:the (?=[\p{Lu}]))?["']?/u.exec(
      text.slice(from, from + 40),
    )
  return from + (lead?.[0].length ?? 0)
}

/** "our charity, Water for Turkana". */
const causeBefore =
  /(?:organi[sz]ation|charity|ngo|non-?profit|campaign|initiative|movement|foundation|called|named),?\s+$/i

function runEnd(text: string, start: number, capitals: Capitals): number | undefined {
  let end: number | undefined
  let at = start
  let isCapitalRun = false
  for (let count = 0; count < 8; count += 1) {
    companyToken.lastIndex = at
    const word = companyToken.exec(text)?.[0].replace(/[!'+]+$/, '')
    if (word === undefined || word === '') break
    const isCapital = /^[\p{Lu}\p{Lo}\p{N}]/u.test(word) || /^\p{Ll}+\p{Lu}/u.test(word)
    if (count === 0) isCapitalRun = isCapital
    if (!isRunWord(word, isCapital, count, isCapitalRun, capitals)) break
    end = at + word.length
    if (end !== withLegalForm(text, end)) return withLegalForm(text, end)
    const gap =
      (/^(?:st|mt|dr|mr|mrs|ft|\p{Lu})$/iu.test(word) ? /^\. (?=\p{Lu})/u.exec(text.slice(end, end + 3)) : null)?.[0] ??
      connector.exec(text.slice(end, end + 12))?.[0]
    const isCause = /^ for /.test(gap ?? '') && causeBefore.test(text.slice(Math.max(0, start - 24), start))
    if (
      gap === undefined ||
      (!isCause && /^ (?:and|for|by|y|e|et|und)/.test(gap) && !joinsNames(text, end + gap.length))
    )
      break
    if (!isCapitalRun && gap.trim() !== '' && gap.trim() !== '&') break
    at = end + gap.length
  }
  return end
}

function isRunWord(
  word: string,
  isCapital: boolean,
  count: number,
  isCapitalRun: boolean,
  capitals: Capitals,
): boolean {
  const lower = word.toLowerCase()
  if (isCapitalRun) {
    if (!isCapital)
      return count > 0 && companyWords.has(lower) && !functionWords.has(lower) && capitals === 'free' && lower !== 'app'
    return (
      count === 0 ||
      !/^(?:i|i'm|we|we're|our|my|it|it's|is|and|the|need|looking|want|budget|email|phone|please|can|could)$/i.test(
        word,
      )
    )
  }
  if (capitals === 'needed' || count > 3) return false
  return canBeCompany(word) || (count > 0 && companyWords.has(lower))
}

/** "Smith and Sons", "Salt and Stone Bakery", but not "Acme and Dave". */
function joinsNames(text: string, at: number): boolean {
  const rest = /^(?:[\p{Lu}\p{N}][\p{L}\p{M}'&-]*\s*){1,3}/u.exec(text.slice(at, at + 60))?.[0] ?? ''
  return (
    rest.split(/\s+/).some((word) => companyWords.has(word.toLowerCase()) || /^(?:daughters?|finch|co)$/i.test(word)) ||
    new RegExp(String.raw`^[\p{L}'-]+,?\s+${legalForm}`, 'iu').test(text.slice(at, at + 60))
  )
}

const genericCompany =
  /^(?:mr|mrs|ms|dr|an?|my|our|your|their|his|her|this|that|some|several|home|night|scratch|day|work|school|college|university|hospital|bank|startup|company|agency|business|corporate|it|hr|product|products|marketing|engineering|sales|operations|ops|growth|design|technology|tech|data|digital|finance|people|innovation|strategy|mnc|fortune|stealth|ai|web|software|ecommerce|e-commerce|saas|ceo|cto|founder|mvp|app|mobile|ios|android|asap|diy|b2b|b2c|india'?s|undecided|pending|secret|yourself|linkedin|google|facebook|instagram|twitter|youtube|reddit|whatsapp|chatgpt|upwork|fiverr|clutch|esq|phd|md|cpa|mba|jr|sr)$/i
const dated =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|diwali|christmas|easter|q[1-4]|\d+(?:[-.,:k]\w*)?)$/i

function isCompanyName(value: string, text: string, end: number): boolean {
  const parts = value.split(/\s+/)
  const first = (parts[0] ?? '').toLowerCase()
  if (parts.length === 1 && (genericCompany.test(value) || dated.test(value) || industryWords.has(first))) return false
  if (
    /^\d+[.,]\d{3}\b|^\d[\d.,]*k?\s+(?:nok|sek|dkk|usd|eur|gbp|inr|aed|chf|pln|lakhs?|lacs?|crores?|mila|million|thousand|grand|euros?|dollars?|rs|rupees|bucks|people|users|weeks?|days?|months?|years?|pages?)\b/i.test(
      value,
    )
  )
    return false
  if (/^\d{1,2}(?::\d\d)?\s?(?:am|pm|st|nd|rd|th)\b/i.test(value)) return false
  if (/^(?:mr|mrs|ms|miss|dr|prof)\b.* of /i.test(value)) return false
  if (/^(?:mvp|package|launch|plan|idea|project|seo|ui|api|crm|erp)$/.test(first)) return false
  if (isPlace(value) || isPlace(value.replace(/'s$/, ''))) return false
  if (functionWords.has(first) && !/^\p{Lu}/u.test(value)) return false
  if (/^(?:i|i'm|we|we're|it|it's|this|that|there|what|how|my|our|your|no|not|yes|an?)$/i.test(first)) return false
  if (parts.length === 1 && isDescription(value) && !/^\p{Lu}/u.test(value)) return false
  if (
    /^\p{Ll}/u.test(value) &&
    (/^(?:a|an|in|very)$/.test(first) ||
      parts.every((part) => productWords.has(part.toLowerCase()) || isDescription(part) || isEveryday(part)))
  )
    return false
  if (/^ dot\b/i.test(text.slice(end)) || / dot /i.test(value)) return false
  return (
    !/^(?:'s\b|\s*(?:users?|customers?|clients?|people|apps?|websites?|developers?|engineers?|integrations?|api)\b)/i.test(
      text.slice(end),
    ) || parts.length > 2
  )
}
