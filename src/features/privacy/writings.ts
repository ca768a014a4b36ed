import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../lib/mail/mail-address.ts'

/** The spellings of an address that differ by more than case: its domain in ASCII, in letters, and in letters with marks apart. */
export function spellingsOf(email: string): string[] {
  const ascii = toAsciiAddress(email) ?? email
  const at = ascii.lastIndexOf('@') + 1
  const letters = ascii.slice(0, at) + domainToUnicode(ascii.slice(at))
  return [...new Set([ascii, letters, letters.normalize('NFC'), letters.normalize('NFD'), email])]
}

/**
 * A pattern (flags `i` and `u`) for a word in whatever way each of its characters is written: as it is, percent-encoded as in an
 * address (also twice), as in JSON and scripts (\u0040, \x40, \/), and as in HTML (&#64; &#x40; &commat;).
 */
export function patternOf(word: string): string {
  return [...word].map((character) => `(?:${[...new Set(waysToWrite(character))].join('|')})`).join('')
}

const names: Record<string, string> = {
  '@': 'commat',
  '.': 'period',
  '&': 'amp',
  "'": 'apos',
  '+': 'plus',
  _: 'lowbar',
  '/': 'sol',
}

/** Every repetition has an end: what a stranger wrote must not make the search slow. */
function waysToWrite(character: string): string[] {
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])]
  const name = names[character]
  return [
    /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
    ...cases.map((one) => percentEncoded(one).replaceAll('%', '%(?:25){0,3}')),
    ...cases.flatMap((one) => [...one].map(escapedCode)),
    ...(name === undefined ? [] : [`&(?:amp;){0,3}${name};`]),
    ...(character === '/' ? ['\\\\{1,4}\\/'] : []),
    // What counts as a dot in a domain (UTS 46).
    ...(character === '.' ? ['[。．｡]'] : []),
  ]
}

function percentEncoded(character: string): string {
  return Buffer.from(character).reduce((text, byte) => `${text}%${byte.toString(16).padStart(2, '0')}`, '')
}

function escapedCode(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const script =
    code > 0xffff ? '' : `\\\\{1,4}(?:u${hex.padStart(4, '0')}${code < 256 ? `|x${hex.padStart(2, '0')}` : ''})|`
  return `${script}&(?:amp;){0,3}#(?:0{0,6}${code}|x0{0,6}${hex});?`
}

/**
 * What a word leaves in base64 wherever it begins in a group of three bytes, without the characters at the ends that also
 * depend on its neighbours.
 */
export function base64Cores(word: string): string[] {
  const bytes = Buffer.from(word)
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
