import type { Span } from './message.ts'
import {
  canBeCompany,
  companyWords,
  functionWords,
  industryWords,
  isDescription,
  isEveryday,
  isPlace,
  productWords,
} from './words.ts'

/** Legal forms as they are written after a name, long ones first. */
export const legalForm = String.raw`(?:(?:pvt|private)\.?\s?(?:ltd|limited)\b\.?|(?:pty|pte)\.? ltd\b\.?|sdn\.? bhd\b\.?|fz-?llc\b|fzco\b|fze\b|dmcc\b|l\.l\.c\.|llc\b|llp\b|inc\b\.?|incorporated\b|ltd\b\.?|limited\b|gmbh\b(?: & co\.? kg(?:aa)?\b)?|corp\b\.?|corporation\b|plc\b|co\.(?=\s|$|,)|b\.v\.|bv\b|n\.v\.|s\.a\.s?\.?(?=\s|$|,)|s\.r\.l\.|s\.p\.a\.|srl\b|sarl\b|oü|oy\b|ab\b|aps\b|kft\b|sp\.? z o\.? ?o\.?|s\.? ?r\.? ?o\.(?=\s|$|,)|d\.o\.o\.|a\.s\.|s\.l\.u?\.?|e\.v\.|e\.k\.|lda\b\.?|ltda\b\.?|sasu\b|eurl\b|k\.k\.|ag\b)`
const formAfter = new RegExp(String.raw`(?:,?\s{1,2}|,)\(?(?:opc\)\s?)?${legalForm}`, 'iy')
/** Forms that are ordinary words in small letters. */
const casedForm = /,? (?:AS|A\/S|SA|SAS|SL|SLU|KG|OHG|UG|SIA|UAB|Şti\.?|A\.Ş\.|SpA|AB|Oyj|OOO)(?![\p{L}\d])/uy
const companyToken = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}(?:[.-][\p{L}\p{N}][\p{L}\p{M}\p{N}'&+]{0,40}){0,4}/uy
const connector =
  / (?:&|\+|\/|'n'|n|de|of the|of|and|for the|for|do|da|du|del|la|le|el|y|e|et|und|by) (?=[\p{Lu}\p{N}])| ?& ?| (?=[\p{L}\p{N}])/uy
const lead =
  /[\s"'(@]{0,3}(?:(?:now|currently|actually|[Jj]ust) )?(?:[Mm]\/[Ss]\.? |[Mm]essrs\.? )?["']?(?:the (?=\p{Lu}))?["']?/uy
const longestCompany = 80

/** How much capitals tell: `needed` where small letters would be ordinary words, `free` where anything can follow. */
export type Capitals = 'needed' | 'free'

/** The company's name that starts at `from`, with its legal form; undefined when what stands there is none. */
export function readCompany(text: string, from: number, capitals: Capitals): Span | undefined {
  const start = from + lengthAt(lead, text, from)
  const end = runEnd(text, start, capitals)
  if (end === undefined || end - start > longestCompany) return undefined
  return isCompanyName(text.slice(start, end), text.slice(end, end + 30)) ? { start, end } : undefined
}

function lengthAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0].length ?? 0
}

/** With the legal form at `end`, if one stands there. A dot after `Pvt Ltd` or `LLC` ends the sentence, not the name. */
export function withLegalForm(text: string, end: number): number {
  const formEnd = end + (lengthAt(casedForm, text, end) || lengthAt(formAfter, text, end))
  if (formEnd === end) return end
  const second = lengthAt(casedForm, text, formEnd)
  const isSentenceDot = /(?:(?:pvt|private) ltd|llc|llp|limited|gmbh)\.$/i.test(text.slice(end, formEnd))
  return formEnd + second - (isSentenceDot && /^\s{0,2}(?:$|\n)/.test(text.slice(formEnd)) ? 1 : 0)
}

function runEnd(text: string, start: number, capitals: Capitals): number | undefined {
  let end: number | undefined
  let at = start
  let isCapitalRun = false
  for (let count = 0; count < 8; count += 1) {
    companyToken.lastIndex = at
    const word = companyToken.exec(text)?.[0].replace(/['+]$/, '')
    if (word === undefined) break
    const isCapital = /^[\p{Lu}\p{Lo}\p{N}]/u.test(word) || /^\p{Ll}{1,20}\p{Lu}/u.test(word)
    if (count === 0) isCapitalRun = isCapital
    if (!(isCapitalRun ? isInCapitals : isInSmall)(word, isCapital, count, capitals)) break
    end = at + word.length
    const formEnd = withLegalForm(text, end)
    if (formEnd > end) return formEnd
    const isAbbreviation = /^(?:st|mt|dr|ft|\p{Lu})$/iu.test(word) && /^\. \p{Lu}/u.test(text.slice(end, end + 3))
    const gap = isAbbreviation ? 2 : lengthAt(connector, text, end)
    const joint = text.slice(end, end + gap).trim()
    if (gap === 0 || (joint !== '' && !canJoin(text, joint, start, end + gap, isCapitalRun))) break
    at = end + gap
  }
  return end
}

const clauseWords = new Set(
  "i i'm we we're our my it it's is and the need looking want budget email phone please can could".split(' '),
)

function isInCapitals(word: string, isCapital: boolean, count: number, capitals: Capitals): boolean {
  const low = word.toLowerCase()
  if (isCapital) return count === 0 || !clauseWords.has(low)
  return count > 0 && capitals === 'free' && companyWords.has(low) && !functionWords.has(low) && low !== 'app'
}

function isInSmall(word: string, _isCapital: boolean, count: number, capitals: Capitals): boolean {
  return capitals === 'free' && count < 4 && (canBeCompany(word) || (count > 0 && companyWords.has(word.toLowerCase())))
}

/** "Smith and Sons", "Salt and Stone Bakery", "our charity, Water for Turkana", but not "Acme and Dave". */
function canJoin(text: string, joint: string, start: number, at: number, isCapitalRun: boolean): boolean {
  if (joint === '&') return true
  if (!isCapitalRun) return false
  const isCause = /(?:charity|ngo|non-?profit|campaign|initiative|foundation|called|named|organi[sz]ation),? $/i
  if (joint.startsWith('for') && isCause.test(text.slice(Math.max(0, start - 24), start))) return true
  if (!/^(?:and|for|by|y|e|et|und)/.test(joint)) return true
  const rest = /^(?:[\p{Lu}\p{N}][\p{L}\p{M}'&-]{0,30}\s?){1,3}/u.exec(text.slice(at, at + 60))?.[0] ?? ''
  const words = rest.toLowerCase().trim().split(/\s/)
  return (
    words.some((word) => companyWords.has(word)) ||
    withLegalForm(text, at + (words[0]?.length ?? 0)) > at + (words[0]?.length ?? 0)
  )
}

const generic =
  /^(?:mr|mrs|ms|dr|an?|home|night|scratch|day|work|school|college|university|hospital|bank|startup|company|agency|business|it|hr|products?|marketing|engineering|sales|operations|ops|growth|design|technology|innovation|tech|data|digital|finance|people|mnc|fortune|stealth|ai|web|software|ecommerce|saas|ceo|cto|founder|mvp|app|mobile|ios|android|asap|diy|b2b|b2c|linkedin|google|facebook|instagram|twitter|youtube|reddit|whatsapp|chatgpt|upwork|fiverr|clutch|esq|phd|md|cpa|mba|jr|sr|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|diwali|christmas|easter|q[1-4]|\d.{0,10})$/i
/** "5 lakhs", "10:30 pm", "20 people": a number with what it counts. */
const measured =
  /^\d[\d.,:]{0,8}k?\s?(?:am|pm|st|nd|rd|th|nok|sek|usd|eur|gbp|inr|aed|chf|lakhs?|lacs?|crores?|million|thousand|grand|euros?|dollars?|rs|rupees|bucks|people|users|weeks?|days?|months?|years?|pages?)\b|^\d+[.,]\d{3}\b/i
const noFirst =
  /^(?:i|i'm|we|we're|it|it's|this|that|there|what|how|my|our|your|no|not|yes|mvp|package|launch|plan|idea|project|seo|ui|api|crm|erp)$/

function isCompanyName(value: string, after: string): boolean {
  const parts = value.toLowerCase().split(' ')
  const first = parts[0] ?? ''
  const isCapital = !/^\p{Ll}/u.test(value)
  if (parts.length === 1 && (generic.test(value) || industryWords.has(first))) return false
  if (measured.test(value) || noFirst.test(first) || isPlace(value)) return false
  if (/^(?:mr|mrs|ms|miss|dr|prof)\b.{1,40} of /i.test(value) || /^ dot\b/i.test(after) || / dot /i.test(value))
    return false
  if (
    !isCapital &&
    (functionWords.has(first) ||
      parts.every((part) => productWords.has(part) || isDescription(part) || isEveryday(part)))
  )
    return false
  return (
    parts.length > 2 ||
    !/^(?:'s\b|\s?(?:users?|customers?|clients?|people|apps?|websites?|developers?|engineers?|integrations?|api)\b)/i.test(
      after,
    )
  )
}
