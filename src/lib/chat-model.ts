import type { Turn } from './turn.ts'

/** Whatever answers a conversation: a model behind a gateway, or the built-in agent. */
export type ChatModel = {
  /** As `CHAT_MODELS` names it; `built-in` for the built-in agent. */
  name: string
  /**
   * Yields the reply to the last turn piece by piece, as it comes. Where the last turn is the assistant's, that reply was
   * broken off, and what is yielded goes on from there.
   * @param onUsage told how many tokens the call took, prompt and reply, where that gets known
   * @throws ModelFailure when it can't be reached, falls silent, is cut off or says what can't be read
   */
  reply: (turns: readonly Turn[], signal: AbortSignal, onUsage?: (tokens: number) => void) => AsyncIterable<string>
}

/** A model did not answer to the end; the next one is asked. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
}
