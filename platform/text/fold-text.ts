/** Letters that Unicode doesn't decompose. */
const letterSpellings: Record<string, string> = { Œ: 'OE', Æ: 'AE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' }

/** Makes spellings equal for a search: case, accents, ligatures, invisible characters, and ß, œ, or ø for ss, oe, or o. */
export function foldText(text: string): string {
  if (!/[^\0-\x7F]/.test(text)) return text.toUpperCase()
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036F\p{Cf}\p{DI}]/gu, '')
  // Capitals make ß equal to ss, ı to i, and ς to σ.
  const capitals = plain.normalize('NFC').toLowerCase().toUpperCase()
  return capitals.replaceAll(/[ŒÆØŁĐÐÞ]/g, (letter) => letterSpellings[letter] ?? letter)
}
