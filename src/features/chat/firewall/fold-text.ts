const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  dollar: '$',
  euro: '€',
  pound: '£',
  yen: '¥',
  percnt: '%',
  comma: ',',
  period: '.',
  num: '#',
  colon: ':',
  sol: '/',
  commat: '@',
  hyphen: '-',
  ndash: '-',
  mdash: '—',
  zwnj: '',
  zwj: '',
  shy: '',
  thinsp: ' ',
  ensp: ' ',
  emsp: ' ',
  lpar: '(',
  rpar: ')',
  excl: '!',
  quest: '?',
  half: '½',
}
const fractions: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75', '⅓': '.33', '⅔': '.67' }
/** Letters of other alphabets that look like Latin ones, the lookalikes above the letters that they pass for. */
const lookalikes = pairs(
  'аАвВсСеЕНіІјЈкКмМоОрРѕЅтТуУхХԁԛѡүһӏοΟαΑΒεΕΗιΙκΚΜΝρΡτΤυΥχΧΖνɑɡɩʟᴏꓳⲟօհոսցᎢΧ',
  'aabbcceehiijjkkmmooppssttyyxxdqwyhlooaabeehiikkmnppttyyxxzvagiloooohnugtx',
)
const invisible = /[\p{Cf}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]|[\uFE0E\uFE0F]|(?![\n\t])\p{Cc}/gu

/**
 * A sentence in the plainest writing, for checks alone: entities decoded, digits of every script as 0-9, lookalike letters
 * as Latin ones, no accents, nothing invisible, lower case; digits that were set apart are put together.
 */
export function foldText(text: string): string {
  const decoded = decodeEntities(decodeEntities(text))
  return decoded
    .replaceAll(/[½¼¾⅓⅔]/g, (sign) => fractions[sign] ?? sign)
    .replaceAll('💲', '$')
    .replaceAll('🔟', '10')
    .replaceAll('💯', '100%')
    .replaceAll(/[❶-❾➀-➈➊-➒]/g, (digit) => String((((digit.codePointAt(0) ?? 0) - 0x2776) % 10) + 1))
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter)
    .normalize('NFD')
    .replaceAll(/(?<=[\p{ASCII}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[‘’‛′`´]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐‑‒–−]|(?<=\d)\s?—\s?(?=[$₹€£\d])/g, '-')
    .replaceAll(/[。．]/g, '.')
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(/(?<![a-z])(usd|inr|eur|gbp|rs)(?=\d)/g, '$1 ')
    .replaceAll(/(?<=[$₹€£]\s?|usd |inr |rs\.? ?)[\dolis][\dolis.,]*(?![a-z\d])/g, lettersToDigits)
    .replaceAll(/(?<![a-z\d])\d[\do,]*o+[\do,]*(?![a-z])/g, lettersToDigits)
    .replaceAll(/(?<![\d.,])\d(?:[ _.·']\d){2,}(?![\d.,]*\d)/g, (spaced) => spaced.replaceAll(/[^\d]/g, ''))
    .replaceAll(/(?<![\d.,])\d{1,3}(?:[ _·'’]\d{3})+(?![\d,]*\d)/g, (spaced) => spaced.replaceAll(/[^\d]/g, ''))
    .trim()
}

/** A folded text with its words as they are meant: `w33ks` and `f r e e` are weeks and free. Not for addresses. */
export function foldWords(folded: string): string {
  return folded
    .replaceAll(/(?<![\w$])(?!rs|usd|inr|eur|gbp)(?:[a-z]+[013457]+[a-z]+|[a-z]{2,}[013457]+)(?!\w)/g, (word) =>
      word.replaceAll(/\d/g, (digit) => letters[digit] ?? digit),
    )
    .replaceAll(/(?<![a-z\d])(?:[a-z][ .*_-]){3,}[a-z](?![a-z\d])/g, (spaced) => spaced.replaceAll(/[^a-z]/g, ''))
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (entity, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (name === undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return namedEntities[String(name).toLowerCase()] ?? entity
  })
}

/** Digits that stand for letters inside a word: `w33ks`. */
const letters: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' }

const digitValues = new Map<string, number>()

/** The digits of a script stand side by side, from 0 on. */
function digitValue(digit: string): number {
  const known = digitValues.get(digit)
  if (known !== undefined) return known
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (before < 60 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  digitValues.set(digit, before % 10)
  return before % 10
}

function lettersToDigits(token: string): string {
  if (!/\d/.test(token)) return token
  return token.replaceAll('o', '0').replaceAll(/[li]/g, '1').replaceAll('s', '5')
}

function pairs(from: string, to: string): Map<string, string> {
  return new Map([...from].map((letter, i) => [letter, to[i] ?? letter]))
}
