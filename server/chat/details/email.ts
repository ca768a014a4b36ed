import { isEmailAddress } from '../../../platform/email/email-address.ts'
import { visibleText } from '../../../platform/text/clean-text.ts'
import type { ParsedMessage, Span } from './message.ts'
import { functionWords, wordSet } from './words.ts'

type EmailSpan = Span & { address: string }

/** The visitor's own address: a preferred one, else the last. Spelled-out addresses are assembled. */
export function findEmail(messages: readonly ParsedMessage[], studioAddress?: string): string | null {
  const candidates: Array<{ address: string; isPreferred: boolean }> = []
  for (const { withEmails: text } of messages) {
    const found = [...writtenAddresses(text), ...spelledOutAddresses(text)].sort((one, next) => one.start - next.start)
    for (const [index, { address, start }] of found.entries()) {
      const before = text.slice(Math.max(found[index - 1]?.end ?? 0, start - 90), start)
      const lower = address.toLowerCase()
      if (lower === studioAddress?.toLowerCase() || isRejected(before, lower)) continue
      candidates.push({ address, isPreferred: preferredBefore.test(before) })
    }
  }
  return (candidates.findLast(({ isPreferred }) => isPreferred) ?? candidates.at(-1))?.address ?? null
}

function writtenAddresses(text: string): EmailSpan[] {
  return [...text.matchAll(/[^\s<>"(),;:[\]{}|\\`*]{3,400}/g)].flatMap(({ index, 0: token }) => {
    if (!token.includes('@')) return []
    const offset = Math.max(0, token.search(/[\p{L}\p{N}_]/u))
    const trimmed = visibleText(token.slice(offset).split(/[?!]/)[0] ?? '')
    const address = trimmed.replace(/'s$|[^\p{L}\p{N}]$/u, '')
    return isPlausible(address) ? [{ address, start: index + offset, end: index + token.length }] : []
  })
}

function isPlausible(address: string): boolean {
  return isEmailAddress(address) && !/^\.|\.\.|\.@|[=&]/.test(address) && /\.\p{L}[\p{L}\p{N}-]{1,60}$/u.test(address)
}

const addressPart = '[a-z0-9]{1,40}'
const dot = String.raw`(?: ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) )`
const atSign = String.raw`( ?[([{<] ?(?:at|@) ?[)\]}>] ?| at(?:[ -]the[ -]rate(?: of)?)? | @ ?|@ )`
const joiner = `(?:${dot}| (?:underscore|dash|hyphen|minus|plus) |[._+-])`
const spelledOut = new RegExp(
  String.raw`(?<![\w@])(${addressPart}(?:${joiner}${addressPart}){0,5})${atSign}(${addressPart}(?:(?:${dot}|[.-]| (?:dash|hyphen) )${addressPart}){1,4})(?![\w@])`,
  'gi',
)
/** "work at acme dot com" is where someone works. */
const notAnAddress = wordSet(
  'work works working worked look looking find reach site website live based mail email id contact',
)

function spelledOutAddresses(text: string): EmailSpan[] {
  return [...text.matchAll(spelledOut)].flatMap(({ index, 0: whole, 1: local = '', 2: at = '', 3: domain = '' }) => {
    const address = `${assembleAddress(local)}@${assembleAddress(domain)}`
    const lower = local.toLowerCase()
    const isExplicit = /[([{<@]|rate/.test(at) || /dot|period|point|[([{]/i.test(domain)
    const isName = !functionWords.has(lower) && !notAnAddress.has(lower)
    return isExplicit && isName && isPlausible(address) ? [{ address, start: index, end: index + whole.length }] : []
  })
}

function assembleAddress(spoken: string): string {
  const dotted = spoken.replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) /gi, '.')
  return dotted.replace(/ underscore /gi, '_').replace(/ (?:dash|hyphen|minus) /gi, '-')
}

const otherPeople = `(?:partner|co-?founder|colleague|boss|manager|ceo|cto|coo|cfo|designer|developer|accountant|assistant|wife|husband|brother|sister|friend|client|team|lawyer|investor|director|agency)`
const othersBefore = new RegExp(
  String.raw`\b(?:cc|copy(?:ing)?|loop(?:ing)? in|forward)\b[^.!?\n]{0,50}$|\b(?:my|our|his|her|their|the)\s(?:[\p{L}-]{1,20}\s)?${otherPeople}(?:'s)?\b[^.!?\n]{0,40}$`,
  'iu',
)
const bookedFor = /\b(?:book(?:ing|ed)?|consultation|appointment|on behalf|assistant (?:to|of)|pa (?:to|of))\b/i
const studioBefore =
  /\b(?:your|ur)\s(?:e-?mail|mail|address|inbox|id)\b[^.!?\n]{0,20}$|\b(?:wrote|written|mailed|emailed|sent|tried|found|saw|should i (?:mail|email|write|contact))\s(?:\p{L}{1,20}\s){0,3}(?:to|at|on)\s$/iu
const exampleAddress = /^(?:you|your|your\.?name|name|user|someone|test|example|me)@(?:example|domain|company|email)\b/
const rejectedBefore =
  /\b(?:not|no longer|instead of|rather than|don't use|ignore|forget|old|was|previous(?:ly)?|used to be)(?: (?:my|the|old|one|email|mail|address|on|at|to|is|was)){0,4}[:,]? $/i
const preferredBefore =
  /\b(?:use|prefer(?:red|ably)?|best|better|actually|correct(?:ion)?|should be|i meant?|instead|sorry|oops|updated|new (?:one|email|address)|reach me|write to me)\b[^.!?\n]{0,30}$/i

function isRejected(before: string, address: string): boolean {
  if (exampleAddress.test(address) || rejectedBefore.test(before)) return true
  if (othersBefore.test(before)) return !bookedFor.test(before)
  return studioBefore.test(before)
}
