import { changeJson } from './change-json.ts'
import { base64Cores, patternOf, spellingsOf } from './writings.ts'

const erased = '(erased)'
/** Stands where an address has to stand. */
const erasedAddress = 'erased@erased.invalid'

/** What is left of a person in texts: an address or a reference, in every way of writing it. */
export type Trace = {
  isIn(text: string): boolean
  /** The text with `(erased)` in its places. A text that holds JSON stays JSON. */
  erasedFrom(text: string): string
  /** For a field that must hold an address. */
  erasedFromAddress(text: string): string
  /** Whether it is there byte for byte, be it the end of another word: for files whose fields lie side by side. */
  isInBytes(text: string): boolean
  /** The places where it is there byte for byte without being meant: `bada@x.example` for `ada@x.example`. */
  lookalikesIn(text: string): string[]
}

type Place = { start: number; end: number }
type Boundary = (before: string, match: string, after: string) => boolean

const anywhere: Boundary = () => true

/** @param words addresses, or references of requests */
export function createTrace(words: readonly string[]): Trace {
  const spellings = words.flatMap((word) => (word.includes('@') ? spellingsOf(word) : [word]))
  const plain = new RegExp(spellings.map(patternOf).join('|'), 'giu')
  const cases = [...new Set(spellings.flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()]))]
  const cores = new Set(cases.flatMap(base64Cores).map(base64Pattern))
  const encoded = new RegExp([...cores].join('|'), 'g')

  function places(text: string, isOwn: Boundary): Place[] {
    const found = [...text.matchAll(plain)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
    const own = found.filter(({ start, end }) =>
      isOwn(text.slice(Math.max(0, start - nearby), start), text.slice(start, end), text.slice(end, end + nearby)),
    )
    const hidden = [...text.matchAll(encoded)].map(({ index, 0: match }) =>
      wholeToken(text, index, index + match.length),
    )
    return [...own, ...hidden].toSorted((a, b) => a.start - b.start)
  }

  function isInBytes(text: string): boolean {
    return text.search(plain) !== -1 || text.search(encoded) !== -1
  }

  function erasedFrom(text: string): string {
    if (!isInBytes(text)) return text
    const inJson = changeJson(text, erasedFrom)
    if (inJson !== undefined) return inJson
    let result = ''
    let from = 0
    for (const { start, end } of places(text, standsAlone)) {
      if (start >= from) result += text.slice(from, start) + erased
      from = Math.max(from, end)
    }
    return result + text.slice(from)
  }

  return {
    isIn: (text) => erasedFrom(text) !== text,
    erasedFrom,
    erasedFromAddress: (text) => (erasedFrom(text) === text ? text : erasedAddress),
    isInBytes,
    lookalikesIn: (text) =>
      places(text, anywhere).map(({ start, end }) => text.slice(Math.max(0, start - closeBy), end + closeBy)),
  }
}

/** Enough to see an escape sequence whole, and a domain's last label. */
const nearby = 80
const closeBy = 2

/** `+` and `/` have two writings (RFC 4648). */
function base64Pattern(core: string): string {
  return core.replaceAll('+', '[+-]').replaceAll('/', '[/_]')
}

function wholeToken(text: string, start: number, end: number): Place {
  const head = /[A-Za-z0-9+]*$/.exec(text.slice(Math.max(0, start - 4_000), start))?.[0].length ?? 0
  const tail = /^[A-Za-z0-9+=]*/.exec(text.slice(end, end + 4_000))?.[0].length ?? 0
  return { start: start - head, end: end + tail }
}

/** The last labels by which a text after an address is taken for the rest of a longer domain, and not for the next sentence. */
const lastLabels =
  'com|net|org|info|biz|dev|app|edu|gov|name|pro|xyz|online|site|store|shop|tech|cloud|studio|example|test|invalid'
const goesOn = new RegExp(`^(?:\\.[a-z0-9-]+)*\\.(?:[a-z]{2}|xn--[a-z0-9-]+|${lastLabels})(?![\\w-])`)

/** `x.ada@a.example` and `ada@a.example.org` are other people's. */
function standsAlone(before: string, match: string, after: string): boolean {
  if (/[A-Za-z0-9][._+-]?$/.test(unescaped(before))) return false
  const rest = unescaped(after)
  if (/^[A-Za-z0-9]/.test(rest)) return false
  return !match.includes('@') ? true : !goesOn.test(match === match.toUpperCase() ? rest.toLowerCase() : rest)
}

/** So that the n of a written-out line break, or the F of %2F, is no letter of the word beside it. */
function unescaped(text: string): string {
  return text
    .replaceAll(/(?:%|\\x|\\u00)([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\u[0-9a-f]{4}|\\[nrtbfv]|&#?\w{1,8};/gi, ' ')
}
