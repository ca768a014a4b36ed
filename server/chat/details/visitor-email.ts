import { emailKey } from '../../../platform/email/address.ts'
import { type Clause, hasPhrase, type Token, wordAt } from './clauses.ts'
import { emailCues, vetoes } from './words.ts'

/** Long enough for “the best address to reach me is”. Words farther away are about something else. */
const maxWordsBeforeEmail = 6

/** Finds the visitor's own email address in a clause. The last address wins. */
export function findEmail({ tokens }: Clause, asked: string | undefined, studioAddress = ''): string | undefined {
  let own: string | undefined
  let previous = -1
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== 'email') continue
    const before = tokens.slice(Math.max(previous + 1, i - maxWordsBeforeEmail), i)
    previous = i
    const isStudios = emailKey(text) === emailKey(studioAddress)
    if (isStudios || hasPhrase(vetoes.email, before) || wordAt(tokens, i + 1) === 'your') continue
    if (asked === 'contact' || isAlone(before) || hasPhrase(emailCues, before)) own = text
  }
  return own
}

/** Whether an address stands alone: nothing, a sign, a capitalized word, or a single “or” comes before it. */
function isAlone(before: readonly Token[]): boolean {
  const last = before.at(-1)
  const isAlternative = before.length === 1 && /^(?:or|and|also)$/.test(last?.lower ?? '')
  return last === undefined || isAlternative || last.kind === 'sign' || /^\p{Lu}/u.test(last.text)
}

const spelledAt = '(?: at | ?[([]at[)\\]] ?)'
const spelledDot = '(?: dot | ?[([]dot[)\\]] ?)'
const addressPart = '[\\p{L}\\p{N}_+.-]{1,40}'
const localPart = `(${addressPart}(?:${spelledDot}${addressPart}){0,2})`
const domainPart = `(${addressPart}(?:${spelledDot}${addressPart}){1,3})`
const spelledAddress = new RegExp(`(?<![\\p{L}\\p{N}_+.-])${localPart}${spelledAt}${domainPart}`, 'giu')

/** Matches text right before a spelled-out address. “Please look at stripe dot com” isn't an address. */
const spelledCue =
  /(?:mail|contact|reach|address|write|\bit'?s|\bis|\bme|^|[,:;\n])[ :]{0,3}(?:(?:me|us|is|at|on|to|likh|likho|lo|pe|par) ){0,2}$/i
/** Exceeds any text that `spelledCue` matches. */
const maxCueCharacters = 40

/** Joins spelled-out email addresses: “dale at kowalandscaping dot com” becomes “dale@kowalandscaping.com”. */
export function joinSpelledAddresses(message: string): string {
  return message.replaceAll(spelledAddress, (written: string, local: string, domain: string, start: number) => {
    const before = message.slice(Math.max(0, start - maxCueCharacters), start)
    if (!spelledCue.test(before)) return written
    return `${local}@${domain}`.replaceAll(new RegExp(spelledDot, 'gi'), '.').toLowerCase()
  })
}
