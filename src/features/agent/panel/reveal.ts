/** At most this many frames behind what has come. */
const framesBehind = 16

/**
 * How far a text is to be seen one frame later: at least a word more, and more the further it has fallen behind, so that
 * words are never shown slower than they come.
 */
export function revealNext(text: string, shown: number): number {
  const words = text.slice(shown).match(/(?<!\s)\s*\S+\s*/g) ?? []
  const next = words.slice(0, Math.ceil(words.length / framesBehind)).join('')
  return next === '' ? text.length : shown + next.length
}
