import type { Turn } from './transcript/turn.ts'

/**
 * A message as it is kept with a lead; `unsent` stood in the input when the visitor left. `isProved`: the agent has said this
 * here, in this place; a reply without it is the visitor's word for it.
 */
export type KeptTurn = Turn & { unsent?: true; isProved?: true }

/** @param transcript a lead's, which is null where there was no talk */
export function readTranscript(transcript: string | null): KeptTurn[] {
  return transcript === null ? [] : JSON.parse(transcript)
}

/** A talk as somebody reads it: who, and what they said. */
export function spokenLines(turns: readonly KeptTurn[]): [who: string, said: string][] {
  return turns.map((turn) => [speakerOf(turn), turn.content])
}

function speakerOf({ role, unsent, isProved }: KeptTurn): string {
  if (role === 'assistant') return isProved ? 'Agent' : 'Agent (as the visitor’s browser says)'
  return unsent ? 'Visitor (typed, not sent)' : 'Visitor'
}
