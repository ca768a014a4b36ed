import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../platform/email/address.ts'

const erased = '(erased)'

export type PersonMatcher = ReturnType<typeof createPersonMatcher>

/** Finds people in text and JSON, in any encoding. @param identifiers email addresses or lead references */
export function createPersonMatcher(identifiers: readonly string[]) {
  const spellings = identifiers.flatMap((name) => (name.includes('@') ? spellingsOf(name) : [name]))
  const patterns = spellings.map((spelling) =>
    [...spelling].map((character) => `(?:${encodingsOf(character).join('|')})`).join(''),
  )
  const pattern = new RegExp(patterns.join('|'), 'giu')

  /** Replaces their identifiers with `(erased)`. JSON stays JSON. */
  function erasedFrom(text: string): string {
    return text.replaceAll(pattern, (match: string, start: number) => {
      const end = start + match.length
      const before = text.slice(Math.max(0, start - contextLength), start)
      return standsAlone(before, match, text.slice(end, end + contextLength)) ? erased : match
    })
  }

  return { isIn: (text: string) => erasedFrom(text) !== text, erasedFrom }
}

/** All spellings of an address: its domain in ASCII and in Unicode, in both normalization forms. */
function spellingsOf(email: string): string[] {
  const ascii = toAsciiAddress(email) ?? email
  const domainStart = ascii.lastIndexOf('@') + 1
  const unicode = ascii.slice(0, domainStart) + domainToUnicode(ascii.slice(domainStart))
  return [...new Set([ascii, unicode, unicode.normalize('NFC'), unicode.normalize('NFD'), email])]
}

/** Patterns for a character: literal, percent-encoded once or twice (RFC 3986), and as a JSON or HTML escape. */
function encodingsOf(character: string): string[] {
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])]
  return [
    /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
    ...cases.map((variant) => [...Buffer.from(variant)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('')),
    ...cases.flatMap((variant) => [...variant].map(escapePattern)),
  ]
}

function escapePattern(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `\\\\{1,2}u${hex(code, 4)}|&#(?:${code}|x${hex(code, 1)});?`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** Number of characters to check around a match. Long enough for an escape sequence and the rest of a domain. */
const contextLength = 80

/** Top-level domains that can continue a domain, besides two-letter ones. Any other word after a period is a sentence. */
const longTopLevelDomains =
  'com|net|org|info|biz|dev|app|edu|gov|name|pro|xyz|online|site|store|shop|tech|cloud|studio|example|test|invalid'
const domainContinues = new RegExp(`^(?:\\.[a-z0-9-]+)*\\.(?:[a-z]{2}|xn--[a-z0-9-]+|${longTopLevelDomains})(?![\\w-])`)

/** Whether a match is the whole identifier: `x.ada@a.example` and `ada@a.example.org` aren't `ada@a.example`. */
function standsAlone(before: string, match: string, after: string): boolean {
  if (/[A-Za-z0-9][._+-]?$/.test(unescaped(before))) return false
  const rest = unescaped(after)
  if (/^[A-Za-z0-9]/.test(rest)) return false
  if (!match.includes('@')) return true
  // “ADA@A.EXAMPLE.ORG” also continues the domain, but “ada@a.example.In 2024” doesn't.
  const comparable = match === match.toUpperCase() ? rest.toLowerCase() : rest
  return !domainContinues.test(comparable)
}

/** Decodes percent-encoding and blanks other escapes. Otherwise, the n of `\n` would look like part of the next word. */
function unescaped(text: string): string {
  return text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\u[0-9a-f]{4}|\\[nrtbfv]|&#?\w{1,8};/gi, ' ')
}
