import { isCamelCase } from './bare-name.ts'
import { isEveryday } from './everyday-words.ts'
import type { Message } from './message.ts'
import type { NameHit } from './name-hit.ts'
import { readCompany } from './read-company.ts'
import { canBeCompany, companyWords, functionWords, productWords, toolWords } from './words.ts'

/** @property rank 2 where it is said to be theirs, 1 where it carries the marks of a firm, 0 where only its place tells */
export type CompanyHit = { value: string; rank: number }

const replyLead = /^\s*(?:(?:it's|its|it is|yes|sure|ok|okay|that's|we're|which company\?|company\?)[\s,]+)*/

/**
 * A reply or a line of nothing but a company's name. Words of a firm tell by themselves; any other needs the person's name
 * to be known, and in small letters to have been given just before.
 */
export function bareCompany(
  message: Message,
  person: string | undefined,
  own: readonly NameHit[],
  isJustNamed: boolean,
): CompanyHit[] {
  if (own.some((hit) => hit.kind !== 'bare' || (person !== undefined && sharesName(hit.value, person)))) return []
  return message.sentences.flatMap((sentence) => {
    if (/[?\uFFFC]/.test(sentence.text.replace(/^\s*which company\?/i, ''))) return []
    const text = sentence.text
    const start = replyLead.exec(sentence.low)?.[0].length ?? 0
    const span = readCompany(text, start, 'free')
    if (span === undefined || span.start > start + 1) return []
    const rest = text.slice(span.end)
    if (!/^[.!]?\s*$/.test(rest) && !(/^\s*(?:[,;|]|-\s)/.test(rest) && isFirm(text.slice(span.start, span.end))))
      return []
    const rank = bareRank(text.slice(span.start, span.end), message.sentences.length === 1, person, isJustNamed)
    return rank === undefined ? [] : [{ value: sentence.raw.slice(span.start, span.end), rank }]
  })
}

function sharesName(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one)
}

function bareRank(
  value: string,
  isAlone: boolean,
  person: string | undefined,
  isJustNamed: boolean,
): number | undefined {
  const words = value.split(/\s+/)
  const isCased = /^[\p{Lu}\p{N}]/u.test(value)
  const isThing = words.every(
    (word) => isEveryday(word) || isProductWord(word) || functionWords.has(word.toLowerCase()),
  )
  if (isThing || words.some((word) => productWords.has(word.toLowerCase()) && !isCased)) return undefined
  if (
    isFirm(value) &&
    isCased &&
    (canBeCompany(words[0] ?? '') || (words.length > 2 && words.every((word) => /^[\p{Lu}\d&]/u.test(word))))
  )
    return 1
  if (isAlone && isCamelCase(value) && words.length === 1 && !isProductWord(value) && !knownTools.test(value)) return 0
  if (!isAlone || person === undefined || sharesName(value, person)) return undefined
  if (isTitled(words)) return 0
  if (isFirm(value) && canBeCompany(words[0] ?? '')) return 1
  if (!words.every((word) => canBeCompany(word) && !isProductWord(word))) return undefined
  return isCased || (isJustNamed && words.some((word) => !isEveryday(word))) ? 0 : undefined
}

/** "The Good Loaf", "Hart & Hide": in capitals throughout, which a sentence is not. */
function isTitled(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.every((word) => /^(?:\p{Lu}\p{Ll}|&|of$|and$|\d)/u.test(word)) &&
    words.some(
      (word) => word === '&' || (!isEveryday(word) && !functionWords.has(word.toLowerCase()) && canBeCompany(word)),
    )
  )
}

/** What others make, which a reply can name as well. */
const knownTools =
  /^(?:quickbooks|mailchimp|woocommerce|wordpress|youtube|paypal|javascript|typescript|linkedin|tiktok|github|gitlab|hubspot|openai|chatgpt|bigcommerce|godaddy|clickup|phonepe|whatsapp|facebook|airbnb|mysql|nextjs|graphql|mongodb|powerbi|onedrive|sharepoint|salesforce|freshdesk|zendesk|doordash|prestashop|opencart|framer|sendgrid|buzzfeed|bluetooth|fastapi|coinbase|docusign|mindbody|booksy|opentable|savvycal)$/i

/** Several words of which one is a firm's: "Irfan Traders". */
export function isFirm(value: string): boolean {
  const words = value.split(/\s+/)
  return (
    words.length > 1 &&
    !/\b(?:play|app) store\b/i.test(value) &&
    words.some((word, at) => at > 0 && companyWords.has(word.toLowerCase()))
  )
}

function isProductWord(word: string): boolean {
  const lower = word.toLowerCase()
  return productWords.has(lower) || toolWords.has(lower)
}
