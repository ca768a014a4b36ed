import type { Turn } from '../../lib/turn.ts'

/** A message as it is kept with a lead; `unsent` stood in the input when the visitor left. */
export type KeptTurn = Turn & { unsent?: true }

/** @param transcript a lead's, which is null where there was no talk */
export function readTranscript(transcript: string | null): KeptTurn[] {
  return transcript === null ? [] : JSON.parse(transcript)
}

/** A talk as somebody reads it: who, and what they said. */
export function spokenLines(turns: readonly KeptTurn[]): [who: string, said: string][] {
  return turns.map(({ role, content, unsent }) => [
    role === 'assistant' ? 'Agent' : unsent ? 'Visitor (typed, not sent)' : 'Visitor',
    content,
  ])
}
