import type { Turn } from './turn.ts'

/** What a conversation may hold, in characters as a reader counts them; for the panel and the server, and for what is kept of it. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const

/** The newest messages that fit, whole, from one of the visitor's on; a character of two units counts twice. */
export function newestTurns<T extends Turn>(turns: readonly T[]): T[] {
  let from = turns.length
  for (let left: number = chatLimits.characters; from > 0 && turns.length - from < chatLimits.messages; from--) {
    left -= turns[from - 1]?.content.length ?? 0
    if (left < 0) break
  }
  const kept = turns.slice(from)
  return from === 0 ? kept : kept.slice(kept.findIndex(({ role }) => role === 'user'))
}
