/** Spellings of capitals that NFKD doesn't decompose. */
const letterSpellings: Record<string, string> = { Œ: 'OE', Æ: 'AE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' }

/**
 * Normalizes text for search. Drops case, accents, ligatures, and invisible characters. Writes ß as SS, œ as OE, ø
 * as O.
 */
export function foldText(text: string): string {
  if (!/[^\0-\x7F]/.test(text)) return text.toUpperCase()
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036F\p{Cf}\p{DI}]/gu, '')
  // In capitals, ß equals ss, ı equals i, and ς equals σ.
  const capitals = plain.normalize('NFC').toLowerCase().toUpperCase()
  return capitals.replaceAll(/[ŒÆØŁĐÐÞ]/g, (letter) => letterSpellings[letter] ?? letter)
}
